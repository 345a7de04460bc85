"""Line plots with matplotlib: S-parameters, patterns, cross sections."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, List, Optional, Tuple

import numpy as np
import numpy.typing as npt

from ._optional import pyplot
from ._units import prefix, show

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ._results import Quantity, Results

Array = npt.NDArray[Any]

#: Polar plots end this far below their maximum, in dB.
DEPTH = 40.0
#: Cross sections this far below the maximum are not shown, in dB: lower levels are noise.
NOISE = 80.0
#: More curves in one plot cannot be told apart.
MOST_CURVES = 8


def plot_s(results: Results, ax: Optional[Axes]) -> Axes:
    if "network/s" not in results:
        raise KeyError("there are no S-parameters: add a `network` with `frequencies` to the scene")
    s = results["network/s"]
    ax = cartesian(ax)
    size, unit = prefix(s.axes["frequency"][-1], "Hz")
    colours = iter(colours_of(len(results.ports) ** 2))
    for n, source in enumerate(results.ports):
        for m, to in enumerate(results.ports):
            levels = decibels(s.values[:, m, n])
            ax.plot(s.axes["frequency"] / size, levels, label=f"S({to}, {source})", color=next(colours))
    ax.set(xlabel=f"Frequency ({unit})", ylabel="|S| (dB)", title=results.summary["title"])
    legend(ax)
    return ax


def colours_of(count: int) -> List[Any]:
    """Distinct colours."""
    if count <= 10:
        return [f"C{n}" for n in range(count)]
    return list(pyplot().get_cmap("turbo")(np.linspace(0.05, 0.95, count)))


def legend(ax: Axes) -> None:
    """A legend beside the axes, where it covers no curve."""
    ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), borderaxespad=0.0, ncols=1 + (len(ax.lines) - 1) // 16)


def plot_pattern(results: Results, monitor: Optional[str], frequency: Optional[float], ax: Optional[Axes]) -> Axes:
    level = pattern(results, monitor)
    number = nearest(level.axes["frequency"], frequency)
    if ax is None:
        _, ax = pyplot().subplots(subplot_kw={"projection": "polar"}, layout="constrained")
    if ax.name != "polar":
        raise ValueError('a pattern needs polar axes: plt.subplots(subplot_kw={"projection": "polar"})')
    # The methods of polar axes are not in the types of axes.
    polar: Any = ax
    top = 5 * np.ceil(np.max(level.values[number]) / 5)
    for label, angles, values in cuts(level, level.values[number]):
        polar.plot(np.radians(angles), np.maximum(values, top - DEPTH), label=label)
    polar.set_theta_zero_location("N")
    polar.set_theta_direction(-1)
    polar.set_rlim(top - DEPTH, top)
    polar.set_rlabel_position(22.5)
    polar.grid(alpha=0.4)
    at = show(level.axes["frequency"][number], "Hz")
    quantity = level.name.rpartition("/")[2]
    polar.set_title(f"{quantity.capitalize()} (dBi) at {at}, angle from +z, maximum {np.max(level.values[number]):.2f} dBi")
    polar.legend(loc="lower left", bbox_to_anchor=(-0.12, -0.12))
    return ax


def pattern(results: Results, monitor: Optional[str]) -> Quantity:
    """The gain of a monitor, or its directivity."""
    for leaf in ("gain", "directivity"):
        for name in results:
            if name.endswith(f"/{leaf}") and (monitor is None or name.split("/")[-2] == monitor):
                return results[name]
    of = "" if monitor is None else f" of {monitor!r}"
    raise KeyError(f"there is no pattern{of}: add a FarFieldMonitor with more than one direction in theta and phi")


def cuts(level: Quantity, values: Array) -> Iterator[Tuple[str, Array, Array]]:
    """Planes through z, each with its other half if recorded: label, angle from +z, values."""
    theta, phi = level.axes["theta"], level.axes["phi"]
    drawn: List[float] = []
    wanted = [p for p in (0.0, 90.0) if place(phi, p) is not None] or list(phi[:2])
    for angle in wanted:
        if any(abs((angle - d) % 180) < 1e-6 for d in drawn):
            continue
        drawn.append(angle)
        front, back = place(phi, angle), place(phi, angle + 180)
        if back is None:
            yield f"phi = {angle:g}°", theta, values[:, front]
        else:
            both = np.concatenate([-theta[::-1], theta])
            yield f"phi = {angle:g}°", both, np.concatenate([values[::-1, back], values[:, front]])


def place(phi: Array, angle: float) -> Optional[int]:
    """The index of an angle, modulo 360 degrees."""
    off = np.abs((phi - angle + 180) % 360 - 180)
    best = int(np.argmin(off))
    return best if off[best] < 1e-6 else None


def plot_rcs(results: Results, monitor: Optional[str], frequency: Optional[float], ax: Optional[Axes]) -> Axes:
    levels = [name for name in results if name.rpartition("/")[2].startswith(("rcs", "width")) and name.endswith("_level")]
    monitors = [name.split("/")[-2] for name in levels]
    if monitor is None and monitors:
        monitor = monitors[0]
    levels = [name for name, of in zip(levels, monitors) if of == monitor]
    if not levels:
        raise KeyError(
            "there are no cross sections: add a plane wave and a FarFieldMonitor, or a MonostaticMonitor; available: "
            + (", ".join(dict.fromkeys(monitors)) or "none")
        )
    ax = cartesian(ax)
    for name in levels:
        level = results[name]
        leaf = name.rpartition("/")[2].removeprefix("rcs_").removeprefix("width_")
        label = leaf.removesuffix("level").strip("_").replace("_", " ")
        axis = longest(level, frequency)
        ways = {"theta theta": "θθ", "phi phi": "φφ", "theta phi": "θφ", "phi theta": "φθ", "tm": "TM", "te": "TE"}
        draw_lines(ax, level, axis, frequency, ways.get(label, label))
    is_width = levels[0].rpartition("/")[2].startswith("width")
    ax.set(ylabel="Scattering width (dBm)" if is_width else "RCS (dBsm)", title=results.summary["title"])
    bottom, top = ax.get_ylim()
    ax.set_ylim(bottom=max(bottom, top - NOISE))
    if len(ax.lines) > 1:
        legend(ax)
    return ax


def longest(level: Quantity, frequency: Optional[float]) -> str:
    """The axis with the most values; not frequency if one is given."""
    candidates = [axis for axis in level.axes if axis != "frequency" or frequency is None]
    return max(candidates, key=lambda axis: len(level.axes[axis]))


def draw_lines(ax: Axes, level: Quantity, along: str, frequency: Optional[float], label: str) -> None:
    """A curve along an axis for each of the other coordinates, up to a maximum number."""
    others = [axis for axis in level.axes if axis != along]
    values = np.moveaxis(level.values, list(level.axes).index(along), -1)
    size, unit = prefix(level.axes[along][-1], level.axis_units[along])
    for index in list(np.ndindex(values.shape[:-1]))[: 4 * MOST_CURVES]:
        at = dict(zip(others, index))
        if along != "frequency" and at["frequency"] != nearest(level.axes["frequency"], frequency):
            continue
        if len(ax.lines) >= MOST_CURVES:
            break
        fixed = [
            f"{axis} = {show(level.axes[axis][n], level.axis_units[axis])}".replace(" deg", "°")
            for axis, n in at.items()
            if len(level.axes[axis]) > 1 or axis == "frequency"
        ]
        ax.plot(level.axes[along] / size, values[index], label=", ".join([label] * bool(label) + fixed))
    ax.set(xlabel=f"{along.capitalize()} ({unit})")


def cartesian(ax: Optional[Axes]) -> Axes:
    if ax is None:
        _, ax = pyplot().subplots(layout="constrained")
    assert ax is not None
    ax.grid(alpha=0.4)
    return ax


def nearest(values: Array, wanted: Optional[float], default: int = 0) -> int:
    """The index of the nearest value."""
    return default if wanted is None else int(np.argmin(np.abs(values - wanted)))


def decibels(amplitude: Array) -> Array:
    """20 log10 |x|; zero becomes -400 dB."""
    levels: Array = 20 * np.log10(np.maximum(np.abs(amplitude), 1e-20))
    return levels
