"""Comparison of two results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, Iterator, Mapping, Tuple

from . import _poynting
from ._results import Results


@dataclass(frozen=True)
class Deviation:
    """The difference between two quantities with the same name, at their common coordinates."""

    quantity: str
    #: "dB" for levels, otherwise "of largest": relative to the largest magnitude.
    unit: str
    #: Number of values compared.
    values: int
    mean: float
    worst: float
    #: Location of the worst difference: value and unit by axis name.
    at: Mapping[str, Tuple[float, str]]

    def __str__(self) -> str:
        place = ", ".join(f"{axis} = {value:.6g} {unit}" for axis, (value, unit) in self.at.items())
        return f"{self.quantity}: mean {self.mean:.3g}, worst {self.worst:.3g} {self.unit} at {place}"


class Comparison(Mapping[str, Deviation]):
    """Differences between two results, by quantity name; printed with one line each."""

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
        lines += [f"{name}: not compared: {why}" for name, why in self.left_out.items()]
        return "\n".join(lines) or "no common quantities"

    def __repr__(self) -> str:
        return f"<poynting.Comparison: {', '.join(self) or 'no common quantities'}>"


def compare(first: Results, second: Results) -> Comparison:
    """Compares two results of one model: two solvers, two grids, before and after a change.

    Levels in dB are compared in dB, after both have been limited to 80 dB below the maximum of the first, since lower levels are noise. All
    other quantities are compared relative to the largest magnitude.
    """
    found, left_out = _poynting.compare(first._native, second._native)
    differences = {
        name: Deviation(name, unit, count, mean, worst, {axis: (value, of) for axis, value, of in at})
        for name, unit, count, mean, worst, at in found
    }
    return Comparison(differences, dict(left_out))
