"""Results by name, as numpy arrays."""

from __future__ import annotations

import difflib
import json
import os
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, Optional, Tuple, Union

from . import _page, _poynting
from ._optional import needed

if TYPE_CHECKING:
    import numpy.typing as npt
    import xarray
    from matplotlib.axes import Axes

    Array = npt.NDArray[Any]


class Quantity:
    """A named array with coordinates and units; numpy functions accept it as an array."""

    __slots__ = ("name", "values", "axes", "axis_units", "unit", "description")

    def __init__(
        self,
        name: str,
        values: Array,
        axes: Dict[str, Array],
        axis_units: Dict[str, str],
        unit: str,
        description: str,
    ) -> None:
        self.name = name
        #: Shaped by the axes.
        self.values = values
        #: Coordinates by the name of their axis, slowest first.
        self.axes = axes
        #: Units by the name of the axis: SI, and degrees.
        self.axis_units = axis_units
        #: SI unit of the values.
        self.unit = unit
        self.description = description

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> Array:
        array = self.values if dtype is None else self.values.astype(dtype, copy=False)
        return array.copy() if copy and array is self.values else array

    @property
    def shape(self) -> Tuple[int, ...]:
        """Number of values along each axis."""
        return self.values.shape

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, index: Any) -> Any:
        return self.values[index]

    def to_xarray(self) -> xarray.DataArray:
        """A labelled array with units in its attributes; requires xarray."""
        xr = needed("xarray", "labelled arrays", "xarray")
        coords = {name: (name, points, {"units": self.axis_units[name]}) for name, points in self.axes.items()}
        attrs = {"units": self.unit, "long_name": self.description}
        array: xarray.DataArray = xr.DataArray(self.values, coords=coords, dims=list(self.axes), name=self.name, attrs=attrs)
        return array

    def __repr__(self) -> str:
        axes = ", ".join(f"{name} [{self.axis_units[name]}]: {len(values)}" for name, values in self.axes.items())
        return f"<poynting.Quantity {self.name!r} [{self.unit}] over {axes}>"


class Results(Mapping[str, Quantity]):
    """The quantities that a run recorded, by name.

    Complex quantities are stored as `x/real` and `x/imag`; they are listed as `x` and can be accessed as `x` or by part.
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
        raise KeyError(f"there is no {name!r}; available: {', '.join(near) or 'nothing'}")

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
        """The key figures of the run, as in `summary.json`."""
        summary: Dict[str, Any] = json.loads(self._native.summary())
        return summary

    @property
    def scene(self) -> str:
        """The text of the scene that was run."""
        return self._native.scene()

    @property
    def s(self) -> Array:
        """The scattering matrix, complex, [frequency, to, from]."""
        return self["network/s"].values

    @property
    def ports(self) -> List[str]:
        """Names of the ports, in the order of the scattering matrix."""
        numbers = range(1, self["network/s"].shape[1] + 1)
        return self.summary.get("ports") or [str(number) for number in numbers]

    @property
    def frequencies(self) -> Array:
        """In hertz: those of the scattering matrix, else those of the first quantity that has some."""
        for name in ["network/s", *self._names]:
            if name in self and "frequency" in (axes := self[name].axes):
                return axes["frequency"]
        raise KeyError("no quantity was recorded over frequency")

    @property
    def z0(self) -> Array:
        """The reference impedance of the scattering matrix in ohms, [frequency, port]; for coupled lines the diagonal of their impedance matrix."""
        s = self["network/s"]
        if "network/reference" in self:
            return self["network/reference"].values
        rows: Array = self["network/resistance"].values[None, :].repeat(s.shape[0], axis=0)
        return rows

    def to_skrf(self) -> Any:
        """The scattering matrix as a `skrf.Network` of scikit-rf, with the reference impedance of every port at every frequency; requires scikit-rf.

        It is the same S as in all other results, never renormalised. Coupled lines refer to an impedance matrix, which scikit-rf cannot represent: a
        warning is issued.
        """
        rf = needed("skrf", "networks", "scikit-rf")
        s = self["network/s"]
        coupled = [name.split("/")[1] for name in self._names if name.startswith("coupled/") and name.endswith("/reference")]
        if coupled:
            warnings.warn(
                f"{', '.join(coupled)}: S refers to the impedance matrix of coupled lines, but z0 has only its diagonal; "
                "for use in circuit simulators set `reference` under [network] in the scene",
                stacklevel=2,
            )
        frequency = rf.Frequency.from_f(s.axes["frequency"], unit="Hz")
        network = rf.Network(frequency=frequency, s=s.values, z0=self.z0, s_def="power", name=self.summary["title"])
        network.port_names = self.ports
        return network

    def write(self, folder: Union[str, os.PathLike[str]]) -> List[Path]:
        """Writes the files that `poynting run` writes: HDF5, tables, Touchstone, plots, summary; returns their paths."""
        return [Path(file) for file in self._native.write(os.fspath(folder))]

    def report(self, path: Union[str, os.PathLike[str]]) -> Path:
        """Writes the page of `poynting report`: checks, geometry in 3D and every result, in one HTML file."""
        return _page.write(self._native.report(), path)

    def plot_s(self, *, ax: Optional[Axes] = None) -> Axes:
        """Plots the magnitudes of all S-parameters in dB over frequency."""
        from ._plot import plot_s

        return plot_s(self, ax)

    def plot_pattern(
        self, monitor: Optional[str] = None, *, frequency: Optional[float] = None, ax: Optional[Axes] = None
    ) -> Axes:
        """Plots cuts through an antenna pattern in dB on polar axes: the gain, or the directivity if no port is driven.

        monitor: name of the far-field monitor; default: the first.
        frequency: in hertz, the nearest recorded one is used; default: the first.
        """
        from ._plot import plot_pattern

        return plot_pattern(self, monitor, frequency, ax)

    def plot_rcs(
        self, monitor: Optional[str] = None, *, frequency: Optional[float] = None, ax: Optional[Axes] = None
    ) -> Axes:
        """Plots radar cross sections in dBsm, or scattering widths of two dimensions in dBm, over the angle or the frequency with the most values.

        monitor: name of the far-field, monostatic or bistatic monitor; default: the first.
        frequency: in hertz, the nearest recorded one is used; default: the first, if plotted over an angle.
        """
        from ._plot import plot_rcs

        return plot_rcs(self, monitor, frequency, ax)

    def plot_field(
        self,
        monitor: Optional[str] = None,
        component: Optional[str] = None,
        *,
        at: Optional[float] = None,
        ax: Optional[Axes] = None,
    ) -> Axes:
        """Plots a field on a plane or along a line: its magnitude for a `field` monitor, its value for a snapshot.

        monitor: name of the monitor; default: the first.
        component: "Ex" and so on; default: the magnitude of E, or the first recorded component.
        at: frequency in hertz or time in seconds, the nearest recorded one is used; default: the first frequency or the last time.
        """
        from ._plot_field import plot_field

        return plot_field(self, monitor, component, at, ax)

    def plot_currents(
        self, monitor: Optional[str] = None, *, frequency: Optional[float] = None, ax: Optional[Axes] = None
    ) -> Axes:
        """Plots the magnitude of the surface current density in A/m on the triangles of the method of moments.

        monitor: name of the surface-current monitor; default: the first.
        frequency: in hertz, the nearest recorded one is used; default: the first.
        """
        from ._plot_field import plot_currents

        return plot_currents(self, monitor, frequency, ax)

    def _repr_html_(self) -> str:
        """The page of `report`, in a notebook."""
        return _page.framed(self._native.report(), "Results.report(file) writes it to a file")

    def __repr__(self) -> str:
        return f"<poynting.Results: {', '.join(self._names)}>"
