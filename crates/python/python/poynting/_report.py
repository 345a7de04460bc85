"""The plan of a run."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Dict, List, Optional, Tuple

from ._units import show

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


def _no_values() -> npt.NDArray[np.float64]:
    import numpy as np

    return np.empty(0)


@dataclass(frozen=True, repr=False, eq=False)
class Report:
    """The result of `Scene.check`. Fields of other solvers are zero or empty."""

    title: str
    #: "fdtd", "mom" or "rcwa".
    solver: str
    precision: str
    device: str
    needed_bytes: int
    available_bytes: int
    #: Messages that call for a change, or for a reason not to make one.
    warnings: List[str]
    #: Defaults and adjustments that need no action.
    notes: List[str] = field(default_factory=list)
    #: FDTD: the grid lines along x, y and z in metres.
    lines: Tuple[npt.NDArray[np.float64], ...] = ()
    cells: int = 0
    #: The smallest cell in metres, and its cause.
    smallest_cell: float = 0.0
    smallest_cause: str = ""
    #: The maximum frequency, if known.
    max_frequency: Optional[float] = None
    #: The time step in seconds, and the maximum number of steps.
    dt: float = 0.0
    steps: int = 0
    #: Bytes by purpose.
    memory: Dict[str, int] = field(default_factory=dict)
    #: Method of moments: the mesh, the equation, the frequencies in hertz.
    triangles: int = 0
    unknowns: int = 0
    equation: str = ""
    #: Matrix method ("dense", "hmatrix" or "mlfma"), and why it was selected.
    method: str = ""
    why: str = ""
    #: The factors of a dense matrix: their precision, and whether solutions are refined.
    factors: Optional[str] = None
    #: How an adaptive sweep goes, if there is one, and the largest number of frequencies that are solved.
    sweep: Optional[str] = None
    solves: int = 0
    frequencies: npt.NDArray[np.float64] = field(default_factory=_no_values)
    #: Two dimensions: the elements of the outlines, and the polarisations that are solved.
    elements: int = 0
    polarisations: str = ""
    #: RCWA: the layers between the half spaces, and the number of orders along the periodic axes.
    layers: int = 0
    orders: Tuple[int, ...] = ()

    @property
    def fits(self) -> bool:
        """Whether there is enough memory."""
        return self.needed_bytes <= self.available_bytes

    def __repr__(self) -> str:
        size = f"{self.cells} cells" if self.solver == "fdtd" else f"{self.unknowns} unknowns"
        return f"<poynting.Report {self.title!r}: {self.solver}, {size}, {len(self.warnings)} warnings>"

    def __str__(self) -> str:
        rows = self._grid() if self.solver == "fdtd" else self._mesh()
        rows += [
            ("memory", f"{_bytes(self.needed_bytes)} needed, {_bytes(self.available_bytes)} available"),
            ("device", f"{self.device}, {self.precision}"),
        ]
        lines = [self.title, *(f"  {name:<7} {value}" for name, value in rows)]
        for warning in self.warnings:
            lines += textwrap.wrap(warning, 100, initial_indent="  warning: ", subsequent_indent=" " * 11)
        for note in self.notes:
            lines += textwrap.wrap(note, 100, initial_indent="  note: ", subsequent_indent=" " * 8)
        return "\n".join(lines)

    def _grid(self) -> List[Tuple[str, str]]:
        counts = " x ".join(str(len(lines) - 1) for lines in self.lines)
        return [
            ("grid", f"{counts} = {self.cells:,} cells, smallest {show(self.smallest_cell, 'm')}"),
            ("time", f"at most {self.steps:,} steps of {show(self.dt, 's')}, {show(self.steps * self.dt, 's')} in total"),
        ]

    def _mesh(self) -> List[Tuple[str, str]]:
        first, last = (show(f, "Hz") for f in (self.frequencies[0], self.frequencies[-1]))
        count = len(self.frequencies)
        factors = [] if self.factors is None else [("factors", self.factors)]
        sweep = [] if self.sweep is None else [("sweep", self.sweep)]
        solve = ("solve", first if count == 1 else f"{count} frequencies, {first} to {last}")
        if self.solver == "rcwa":
            orders = " x ".join(str(count) for count in self.orders)
            return [("stack", f"{self.layers} layers, {orders} orders, {self.unknowns:,} modes"), solve]
        if self.elements:
            mesh = f"{self.elements:,} elements, {self.unknowns:,} unknowns, {self.equation.upper()}"
            return [("mesh", mesh), ("waves", self.polarisations), solve]
        return [
            ("mesh", f"{self.triangles:,} triangles, {self.unknowns:,} unknowns, {self.equation.upper()}"),
            ("matrix", f"{self.method}: {self.why}"),
            *factors,
            *sweep,
            solve,
        ]


def _bytes(count: int) -> str:
    size, units = float(count), ["B", "KiB", "MiB", "GiB"]
    while size >= 1024 and len(units) > 1:
        size, units = size / 1024, units[1:]
    return f"{size:.4g} {units[0]}"
