"""Scenes built in Python: the same tables as in the file, checked as they are made."""

import inspect
import json
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import poynting as pt
import pytest

HERE = Path(__file__).parent


def cavity(**changes):
    """The example of the same name, built."""
    tables = {
        "title": "Rectangular cavity, 25 x 12.5 x 60 mm",
        "domain": pt.Domain((0, 0, 0), (25e-3, 12.5e-3, 60e-3)),
        "grid": pt.Grid(spacing="2.5 mm"),
        "sources": [
            pt.SoftPointSource(
                "current", pt.GaussianWaveform(1.0, bandwidth="10 GHz"), (7e-3, 6.25e-3, 13e-3), "Ey"
            )
        ],
        "monitors": [pt.ProbeMonitor("point", ("18 mm", "6.25 mm", "44 mm"), components=["Ey"])],
        "stop": pt.StopConditions(steps=50),
    }
    return pt.Scene(**{**tables, **changes})


def test_numbers_are_si_and_texts_keep_their_unit():
    port = pt.LumpedPort("feed", (0, np.float32(0.5), "1 mm"), np.zeros(3), "+z", 50)
    assert port.to_dict() == {
        "type": "lumped",
        "name": "feed",
        "from": ["0 m", "0.5 m", "1 mm"],
        "to": ["0.0 m", "0.0 m", "0.0 m"],
        "direction": "+z",
        "resistance": "50 ohm",
    }
    assert port.from_ == ("0 m", "0.5 m", "1 mm") and port.waveform is None
    # Where no unit is due a number stays one.
    assert pt.Material(eps_r=2.2, sigma=0.02).to_dict() == {"eps_r": 2.2, "sigma": "0.02 S/m"}
    assert pt.ProbeMonitor("p", (0, 0, 0)).components == ("Ex", "Ey", "Ez", "Hx", "Hy", "Hz")


@pytest.mark.parametrize(
    "make, place, message, cure",
    [
        (lambda: pt.Material(epsr=2), "Material", "unknown key `epsr`", "write `eps_r`"),
        (lambda: pt.Box((0, 0, 0)), "Box", "missing key `to`", 'add to=["4 mm","4 mm","4 mm"]'),
        (lambda: pt.Sphere((0, 0, 0), "2 GHz"), "Sphere", "`radius` must be a length", "give it in mm"),
        (lambda: pt.Sphere((0, 0, 0), -1), "Sphere", "`radius` must be greater than zero", "greater than zero"),
        (lambda: pt.Boundary(all="pmll"), "Boundary", '"pmll" is not a valid value of `all`', 'write "pml"'),
        (
            lambda: pt.LumpedPort("feed", (0, 0, 0), (0, 0, 1), "+z", resistence=50),
            "LumpedPort('feed')",
            "unknown key `resistence`",
            "write `resistance`",
        ),
    ],
)
def test_a_mistake_is_told_where_it_is_made(make, place, message, cure):
    with pytest.raises(pt.SceneError) as caught:
        make()
    assert f"[{place}:" in str(caught.value)
    ((_, _, told, help_),) = caught.value.mistakes
    assert message in told and cure in help_


def test_what_is_no_value_at_all_is_a_scene_error_too():
    for wrong in (float("nan"), object(), [1.0, float("inf"), 0.0]):
        with pytest.raises(pt.SceneError, match="Sphere: center"):
            pt.Sphere(wrong, 1)
    with pytest.raises(TypeError, match="at most 2"):
        pt.Sphere((0, 0, 0), 1, "pec")
    with pytest.raises(TypeError, match="ProbeMonitor"):
        pt.Monitor("far")


def test_what_has_to_do_with_other_tables_is_told_with_the_scene():
    stray = pt.Structure("glas", pt.Sphere((0, 0, 0), 1e-3))
    with pytest.raises(pt.SceneError) as caught:
        cavity(structures=[stray], materials={"glass": pt.Material(eps_r=4)})
    assert '"glas"' in str(caught.value) and "glass" in caught.value.mistakes[0][3]
    with pytest.raises(pt.SceneError, match="the domain has no extent along y"):
        cavity(domain={"from": [0, 0, 0], "to": [1, 0, 1]})
    with pytest.raises(pt.SceneError, match="unknown key `sorces`"):
        cavity(sorces=[])


def test_objects_do_not_change_but_give_others():
    ball = pt.Structure("pec", pt.Sphere((0, 0, 0), "1 mm"), name="ball")
    with pytest.raises(AttributeError, match="replace"):
        ball.name = "other"
    bigger = ball.replace(shape=ball.shape.replace(radius="2 mm"))
    assert (ball.shape.radius, bigger.shape.radius, bigger.name) == ("1 mm", "2 mm", "ball")
    assert isinstance(bigger.shape, pt.Sphere) and isinstance(bigger.shape, pt.Shape)
    boxed = ball.replace(shape=pt.Box((0, 0, 0), (1, 1, 1)), name=None)
    assert boxed == pt.Structure("pec", pt.Box((0, 0, 0), (1, 1, 1)))
    assert len({ball, bigger, boxed, ball.replace()}) == 3
    assert pickle.loads(pickle.dumps(ball)) == ball
    assert eval(repr(ball), vars(pt)) == ball


def test_a_combination_of_shapes_holds_shapes():
    ring = pt.Difference(of=[pt.Cylinder((0, 0, 0), (0, 0, 1), 2), pt.Cylinder((0, 0, 0), (0, 0, 1), 1)])
    assert [type(part).__name__ for part in ring.of] == ["Cylinder", "Cylinder"]
    assert pt.Structure("pec", ring).shape == ring


def test_a_built_scene_is_the_one_that_is_read():
    built = cavity()
    assert built.to_dict()["sources"][0]["waveform"]["amplitude"] == "1.0 A/m^2"
    for again in (
        pt.Scene.from_text(built.to_toml()),
        pt.Scene.from_text(built.to_json(), format="json"),
        pickle.loads(pickle.dumps(built)),
    ):
        assert json.dumps(again.to_dict(), sort_keys=True) == json.dumps(built.to_dict(), sort_keys=True)
    runs = [scene.run(device="cpu", progress=False)["probe/point/Ey"] for scene in (built, again)]
    assert np.array_equal(*runs) and np.max(np.abs(runs[0])) > 0


def test_every_example_reads_as_objects():
    for name in pt.examples():
        scene = pt.example(name)
        for structure in scene.structures:
            assert isinstance(structure.shape, pt.Shape) and structure.material
        for monitor in scene.monitors:
            assert isinstance(monitor, pt.Monitor) and type(monitor) is not pt.Monitor
        assert all(isinstance(port, pt.LumpedPort) for port in scene.ports)
        assert all(isinstance(material, pt.Material) for material in scene.materials.values())
        assert pt.Scene.from_text(scene.replace().to_toml()).to_dict() == scene.to_dict()


def test_a_scene_is_varied_by_table_and_by_path(tmp_path):
    patch = pt.example("patch")
    assert patch.replace(title="other").title == "other" and patch.title != "other"
    varied = patch.replace({"structures/patch/to/0": 9e-3, "ports/0/resistance": "75 ohm", "fdtd/courant": 0.5})
    assert varied.structures[2].shape.to == ("0.009 m", "10 mm", "1.575 mm")
    assert varied.ports[0].resistance == "75 ohm" and varied.fdtd.courant == 0.5
    with pytest.raises(pt.SceneError, match="did you mean 'patch'"):
        patch.replace({"structures/path/to": 0})
    with pytest.raises(pt.SceneError, match="unknown key `resistnce`"):
        patch.replace({"ports/probe/resistnce": 50})
    with pytest.raises(pt.SceneError, match="unknown key `fdt`"):
        patch.replace({"fdt/courant": 0.5})
    for name in ("scene.toml", "scene.json"):
        assert pt.Scene.from_file(varied.save(tmp_path / name)).to_dict() == varied.to_dict()
    with pytest.raises(ValueError, match=".toml or .json"):
        varied.save(tmp_path / "scene.yaml")


def test_files_are_looked_for_beside_the_scene_that_was_varied(tmp_path):
    triangles = [["0 0 0", "1 0 0", "0 1 0"], ["1 0 0", "1 1 0", "0 1 0"]]
    facets = ["outer loop\n" + "".join(f"vertex {v}\n" for v in corners) + "endloop" for corners in triangles]
    body = "".join(f"facet normal 0 0 1\n{facet}\nendfacet\n" for facet in facets)
    (tmp_path / "flat.stl").write_text(f"solid s\n{body}endsolid s\n")
    scene = pt.Scene(
        structures=[pt.Structure("pec", pt.Sheet(tmp_path / "flat.stl", "1 mm"))],
        monitors=[pt.MonostaticMonitor("echo", 1e9, 0, 0)],
    )
    beside = scene.replace({"structures/0/file": "flat.stl"}).save(tmp_path / "scene.toml")
    assert pt.Scene.from_file(beside).replace(title="again").check(solver="mom", device="cpu").triangles > 0


def test_the_classes_are_those_of_the_schema():
    subprocess.run([sys.executable, HERE.parent / "generate.py", "--check"], check=True)
    assert str(inspect.signature(pt.Sphere)) == "(center, radius)"
    assert "(name, from_, to, direction, resistance, *, waveform=None)" == str(inspect.signature(pt.LumpedPort))
    assert "resistance [ohm]" in pt.LumpedPort.__doc__ and "Internal resistance" in pt.LumpedPort.__doc__
