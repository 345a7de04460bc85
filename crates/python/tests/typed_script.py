"""A script as users write them; `mypy --strict` has nothing to say about it."""

import numpy as np
import poynting as pt


def patch(length: float) -> pt.Scene:
    side = pt.Box((0, 0, "1.5 mm"), (length, 10e-3, "1.5 mm"))
    return pt.Scene(
        title=f"patch of {length:.3f} m",
        domain=pt.Domain(np.array([-1, -1, -1]) * 30e-3, [30e-3, 30e-3, "30 mm"]),
        boundary={"all": "pml"},
        materials={"laminate": pt.Material(eps_r=[2.2, 2.2, 2.3])},
        structures=[pt.Structure("pec", side, name="patch"), {"material": "pec", "shape": "box"}],
        ports=[pt.LumpedPort("probe", (1e-3, 0, 0), (1e-3, 0, "1.5 mm"), "+z", 50)],
        network=pt.Network(np.linspace(5e9, 6e9, 11)),
        monitors=[pt.FarFieldMonitor("far", pt.FrequencyRange("5 GHz", 6e9, 3), theta=pt.AngleRange(0, "180 deg", 7))],
        stop=pt.StopConditions(energy_decay=50),
    )


def main() -> None:
    scene = patch(8e-3).replace({"ports/probe/resistance": 75}, title="other")
    lines = scene.check().lines[0]
    first: pt.Port = scene.ports[0]
    print(first.replace, lines.shape, scene.structures[0].material, scene.materials["laminate"].sigma)
    swept = pt.sweep(patch, [7e-3, 8e-3], name="length", device="cpu", progress=False)
    for length, results in swept:
        print(length + 1.0, results.s.shape, results["network/s"].unit)
        results.plot_s().set_title(scene.title)
    print(pt.compare(*swept.results).left_out, swept["network/s"].axes["length"])


if __name__ == "__main__":
    main()
