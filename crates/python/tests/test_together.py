"""What works with other packages, and on several results at once."""

import os
import statistics
import subprocess
import sys
from pathlib import Path

import numpy as np
import poynting as pt
import pytest
from poynting import _poynting

SAMPLE = Path(__file__).parent / "typed_script.py"


def test_a_quantity_becomes_a_labelled_array(dipole):
    pytest.importorskip("xarray")
    z = dipole["port/feed/impedance"].to_xarray()
    assert z.dims == ("frequency",) and z.attrs["units"] == "ohm" and z.frequency.attrs["units"] == "Hz"
    at = z.sel(frequency=1e9, method="nearest")
    assert complex(at) == dipole["port/feed/impedance"].values[np.argmin(np.abs(dipole.frequencies - 1e9))]
    level = dipole["far/far/gain"].to_xarray()
    assert float(level.sel(theta=90, method="nearest").max()) == pytest.approx(2.15, abs=0.1)


def test_s_parameters_become_a_network(dipole, tmp_path):
    rf = pytest.importorskip("skrf")
    network = dipole.to_skrf()
    np.testing.assert_array_equal(network.s, dipole.s)
    np.testing.assert_array_equal(network.f, dipole.frequencies)
    assert network.port_names == dipole.ports == ["feed"]
    # What scikit-rf makes of S and the reference is the impedance that was recorded.
    np.testing.assert_allclose(network.z[:, 0, 0], dipole["port/feed/impedance"].values, rtol=1e-9)
    np.testing.assert_array_equal(network.z0, dipole.z0)
    dipole.write(tmp_path)
    file = rf.Network(str(tmp_path / "network.s1p"))
    np.testing.assert_allclose(file.s, network.s, atol=1e-9)
    np.testing.assert_allclose(file.z0, network.z0)


def test_all_outputs_carry_the_same_numbers(dipole, tmp_path):
    dipole.write(tmp_path)
    back = pt.load(tmp_path)
    assert sorted(back) == sorted(dipole)
    for name in dipole:
        np.testing.assert_array_equal(back[name].values, dipole[name].values, err_msg=name)
    lines = [line for line in (tmp_path / "network.s1p").read_text().splitlines() if line[:1] not in "!#["]
    rows = np.array([[float(x) for x in line.split()] for line in lines])
    np.testing.assert_array_equal(rows[:, 0], dipole.frequencies)
    np.testing.assert_array_equal(rows[:, 1] + 1j * rows[:, 2], dipole.s[:, 0, 0])
    assert dipole.z0.shape == (len(dipole.frequencies), 1)
    table = (tmp_path / "port_feed_impedance.csv").read_text().splitlines()
    head, *rows = [line.split(",") for line in table if not line.startswith("#")]
    columns = {name.split("_")[0]: np.array([float(row[n]) for row in rows]) for n, name in enumerate(head)}
    np.testing.assert_array_equal(columns["real"] + 1j * columns["imag"], dipole["port/feed/impedance"].values)


def test_two_results_are_held_against_each_other(dipole):
    finer = pt.example("strip-dipole").replace({"mom/edge": "3 mm"}).run(solver="mom", device="cpu", progress=False)
    found = pt.compare(dipole, finer)
    s = found["network/s"]
    worst = np.max(np.abs(dipole.s - finer.s)) / max(np.max(np.abs(dipole.s)), np.max(np.abs(finer.s)))
    assert s.worst == pytest.approx(worst) and s.unit == "of largest" and 0 < s.mean <= s.worst
    assert s.at["frequency"][1] == "Hz" and s.values == dipole.s.size
    assert found["far/far/gain"].unit == "dB" and not found.left_out
    assert "network/s: mean" in str(found)
    same = pt.compare(dipole, dipole)
    assert all(difference.worst == 0 for difference in same.values()) and "network/s" in same
    fewer = pt.example("strip-dipole").replace({"monitors/far/theta": ["0 deg", "90 deg"], "mom/frequencies": "1 GHz"})
    other = pt.compare(dipole, fewer.run(solver="mom", device="cpu", progress=False))
    assert other.left_out["far/far/gain"] == "the coordinate values differ"
    assert other["network/s"].values == 1 and "far/far/gain: not compared" in str(other)


def test_a_parameter_is_swept_by_path_and_by_function():
    cavity = pt.example("cavity").replace({"stop/steps": 40})
    told = []
    swept = pt.sweep(
        cavity, [1.0, "2 A/m^2", 3], "sources/current/waveform/amplitude",
        name="amplitude", device="cpu", progress=lambda *shown: told.append(shown),
    )  # fmt: skip
    ey = swept["probe/point/Ey"]
    assert ey.shape == (3, 40) and list(ey.axes) == ["amplitude", "time"]
    np.testing.assert_allclose(ey.values[1:], [2 * ey.values[0], 3 * ey.values[0]], rtol=1e-4, atol=1e-9)
    assert told[-1][0] == told[-1][1] and told[-1][2].startswith("3 of 3: ")
    assert [value for value, _ in swept] == [1.0, "2 A/m^2", 3]

    def longer(steps):
        return cavity.replace({"stop/steps": int(steps)})

    by_steps = pt.sweep(longer, np.array([10, 20]), name="steps", device="cpu", progress=False)
    assert [len(results["probe/point/Ey"]) for _, results in by_steps] == [10, 20]
    with pytest.raises(ValueError, match="other coordinates for steps = "):
        by_steps["probe/point/Ey"]


def test_a_sweep_finds_mistakes_before_it_begins():
    cavity = pt.example("cavity")
    with pytest.raises(pt.SceneError, match="must be greater than zero"):
        pt.sweep(cavity, ["1 mm", "-1 mm"], "grid/spacing", progress=lambda *_: pytest.fail("it ran"))
    with pytest.raises(TypeError, match="must return a Scene"):
        pt.sweep(lambda value: None, [1])
    with pytest.raises(TypeError, match="path"):
        pt.sweep(cavity, [1])


def test_a_sweep_is_labelled():
    pytest.importorskip("xarray")
    cavity = pt.example("cavity").replace({"stop/steps": 20})
    swept = pt.sweep(cavity, [0.5, 1.0], "sources/current/waveform/amplitude", name="a", device="cpu", progress=False)
    array = swept.to_xarray("probe/point/Ey")
    assert array.dims == ("a", "time") and list(array.a.values) == [0.5, 1.0]


def test_the_package_imports_quickly():
    """In a fresh process; the median of several. Of the processor's time: other programs do not count."""
    code = "import time; begin = time.process_time(); import poynting; print(time.process_time() - begin)"
    times = [float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(7)]
    assert statistics.median(times) < 0.3, times
    heavy = "import sys, poynting; sys.exit(any(m in sys.modules for m in ('numpy', 'matplotlib', 'xarray', 'skrf', 'tqdm')))"
    subprocess.run([sys.executable, "-c", heavy], check=True)


def test_the_gpu_path_is_in_the_package_and_asks_for_no_library():
    """Drivers are looked for when a GPU is asked for, not when the package is loaded."""
    with pytest.raises(pt.SolverError, match="there is no GPU gpu:99"):
        pt.example("cavity").run(device="gpu:99")
    if sys.platform == "linux":
        linked = subprocess.check_output(["ldd", _poynting.__file__], text=True)
        names = {line.split()[0].rpartition("/")[2].split(".")[0] for line in linked.splitlines()}
        assert names <= {"linux-vdso", "libgcc_s", "libm", "libc", "libdl", "libpthread", "librt", "ld-linux-x86-64", "ld-linux-aarch64"}


def test_types_are_complete(tmp_path):
    pytest.importorskip("mypy")
    # To learn what numpy and matplotlib are takes mypy ten seconds; where its cache lasts it does that once.
    cache = os.environ.get("MYPY_CACHE_DIR", str(tmp_path))
    mypy = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", cache]
    # By its name: with a path everything beside it in site-packages would be its own.
    for target in (["-p", "poynting"], [str(SAMPLE)]):
        ended = subprocess.run([*mypy, *target], capture_output=True, text=True, cwd=tmp_path)
        assert ended.returncode == 0, ended.stdout
    # The stub knows what is wrong.
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "import poynting\n"
        "poynting.Sphere((0, 0, 0))\n"
        "poynting.Material(epsr=2)\n"
        'poynting.Boundary(all="open")\n'
        "poynting.Sphere((0, 0, 0), 1).radius.real\n"
    )
    ended = subprocess.run([*mypy, str(wrong)], capture_output=True, text=True)
    assert [line.split(":")[1] for line in ended.stdout.splitlines() if "error" in line and "Found" not in line] == [
        "2", "3", "4", "5",
    ], ended.stdout  # fmt: skip
