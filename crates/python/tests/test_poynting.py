"""The package as it is installed. The closed forms are those of a rectangular cavity (Pozar, Microwave Engineering, 6.3)."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import poynting
import pytest

C = 299_792_458.0
# The box of the example, in metres.
A, B, D = 25e-3, 12.5e-3, 60e-3


@pytest.fixture(scope="module")
def cavity():
    return poynting.example("cavity").run(device="cpu", precision="f64", progress=False)


def long_run():
    """The cavity with more steps than anybody waits for."""
    return poynting.Scene.from_text(poynting.example("cavity").text.replace("steps = 4000", "steps = 100000000"))


def te101_on_the_grid(spacing, dt):
    """The resonance that a lossless Yee grid of equal cells has (Taflove and Hagness, section 4.5)."""
    k = np.array([np.pi / A, 0.0, np.pi / D])
    sines = np.sin(k * spacing / 2) / spacing
    return np.arcsin(C * dt * np.sqrt(np.sum(sines**2))) / (np.pi * dt)


def peak(times, signal_values, near):
    """The frequency of the largest spectral line within 5 % of `near`, by the transform itself."""
    frequencies = np.linspace(0.95 * near, 1.05 * near, 2001)
    window = np.hanning(len(times))
    spectrum = np.exp(-2j * np.pi * np.outer(frequencies, times)) @ (window * signal_values)
    return frequencies[np.argmax(np.abs(spectrum))]


def test_the_resonance_of_the_cavity_is_that_of_theory(cavity):
    ey = cavity["probe/point/Ey"]
    theory = C / 2 * np.hypot(1 / A, 1 / D)
    found = peak(ey.axes["time"], ey.values, theory)
    # The line is 0.1 GHz wide; its place is found to far less. The grid itself is slower by 0.04 %.
    assert found == pytest.approx(theory, rel=1e-3)
    assert found == pytest.approx(te101_on_the_grid(1.25e-3, cavity.summary["dt_s"]), rel=2e-4)


def test_a_quantity_knows_its_axes_and_units(cavity):
    ey = cavity["probe/point/Ey"]
    assert (ey.unit, ey.axis_units["time"], ey.shape) == ("V/m", "s", (4000,))
    assert ey.axes["time"][1] - ey.axes["time"][0] == pytest.approx(cavity.summary["dt_s"])
    assert np.asarray(ey) is ey.values and np.max(np.abs(ey)) > 0
    snapshot = cavity["snapshot/middle/Ey"]
    assert snapshot.shape == tuple(len(values) for values in snapshot.axes.values())
    assert list(snapshot.axes)[0] == "time" and snapshot.values.ndim >= 3


def test_results_are_a_mapping(cavity):
    assert list(cavity) == list(cavity.keys()) and "probe/point/Ey" in cavity and len(cavity) == 3
    assert "probe/point/Ez" not in cavity
    with pytest.raises(KeyError, match="there is no 'probe/point/E'; available: probe/point/Ey"):
        cavity["probe/point/E"]
    with pytest.raises(KeyError):
        cavity.s
    with pytest.raises(KeyError, match="over frequency"):
        cavity.frequencies
    summary = cavity.summary
    assert (summary["steps"], summary["stopped_by"], summary["device"]) == (4000, "steps", "cpu")
    assert cavity.scene == poynting.example("cavity").text


def test_check_lays_the_run_out():
    report = poynting.example("cavity").check(device="cpu", precision="f64")
    assert (report.cells, report.steps, report.precision) == (20 * 10 * 48, 4000, "f64")
    for lines, end in zip(report.lines, (A, B, D)):
        np.testing.assert_allclose(lines, np.linspace(0, end, len(lines)), atol=1e-12)
    # Courant's limit in cubic cells.
    assert report.dt < 1.25e-3 / (C * np.sqrt(3)) < 1.05 * report.dt
    assert report.needed_bytes == sum(report.memory.values()) and report.fits
    text = str(report)
    assert "20 x 10 x 48 = 9,600 cells, smallest 1.25 mm" in text and "4,000 steps of 2.3" in text
    assert "9600 cells" in repr(report)


def test_complex_pairs_are_complex_arrays():
    scene = poynting.example("strip-dipole")
    assert scene.check(solver="mom").unknowns > 50
    results = scene.run(device="cpu", solver="mom", progress=False)
    s, z = results.s, results["port/feed/impedance"]
    assert s.dtype == complex and s.shape == (len(results.frequencies), 1, 1)
    assert (z.unit, z.description) == ("ohm", "V/I with the other ports loaded")
    assert "network/s" in list(results) and "network/s/real" not in list(results)
    assert np.array_equal(results["network/s/imag"], s.imag)
    # One port: S follows from the impedance and the reference.
    r = results["network/resistance"].values[0]
    np.testing.assert_allclose(s[:, 0, 0], (z.values - r) / (z.values + r), rtol=1e-9)
    assert np.all(np.abs(s) < 1)


def test_a_mistake_shows_its_line_and_column(tmp_path):
    file = tmp_path / "wrong.toml"
    file.write_text(poynting.example("cavity").text.replace('spacing = "1.25 mm"', "spacing = 1.25"))
    with pytest.raises(poynting.SceneError) as caught:
        poynting.Scene.from_file(file)
    text = file.read_text()
    line = text[: text.index("spacing = ")].count("\n") + 1
    assert f"wrong.toml:{line}:11]" in str(caught.value)
    (at, column, message, cure), *others = caught.value.mistakes
    assert (at, column, others) == (line, 11, []) and "spacing" in message and "mm" in cure
    assert isinstance(caught.value, ValueError)


def test_other_errors_are_those_that_python_users_expect(tmp_path):
    with pytest.raises(FileNotFoundError, match="nothing.toml"):
        poynting.Scene.from_file(tmp_path / "nothing.toml")
    with pytest.raises(poynting.SceneError, match="neither TOML"):
        poynting.Scene.from_file(tmp_path / "nothing.txt")
    with pytest.raises(FileNotFoundError, match="results.h5"):
        poynting.load(tmp_path)
    with pytest.raises(KeyError, match="did you mean 'cavity'"):
        poynting.example("cavty")
    scene = poynting.example("cavity")
    with pytest.raises(ValueError, match='"f32" or "f64", not "f16"'):
        scene.run(precision="f16")
    with pytest.raises(ValueError, match="not the name of a device"):
        scene.check(device="abacus")
    with pytest.raises(poynting.SolverError, match="gpu:99"):
        scene.run(device="gpu:99")
    with pytest.raises(poynting.SceneError) as refused:
        scene.run(solver="mom", device="cpu")
    assert refused.value.mistakes == []


def test_what_does_not_fit_is_a_memory_error():
    huge = poynting.Scene.from_text(
        poynting.example("cavity").text.replace('spacing = "1.25 mm"', 'spacing = "0.002 mm"')
    )
    report = huge.check(device="cpu")
    assert not report.fits and report.cells > 10**12
    with pytest.raises(MemoryError, match="needs"):
        huge.run(device="cpu")


def test_a_scene_can_be_json_and_can_stand_elsewhere(tmp_path):
    scene = poynting.Scene.from_file(Path(__file__).parent / "cavity.json")
    assert scene.title == "in JSON"
    assert poynting.Scene.from_text(scene.text, format="json").check(device="cpu").steps == 10
    with pytest.raises(ValueError, match="format"):
        poynting.Scene.from_text(scene.text, format="yaml")
    with pytest.raises(poynting.SceneError) as caught:
        poynting.Scene.from_text("title = 1", base_dir=tmp_path)
    assert str(tmp_path / "scene.toml") in str(caught.value)


def test_results_go_to_the_disk_and_come_back(cavity, tmp_path):
    files = cavity.write(tmp_path / "out")
    assert {"results.h5", "summary.json", "probe_point.csv", "probe_point.png"} <= {file.name for file in files}
    assert all(file.is_file() for file in files)
    for path in (tmp_path / "out", tmp_path / "out" / "results.h5"):
        loaded = poynting.load(path)
        # A file has its own order.
        assert sorted(loaded) == sorted(cavity) and loaded.scene == cavity.scene
        assert loaded.summary.keys() == cavity.summary.keys() and loaded.summary["steps"] == 4000
        assert np.array_equal(loaded["probe/point/Ey"], cavity["probe/point/Ey"])
        assert np.array_equal(loaded["probe/point/Ey"].axes["time"], cavity["probe/point/Ey"].axes["time"])


def test_h5py_reads_what_was_written(cavity, tmp_path):
    h5py = pytest.importorskip("h5py")
    cavity.write(tmp_path)
    with h5py.File(tmp_path / "results.h5") as file:
        assert np.array_equal(file["probe/point/Ey"][:], cavity["probe/point/Ey"])
        assert file["probe/point/Ey"].attrs["unit"] == "V/m"
        assert file["probe/point/Ey"].dims[0][0].shape == (4000,)
    # Two copies of the HDF5 library live in this process; ours must still find itself.
    assert len(poynting.load(tmp_path)) == 3


def test_ctrl_c_ends_a_run_in_order_and_keeps_what_there_was():
    # A process that a shell started in the background ignores Ctrl-C.
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    try:
        with pytest.raises(KeyboardInterrupt) as caught:
            long_run().run(device="cpu", progress=False)
    finally:
        signal.signal(signal.SIGINT, handler)
    results = caught.value.results
    assert isinstance(caught.value, poynting.Interrupted) and results.summary["stopped_by"] == "interrupt"
    assert 0 < results.summary["steps"] == len(results["probe/point/Ey"]) < 100_000_000
    assert np.max(np.abs(results["probe/point/Ey"])) > 0


def test_a_run_that_was_ended_continues_from_its_checkpoint(cavity, tmp_path):
    state = tmp_path / "state"
    state.mkdir()
    (state / "notes.txt").write_text("mine")

    def end(*_):
        raise RuntimeError("enough")

    scene = poynting.example("cavity")
    with pytest.raises(RuntimeError, match="enough"):
        scene.run(device="cpu", precision="f64", checkpoint=state, progress=end)
    assert any((state / "checkpoint").iterdir())
    with pytest.raises(ValueError, match="another scene"):
        long_run().run(device="cpu", precision="f64", checkpoint=state, progress=False)
    results = scene.run(device="cpu", precision="f64", checkpoint=state, progress=False)
    assert np.array_equal(results["probe/point/Ey"].values, cavity["probe/point/Ey"].values)
    # What else is in the folder is the user's.
    assert [file.name for file in state.iterdir()] == ["notes.txt"]


def test_a_run_with_the_method_of_moments_continues_from_its_checkpoint(tmp_path):
    """A sweep that is ended at its second frequency; it keeps the first one."""
    scene = poynting.example("strip-dipole")
    run = {"device": "cpu", "solver": "mom"}
    whole = scene.run(**run, progress=False)

    def end(done, total, text):
        if done >= 1:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        scene.run(**run, checkpoint=tmp_path, progress=end)
    assert any((tmp_path / "checkpoint").iterdir())
    with pytest.raises(ValueError, match="another scene"):
        scene.run(**run, precision="f32", checkpoint=tmp_path, progress=False)
    results = scene.run(**run, checkpoint=tmp_path, progress=False)
    assert not (tmp_path / "checkpoint").exists()
    for name in whole:
        assert np.array_equal(results[name].values, whole[name].values, equal_nan=True), name


def test_other_threads_go_on_while_a_run_does():
    """A run that held the interpreter's lock would keep this thread from counting."""
    counted = []
    ended = threading.Event()

    def count():
        while not ended.wait(0.001):
            counted.append(None)

    thread = threading.Thread(target=count)
    thread.start()
    poynting.example("cavity").run(device="cpu", threads=1, progress=False)
    ended.set()
    thread.join()
    assert len(counted) > 20


def test_progress_can_be_a_function_which_may_end_the_run():
    calls = []
    poynting.example("cavity").run(device="cpu", progress=lambda *told: calls.append(told))
    done, total, text = calls[-1]
    assert done == total == 4000 and text.startswith("step 4000, energy ")
    assert [call[0] for call in calls] == sorted(call[0] for call in calls)

    def enough(done, total, text):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        long_run().run(device="cpu", progress=enough)


RUN = [sys.executable, "-c", "import poynting; poynting.example('cavity').run(device='cpu')"]


def test_where_nobody_looks_progress_is_silent():
    ended = subprocess.run(RUN, capture_output=True, check=True)
    assert (ended.stdout, ended.stderr) == (b"", b"")


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a terminal")
def test_on_a_terminal_there_is_a_bar_that_vanishes():
    here, there = os.openpty()
    with subprocess.Popen(RUN, stderr=there):
        os.close(there)
        shown = b""
        # A terminal gives what it has, a page at most; at its end Linux calls it an error.
        with contextlib.suppress(OSError):
            while part := os.read(here, 100_000):
                shown += part
    os.close(here)
    shown = shown.decode(errors="replace")
    assert "100 %  step 4000" in shown and "━" in shown
    assert shown.endswith("\r\x1b[K")


def test_examples_and_devices_are_listed():
    examples = poynting.examples()
    assert examples["cavity"] == "resonances of a closed metal box"
    for name in examples:
        assert poynting.example(name).title
    cpu = poynting.devices()[0]
    assert cpu["device"] == "cpu" and cpu["cores"] >= 1 and cpu["available_bytes"] <= cpu["memory_bytes"]
    assert poynting.__version__.count(".") == 2
