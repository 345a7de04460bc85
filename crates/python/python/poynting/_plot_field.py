"""Fields on planes and currents on surfaces with matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple

import numpy as np
import numpy.typing as npt

from ._optional import needed, pyplot
from ._plot import cartesian, nearest
from ._units import prefix, show

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ._results import Quantity, Results

Array = npt.NDArray[Any]


def plot_field(
    results: Results, monitor: Optional[str], component: Optional[str], at: Optional[float], ax: Optional[Axes]
) -> Axes:
    recorded = components(results, monitor)
    label, quantity, values = chosen(recorded, component)
    lead = next(iter(quantity.axes))
    number = nearest(quantity.axes[lead], at, default=0 if lead == "frequency" else -1)
    when = f"{lead} {show(quantity.axes[lead][number], quantity.axis_units[lead])}"
    coordinates = {axis: points for axis, points in quantity.axes.items() if axis != lead}
    plane, place = middle(values[number], coordinates)
    if np.iscomplexobj(plane):
        plane, label = np.abs(plane), f"|{label}|"
    title = f"{quantity.name.split('/')[-2]}: {when}{place}"
    spread = [axis for axis in coordinates if len(coordinates[axis]) > 1]
    if not spread:
        raise ValueError(f"{quantity.name} was recorded at a point: use results[{quantity.name!r}].values")
    if len(spread) == 1:
        ax = cartesian(ax)
        size, unit = prefix(np.max(np.abs(coordinates[spread[0]])), "m")
        ax.plot(coordinates[spread[0]] / size, plane)
        ax.set(xlabel=f"{spread[0]} ({unit})", ylabel=f"{label} ({quantity.unit})", title=title)
        return ax
    return image(plane, {axis: coordinates[axis] for axis in spread[:2]}, (label, quantity.unit, title), ax)


def components(results: Results, monitor: Optional[str]) -> Dict[str, Quantity]:
    """The recorded components of a monitor, by name."""
    found = [name.split("/") for name in results if name.startswith(("field/", "snapshot/"))]
    monitors = list(dict.fromkeys(parts[1] for parts in found))
    if monitor is None and monitors:
        monitor = monitors[0]
    if monitor not in monitors:
        there = ", ".join(monitors) or "none: add a FieldMonitor or a SnapshotMonitor"
        raise KeyError(f"no field was recorded as {monitor!r}; available: {there}")
    return {parts[2]: results["/".join(parts)] for parts in found if parts[1] == monitor and len(parts) == 3}


def chosen(recorded: Dict[str, Quantity], component: Optional[str]) -> Tuple[str, Quantity, Array]:
    """One component, or the magnitude of the vector."""
    if component is None and {"Ex", "Ey", "Ez"} <= set(recorded):
        parts = [recorded[name] for name in ("Ex", "Ey", "Ez")]
        shapes = {part.shape for part in parts}
        # On the staggered grid a component may have a row more than another.
        if len(shapes) == 1:
            total = np.sqrt(sum(np.abs(part.values) ** 2 for part in parts))
            return "|E|", parts[0], np.asarray(total)
    name = component or next(iter(recorded))
    if name not in recorded:
        raise KeyError(f"{name!r} was not recorded; available: {', '.join(recorded)}")
    return name, recorded[name], recorded[name].values


def middle(values: Array, coordinates: Dict[str, Array]) -> Tuple[Array, str]:
    """The values on a plane; for a box, the plane in the middle of the last axis."""
    place = ""
    spread = [axis for axis, points in coordinates.items() if len(points) > 1]
    for number, (axis, points) in reversed(list(enumerate(coordinates.items()))):
        if axis in spread[:2]:
            continue
        half = len(points) // 2
        values = np.take(values, half, axis=number)
        place += f", {axis} = {show(float(points[half]), 'm')}"
    return values, place


def image(plane: Array, axes: Dict[str, Array], texts: Tuple[str, str, str], ax: Optional[Axes]) -> Axes:
    (first, u), (second, v) = axes.items()
    label, unit, title = texts
    if ax is None:
        _, ax = pyplot().subplots(layout="constrained")
    assert ax is not None
    size, length = prefix(max(np.max(np.abs(u)), np.max(np.abs(v))), "m")
    signed = bool(np.min(plane) < 0)
    top = float(np.max(np.abs(plane))) or 1.0
    scale: Dict[str, Any] = {"cmap": "RdBu_r", "vmin": -top, "vmax": top} if signed else {"cmap": "viridis", "vmin": 0.0, "vmax": top}
    mesh = ax.pcolormesh(u / size, v / size, plane.T, shading="nearest", **scale)
    ax.figure.colorbar(mesh, ax=ax, label=f"{label} ({unit})")
    ax.set(xlabel=f"{first} ({length})", ylabel=f"{second} ({length})", title=title, aspect="equal")
    return ax


def plot_currents(results: Results, monitor: Optional[str], frequency: Optional[float], ax: Optional[Axes]) -> Axes:
    names: List[str] = [name for name in results if name.startswith("current/")]
    wanted = f"current/{monitor}" if monitor is not None else next(iter(names), "")
    if wanted not in names:
        there = ", ".join(name.split("/")[1] for name in names) or "none: add a SurfaceCurrentMonitor"
        raise KeyError(f"no currents were recorded as {monitor!r}; available: {there}")
    current = results[wanted]
    number = nearest(current.axes["frequency"], frequency)
    magnitude = np.sqrt(np.sum(np.abs(current.values[number]) ** 2, axis=-1))
    if ax is None:
        _, ax = pyplot().subplots(subplot_kw={"projection": "3d"}, layout="constrained")
    if ax.name != "3d":
        raise ValueError('currents need 3D axes: plt.subplots(subplot_kw={"projection": "3d"})')
    space: Any = ax
    corners = results["surface/vertices"].values
    size, unit = prefix(float(np.max(np.ptp(corners, axis=0))), "m")
    triangles = corners[results["surface/triangles"].values.astype(int)] / size
    draw_triangles(space, triangles, magnitude)
    at = show(current.axes["frequency"][number], "Hz")
    space.set(xlabel=f"x ({unit})", ylabel=f"y ({unit})", zlabel=f"z ({unit})", title=f"{wanted.split('/')[1]} at {at}")
    return ax


def draw_triangles(space: Any, triangles: Array, magnitude: Array) -> None:
    art3d = needed("mpl_toolkits.mplot3d.art3d", "plots", "matplotlib")
    surface = art3d.Poly3DCollection(triangles, array=magnitude, cmap="inferno", edgecolor="none")
    surface.set_clim(0, float(np.max(magnitude)) or 1.0)
    space.add_collection3d(surface)
    low, high = triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))
    # A flat sheet still needs a box to stand in.
    extent = np.maximum(high - low, 0.15 * np.max(high - low))
    center = (low + high) / 2
    for set_limits, mid, width in zip((space.set_xlim, space.set_ylim, space.set_zlim), center, extent):
        set_limits(mid - width / 2, mid + width / 2)
    space.set_box_aspect(extent)
    space.figure.colorbar(surface, ax=space, label="Surface current density (A/m)", shrink=0.7)
