"""Unit cells by rigorous coupled-wave analysis."""

import numpy as np
import poynting as pt
import pytest

C = 299792458.0
LINES = """
title = "lines"
[domain]
from = ["0 mm", "0 mm", "-4 mm"]
to = ["12 mm", "1 mm", "6 mm"]
[boundary]
x = "periodic"
y = "periodic"
z = "pml"
[materials.slab]
eps_r = 4
[[structures]]
name = "slab"
material = "slab"
shape = "box"
from = ["0 mm", "0 mm", "0 mm"]
to = ["12 mm", "1 mm", "2 mm"]
[[sources]]
name = "wave"
type = "plane-wave"
direction = "+z"
polarisation = "y"
waveform = { type = "phasor", amplitude = "1 V/m" }
[[monitors]]
name = "behind"
type = "field"
from = ["0 mm", "0 mm", "3 mm"]
to = ["0 mm", "0 mm", "3 mm"]
components = ["Ey"]
frequencies = ["30 GHz", "40 GHz"]
"""


def scene(cut=""):
    return pt.Scene.from_text(LINES + cut)


def test_a_slab_is_that_of_fresnel():
    results = scene().run(solver="rcwa", progress=False)
    k = 2 * np.pi * np.array([30e9, 40e9]) / C
    # Transmission of a slab of index 2 in vacuum, from z = 0, where the wave is real, to 3 mm.
    r, phase = -1 / 3, np.exp(-2j * k * 2e-3)
    t = (1 - r**2) * phase / (1 - r**2 * phase**2) * np.exp(-1j * k * 1e-3)
    np.testing.assert_allclose(results["field/behind/Ey"].values, t, atol=1e-12)
    np.testing.assert_allclose(results["grating/transmittance"].values, np.abs(t) ** 2, atol=1e-12)
    assert results.summary["rcwa"]["frequencies"] == 2


def test_orders_have_axes_and_the_plan_shows_them():
    lines = scene().replace({"structures/slab/to": ["5 mm", "1 mm", "2 mm"]}).replace({"rcwa/orders": 15})
    report = lines.check(solver="rcwa")
    assert report.solver == "rcwa" and report.layers == 1 and tuple(report.orders) == (31, 1)
    assert "31 x 1 orders" in str(report) and report.fits
    results = lines.run(solver="rcwa", progress=False)
    reflected, transmitted = (results[f"orders/{side}/efficiency"] for side in ("reflected", "transmitted"))
    assert list(transmitted.axes) == ["frequency", "order_x", "order_y"]
    total = reflected.values.sum(axis=(1, 2)) + transmitted.values.sum(axis=(1, 2))
    np.testing.assert_allclose(total, 1, atol=1e-10)
    s = results["orders/transmitted/s"]
    np.testing.assert_allclose(np.abs(s.values) ** 2, transmitted.values, atol=1e-12)


def test_what_is_not_a_unit_cell_is_refused():
    with pytest.raises(pt.SceneError, match="RCWA does not support"):
        pt.example("cavity").run(solver="rcwa")
