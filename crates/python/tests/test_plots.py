"""Pictures: what is drawn is what was asked for. Nobody looks at the colours here."""

import subprocess
import sys

import matplotlib
import numpy as np
import poynting as pt
import pytest

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402


@pytest.fixture(autouse=True)
def no_pictures_left():
    yield
    plt.close("all")


def sphere():
    """A small metal sphere in the resonant range, by the method of moments."""
    return pt.Scene(
        title="ball",
        structures=[pt.Structure("pec", pt.Sphere((0, 0, 0), "30 mm"), name="ball")],
        sources=[pt.PlaneWaveSource("wave", pt.PhasorWaveform("1 V/m"), direction="+z", polarisation="x")],
        monitors=[
            pt.FarFieldMonitor("far", "1.5 GHz", theta={"from": 0, "to": np.pi, "count": 19}),
            pt.MonostaticMonitor("mono", ["1 GHz", "1.5 GHz"], {"from": 0, "to": "90 deg", "count": 4}, 0),
            pt.SurfaceCurrentMonitor("skin", "1.5 GHz"),
            pt.FieldMonitor("near", ("-60 mm", 0, "-60 mm"), ("60 mm", 0, "60 mm"), "1.5 GHz", samples=[13, 1, 11]),
        ],
    )


@pytest.fixture(scope="module")
def ball():
    return sphere().run(device="cpu", progress=False)


def test_s_parameters_are_drawn_in_decibels(dipole):
    ax = dipole.plot_s()
    (line,) = ax.lines
    assert ax.get_xlabel() == "Frequency (GHz)" and line.get_label() == "S(feed, feed)"
    np.testing.assert_allclose(line.get_xdata(), dipole.frequencies / 1e9)
    np.testing.assert_allclose(line.get_ydata(), 20 * np.log10(np.abs(dipole.s[:, 0, 0])))


def test_a_pattern_is_drawn_about_the_z_axis(dipole):
    ax = dipole.plot_pattern("far")
    (line,) = ax.lines
    angles, level = line.get_xdata(), line.get_ydata()
    # A dipole along z has its maximum of about 2.15 dBi across it.
    assert abs(np.degrees(angles[np.argmax(level)]) - 90) < 2 and level.max() == pytest.approx(2.15, abs=0.1)
    with pytest.raises(ValueError, match="polar"):
        dipole.plot_pattern(ax=plt.figure().add_subplot())
    with pytest.raises(KeyError, match="no pattern of 'fare'"):
        dipole.plot_pattern("fare")


def test_cross_sections_are_drawn_over_angles(ball):
    ax = ball.plot_rcs("far")
    labels = [line.get_label() for line in ax.lines]
    assert ax.get_xlabel() == "Theta (deg)" and len(labels) == 2 and "phi = 90°" in labels[1]
    level = ball["far/far/rcs_level"]
    np.testing.assert_array_equal(ax.lines[0].get_ydata(), level.values[0, :, 0])
    mono = ball.plot_rcs("mono", frequency=1.5e9)
    assert any("θθ" in line.get_label() for line in mono.lines) and len(mono.lines[0].get_xdata()) == 4
    assert ball.plot_rcs(ax=plt.figure().add_subplot()).lines


def test_fields_are_drawn_on_their_plane(ball):
    ax = ball.plot_field("near")
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("x (mm)", "z (mm)")
    mesh = ax.collections[0]
    e = [ball[f"field/near/E{axis}"].values[0, :, 0, :] for axis in "xyz"]
    total = np.sqrt(sum(np.abs(part) ** 2 for part in e))
    np.testing.assert_allclose(mesh.get_array(), total.T)
    one = ball.plot_field("near", "Ex").collections[0]
    np.testing.assert_allclose(one.get_array(), np.abs(e[0]).T)
    with pytest.raises(KeyError, match="'Hq' was not recorded"):
        ball.plot_field("near", "Hq")


def test_a_snapshot_is_drawn_with_its_sign():
    results = pt.example("cavity").replace({"stop/steps": 400}).run(device="cpu", progress=False)
    snapshot = results["snapshot/middle/Ey"]
    mesh = results.plot_field(at=snapshot.axes["time"][-1]).collections[0]
    assert mesh.norm.vmin == -mesh.norm.vmax < 0
    np.testing.assert_array_equal(mesh.get_array(), np.squeeze(snapshot.values[-1]).T)


def test_currents_are_drawn_on_their_triangles(ball):
    ax = ball.plot_currents()
    (surface,) = ax.collections
    current = ball["current/skin"].values[0]
    np.testing.assert_allclose(surface.get_array(), np.linalg.norm(np.abs(current), axis=-1))
    assert len(surface.get_array()) == len(ball["surface/triangles"])


def test_a_scene_is_drawn_with_its_materials_and_grid():
    scene = pt.example("patch")
    figure = scene.plot()
    yz, xz, xy = figure.axes
    assert [ax.get_xlabel() for ax in (yz, xz, xy)] == ["y (mm)", "x (mm)", "x (mm)"]
    lines = scene.check(device="cpu").lines
    # One collection of lines for each direction of the grid.
    vertical = xy.collections[0].get_segments()
    np.testing.assert_allclose([segment[0][0] for segment in vertical], lines[0] * 1e3)
    # The board is blue where the plane cuts it, and free space is white.
    picture = xy.images[0].get_array()
    middle, corner = picture[len(picture) // 2, len(picture[0]) // 2], picture[3, 3]
    assert tuple(corner[:3]) == (1, 1, 1) and tuple(middle[:3]) != (1, 1, 1)
    labels = {text.get_text() for legend in figure.legends for text in legend.get_texts()}
    assert {"laminate", "pec", "port", "monitor"} <= labels
    assert not scene.plot(grid=False).axes[2].collections
    with pytest.raises(ValueError, match="three values"):
        scene.plot(at=(0, 0))


def test_a_scene_in_open_space_is_drawn_without_a_grid():
    figure = sphere().plot(at=(0, 0, 0.029))
    assert not figure.axes[0].collections and figure.axes[2].get_title() == "z = 29 mm"


def test_without_matplotlib_the_cure_is_told():
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "import poynting\n"
        "poynting.example('patch').plot()"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "ImportError: plots need matplotlib: pip install poynting[plot]" in ended.stderr
