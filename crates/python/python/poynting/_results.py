"""Results by name, as numpy arrays."""

from __future__ import annotations

import difflib
import json
import os
from pathlib import Path
from typing import Any, Dict, Iterator, List, Mapping, Optional

import numpy as np

from . import _poynting


class Quantity:
    """A named array with its coordinates and units; numpy takes it as an array."""

    __slots__ = ("name", "values", "axes", "axis_units", "unit", "description")

    def __init__(
        self,
        name: str,
        values: np.ndarray,
        axes: Dict[str, np.ndarray],
        axis_units: Dict[str, str],
        unit: str,
        description: str,
    ) -> None:
        self.name = name
        #: Shaped by the axes.
        self.values = values
        #: Coordinates by the name of their axis, slowest first.
        self.axes = axes
        #: SI units by the name of the axis.
        self.axis_units = axis_units
        #: SI unit of the values.
        self.unit = unit
        self.description = description

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> np.ndarray:
        array = np.asarray(self.values, dtype=dtype)
        return array.copy() if copy and array is self.values else array

    @property
    def shape(self) -> tuple:
        return self.values.shape

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, index: Any) -> Any:
        return self.values[index]

    def __repr__(self) -> str:
        axes = ", ".join(f"{name} [{self.axis_units[name]}]: {len(values)}" for name, values in self.axes.items())
        return f"<poynting.Quantity {self.name!r} [{self.unit}] over {axes}>"


class Results(Mapping[str, Quantity]):
    """What a run recorded, by name.

    Complex quantities are kept as `x/real` and `x/imag`; they are listed and found as `x`, and found by their parts.
    """

    def __init__(self, native: _poynting.Recorded) -> None:
        self._native = native
        self._stored = set(native.names())
        self._names: List[str] = []
        for name in native.names():
            stem, _, part = name.rpartition("/")
            if not self._is_complex(stem):
                self._names.append(name)
            elif part == "real":
                self._names.append(stem)
            elif part != "imag":
                self._names.append(name)

    def _is_complex(self, name: object) -> bool:
        return f"{name}/real" in self._stored and f"{name}/imag" in self._stored

    def __getitem__(self, name: str) -> Quantity:
        if name in self._stored:
            return self._read(name)
        if self._is_complex(name):
            real, imag = self._read(f"{name}/real"), self._read(f"{name}/imag")
            values = real.values + 1j * imag.values
            description = real.description.removeprefix("real part of ")
            return Quantity(name, values, real.axes, real.axis_units, real.unit, description)
        near = difflib.get_close_matches(str(name), self._names, n=3, cutoff=0.4) or self._names
        raise KeyError(f"there is no {name!r}; there is {', '.join(near) or 'nothing'}")

    def _read(self, name: str) -> Quantity:
        values, axes, unit, description = self._native.get(name)
        coordinates = {axis: points for axis, _, points in axes}
        units = {axis: axis_unit for axis, axis_unit, _ in axes}
        return Quantity(name, values, coordinates, units, unit, description)

    def __contains__(self, name: object) -> bool:
        return name in self._stored or self._is_complex(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    @property
    def summary(self) -> Dict[str, Any]:
        """The figures of the run, as `summary.json` holds them."""
        return json.loads(self._native.summary())

    @property
    def scene(self) -> str:
        """The text of the scene that was run."""
        return self._native.scene()

    @property
    def s(self) -> np.ndarray:
        """The scattering matrix, complex, [frequency, to, from]."""
        return self["network/s"].values

    @property
    def frequencies(self) -> np.ndarray:
        """In hertz: those of the scattering matrix, else those of the first quantity that has some."""
        for name in ["network/s", *self._names]:
            if name in self and "frequency" in (axes := self[name].axes):
                return axes["frequency"]
        raise KeyError("nothing was recorded over frequency")

    def write(self, folder: str | os.PathLike[str]) -> List[Path]:
        """Writes what `poynting run` writes: HDF5, tables, Touchstone, pictures, summary; returns their paths."""
        return [Path(file) for file in self._native.write(os.fspath(folder))]

    def __repr__(self) -> str:
        return f"<poynting.Results: {', '.join(self._names)}>"
