"""Two results held against each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, Iterator, Mapping, Tuple

from . import _poynting
from ._results import Results


@dataclass(frozen=True)
class Deviation:
    """How far two quantities of one name are apart, where their coordinates agree."""

    quantity: str
    #: "dB" for levels, else "of largest": a part of the largest magnitude.
    unit: str
    #: How many values were compared.
    values: int
    mean: float
    worst: float
    #: Where the worst is: value and unit by the name of the axis.
    at: Mapping[str, Tuple[float, str]]

    def __str__(self) -> str:
        place = ", ".join(f"{axis} = {value:.6g} {unit}" for axis, (value, unit) in self.at.items())
        return f"{self.quantity}: mean {self.mean:.3g}, worst {self.worst:.3g} {self.unit} at {place}"


class Comparison(Mapping[str, Deviation]):
    """What two results have in common, by the name of the quantity; printed, a line each."""

    def __init__(self, differences: Dict[str, Deviation], left_out: Dict[str, str]) -> None:
        self._differences = differences
        #: Quantities that could not be compared, and why.
        self.left_out = left_out

    def __getitem__(self, name: str) -> Deviation:
        return self._differences[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._differences)

    def __len__(self) -> int:
        return len(self._differences)

    def __str__(self) -> str:
        lines = [str(difference) for difference in self.values()]
        lines += [f"{name}: not compared, {why}" for name, why in self.left_out.items()]
        return "\n".join(lines) or "nothing in common"

    def __repr__(self) -> str:
        return f"<poynting.Comparison: {', '.join(self) or 'nothing in common'}>"


def compare(first: Results, second: Results) -> Comparison:
    """Holds two results of one model against each other: two solvers, two grids, before and after a change.

    Levels in dB differ by dB, after both have been raised to 80 dB below the largest of the first: what is deeper is noise. All others
    differ by a part of the largest magnitude.
    """
    found, left_out = _poynting.compare(first._native, second._native)
    differences = {
        name: Deviation(name, unit, count, mean, worst, {axis: (value, of) for axis, value, of in at})
        for name, unit, count, mean, worst, at in found
    }
    return Comparison(differences, dict(left_out))
