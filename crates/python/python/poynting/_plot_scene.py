"""Three cross-sections of a scene with matplotlib, before it is run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Tuple

import numpy as np
import numpy.typing as npt

from ._optional import needed, pyplot
from ._poynting import Bodies
from ._units import prefix

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ._scene import Scene

Array = npt.NDArray[Any]
Box = Tuple[Array, Array]

#: Points along the longer side of a plot.
POINTS = 500
METALS = {"pec": "#b8860b", "pmc": "#7a5ea8"}
MEDIA = ["#9ecae1", "#a1d99b", "#fdae6b", "#d4b9da", "#fa9fb5", "#c7c78f", "#8dd3c7", "#bdbdbd"]
MARKS = {"port": "#d62728", "source": "#ff7f0e", "element": "#8c564b", "monitor": "#1f77b4", "wire": "#b8860b"}


@dataclass(frozen=True)
class Model:
    """The drawn parts of a scene."""

    bodies: Bodies
    #: Name, material and box of every structure.
    structures: List[Tuple[str, str, Box]]
    #: Kind, name and box of ports, sources, elements, monitors and wires.
    marks: List[Tuple[str, str, Box]]
    domain: Optional[Box]
    #: Grid lines along x, y and z; empty without a grid.
    lines: Tuple[Array, ...]
    #: The region shown.
    view: Box
    colors: Dict[str, str]
    #: Metres per unit of the axes, and the name of the unit.
    scale: Tuple[float, str]


def plot_scene(scene: Scene, at: Optional[Sequence[Optional[float]]], grid: bool) -> Figure:
    model = gathered(scene, grid)
    planes = places(model, at)
    figure = pyplot().figure(figsize=(14, height(model)), layout="constrained")
    for axis, ax in enumerate(figure.subplots(1, 3)):
        draw_section(ax, model, axis, planes[axis])
    figure.suptitle(scene.title)
    handles = legend(model)
    if handles:
        figure.legend(handles=handles, loc="outside lower center", ncols=min(len(handles), 8))
    drawn: Figure = figure
    return drawn


def height(model: Model) -> float:
    """Height in inches of the tallest of three plots side by side, with title and legend."""
    x, y, z = model.view[1] - model.view[0]
    return float(np.clip(1.5 + 4.2 * max(z / y, z / x, y / x), 3.5, 7.0))


def middles(low: float, high: float, step: float) -> Array:
    """The midpoints of equal steps that fill a range."""
    count = max(round((high - low) / step), 2)
    points: Array = low + (np.arange(count) + 0.5) * (high - low) / count
    return points


def gathered(scene: Scene, grid: bool) -> Model:
    bodies = scene._native.bodies()
    structures = [(name, material, box(low, high)) for name, material, low, high in bodies.boxes()]
    marks = [(kind, name, box(low, high)) for kind, name, low, high in scene._native.marks()]
    corners = scene._native.domain()
    domain = None if corners is None else box(*corners)
    lines = scene.check(device="cpu").lines if grid and domain is not None else ()
    view = seen(domain, lines, [extent for *_, extent in [*structures, *marks]])
    media = [name for name in bodies.materials if name not in METALS and name != "vacuum"]
    colors = {"vacuum": "white", **METALS, **{name: MEDIA[n % len(MEDIA)] for n, name in enumerate(media)}}
    scale = prefix(float(np.max(view[1] - view[0])) / 2, "m")
    return Model(bodies, structures, marks, domain, lines, view, colors, scale)


def box(low: Sequence[float], high: Sequence[float]) -> Box:
    ends = np.array([low, high], dtype=float)
    return ends.min(axis=0), ends.max(axis=0)


def seen(domain: Optional[Box], lines: Tuple[Array, ...], others: List[Box]) -> Box:
    """The grid with its absorbing layers, otherwise the domain, otherwise all structures with a margin."""
    if lines:
        return box([along[0] for along in lines], [along[-1] for along in lines])
    if domain is not None:
        return domain
    everything = others or [(np.full(3, -1.0), np.full(3, 1.0))]
    low = np.min([low for low, _ in everything], axis=0)
    high = np.max([high for _, high in everything], axis=0)
    room = 0.1 * np.max(high - low)
    return low - room, high + room


def places(model: Model, at: Optional[Sequence[Optional[float]]]) -> List[float]:
    """The positions of the three planes."""
    asked = list(at) if at is not None else [None] * 3
    if len(asked) != 3:
        raise ValueError("at must have three values, for x, y and z; None selects a default")
    drives = [extent for kind, _, extent in model.marks if kind in ("port", "source")]
    low, high = drives[0] if drives else model.domain or model.view
    middle = (low + high) / 2
    return [float(middle[axis]) if value is None else float(value) for axis, value in enumerate(asked)]


def draw_section(ax: Axes, model: Model, axis: int, at: float) -> None:
    u, v = [[1, 2], [0, 2], [0, 1]][axis]
    size, unit = model.scale
    low, high = model.view
    points = [middles(low[a], high[a], max(high[u] - low[u], high[v] - low[v]) / POINTS) for a in (u, v)]
    materials = model.bodies.section(axis, at, *points)
    colors = needed("matplotlib.colors", "plots", "matplotlib")
    palette = np.array([colors.to_rgba(model.colors[name]) for name in model.bodies.materials])
    extent = (low[u] / size, high[u] / size, low[v] / size, high[v] / size)
    ax.imshow(palette[materials], origin="lower", extent=extent, interpolation="nearest", aspect="equal")
    draw_grid(ax, model, (u, v))
    for _, material, limits in model.structures:
        draw_sheet(ax, limits, (axis, u, v), at, (model.colors[material], size))
    if model.domain is not None:
        outline(ax, model.domain, (u, v), size, edgecolor="black", linewidth=1.0)
    for kind, _, limits in model.marks:
        draw_mark(ax, kind, limits, (axis, u, v), at, model)
    names = "xyz"
    ax.set(xlabel=f"{names[u]} ({unit})", ylabel=f"{names[v]} ({unit})", title=f"{names[axis]} = {at / size:.4g} {unit}")
    ax.set_xlim(extent[0], extent[1])
    ax.set_ylim(extent[2], extent[3])


def draw_grid(ax: Axes, model: Model, plane: Tuple[int, int]) -> None:
    if not model.lines:
        return
    u, v = plane
    size, _ = model.scale
    low, high = model.view
    style: Dict[str, Any] = {"colors": "black", "linewidths": 0.25, "alpha": 0.3}
    ax.vlines(model.lines[u] / size, low[v] / size, high[v] / size, **style)
    ax.hlines(model.lines[v] / size, low[u] / size, high[u] / size, **style)


def draw_sheet(ax: Axes, limits: Box, axes: Tuple[int, int, int], at: float, style: Tuple[str, float]) -> None:
    """A sheet of zero thickness: a line where the plane cuts it, dashed if it is parallel to the plane."""
    normal, u, v = axes
    color, size = style
    low, high = limits
    if np.all(high > low):
        return
    if high[normal] > low[normal]:
        if low[normal] <= at <= high[normal]:
            ax.plot([low[u] / size, high[u] / size], [low[v] / size, high[v] / size], color=color, linewidth=2.5)
    else:
        within = bool(abs(at - low[normal]) <= 1e-9 * size)
        face = {"facecolor": color} if within else {"linestyle": "--"}
        outline(ax, limits, (u, v), size, edgecolor=color, linewidth=1.5, **face)


def draw_mark(ax: Axes, kind: str, limits: Box, axes: Tuple[int, int, int], at: float, model: Model) -> None:
    """A box, a line or a point; dotted if the plane does not cut it."""
    normal, u, v = axes
    size, _ = model.scale
    low, high = limits
    slack = 1e-3 * float(np.max(model.view[1] - model.view[0]))
    cut = low[normal] - slack <= at <= high[normal] + slack
    color = MARKS[kind]
    if kind == "wire" and not cut:
        return
    width = 2.0 if kind != "monitor" else 1.0
    if low[u] == high[u] and low[v] == high[v]:
        ax.plot(low[u] / size, low[v] / size, "o", color=color, markersize=5, fillstyle="full" if cut else "none")
    elif low[u] == high[u] or low[v] == high[v]:
        style = "-" if cut else ":"
        ax.plot([low[u] / size, high[u] / size], [low[v] / size, high[v] / size], style, color=color, linewidth=width)
    else:
        outline(ax, limits, (u, v), size, edgecolor=color, linewidth=width, linestyle="-" if cut else ":")


def outline(ax: Axes, limits: Box, plane: Tuple[int, int], size: float, **style: Any) -> None:
    patches = needed("matplotlib.patches", "plots", "matplotlib")
    u, v = plane
    low, high = limits
    corner = (low[u] / size, low[v] / size)
    style = {"facecolor": "none", **style}
    ax.add_patch(patches.Rectangle(corner, (high[u] - low[u]) / size, (high[v] - low[v]) / size, **style))


def legend(model: Model) -> List[Any]:
    patches = needed("matplotlib.patches", "plots", "matplotlib")
    lines = needed("matplotlib.lines", "plots", "matplotlib")
    used = dict.fromkeys(material for _, material, _ in model.structures)
    handles: List[Any] = [patches.Patch(facecolor=model.colors[name], edgecolor="black", label=name) for name in used]
    kinds = dict.fromkeys(kind for kind, *_ in model.marks)
    return handles + [lines.Line2D([], [], color=MARKS[kind], label=kind) for kind in kinds]
