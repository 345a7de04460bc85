"""Parameter sweeps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Generic, Iterable, Iterator, List, Optional, Tuple, TypeVar, Union

from ._progress import Show, progress_bar
from ._results import Quantity, Results
from ._scene import Scene

if TYPE_CHECKING:
    import xarray

V = TypeVar("V")


class Sweep(Generic[V]):
    """Results by the value of a parameter: `for value, results in sweep`."""

    def __init__(self, name: str, values: List[V], results: List[Results]) -> None:
        #: Name of the parameter.
        self.name = name
        self.values = values
        #: One per value.
        self.results = results

    def __iter__(self) -> Iterator[Tuple[V, Results]]:
        return iter(zip(self.values, self.results))

    def __len__(self) -> int:
        return len(self.results)

    def __getitem__(self, name: str) -> Quantity:
        """A quantity of all runs, with the parameter as its first axis; the other coordinates must be the same in all runs."""
        import numpy as np

        all_of_them = [results[name] for results in self.results]
        first = all_of_them[0]
        for value, quantity in zip(self.values, all_of_them):
            same = quantity.shape == first.shape and all(
                np.allclose(points, first.axes[axis], rtol=1e-9, atol=0) for axis, points in quantity.axes.items()
            )
            if not same:
                raise ValueError(
                    f"{name!r} has other coordinates for {self.name} = {value!r} than for {self.values[0]!r}; "
                    "read it from the individual `results`"
                )
        coordinates = np.asarray(self.values)
        return Quantity(
            name,
            np.stack([quantity.values for quantity in all_of_them]),
            {self.name: coordinates, **first.axes},
            {self.name: "", **first.axis_units},
            first.unit,
            first.description,
        )

    def to_xarray(self, name: str) -> xarray.DataArray:
        """A quantity of all runs as a labelled array; requires xarray."""
        return self[name].to_xarray()

    def __repr__(self) -> str:
        return f"<poynting.Sweep of {self.name} over {self.values!r}>"


def sweep(
    make: Union[Scene, Callable[[V], Scene]],
    values: Iterable[V],
    path: Optional[str] = None,
    *,
    name: Optional[str] = None,
    progress: Union[bool, Show] = True,
    **options: Any,
) -> Sweep[V]:
    """Runs a scene for each value of a parameter. All scenes are created and checked before the first one runs.

        poynting.sweep(scene, ["2 mm", "3 mm"], path="structures/patch/to/0")
        poynting.sweep(lambda length: patch(length), np.linspace(15e-3, 17e-3, 5), name="length")

    make: a function that returns the scene for a value, or a scene whose value at `path` is replaced.
    name: name of the parameter in labelled arrays; default: the path, or "value".
    options: those of `Scene.run`.
    """
    if isinstance(make, Scene) != (path is not None):
        raise TypeError("pass either a scene and the path of the parameter, or a function and no path")
    tried = list(values)
    scenes = [make.replace({path: value}) if isinstance(make, Scene) and path else _scene(make, value) for value in tried]
    results: List[Results] = []
    with progress_bar(progress, f"sweep of {len(scenes)} scenes") as show:
        for number, scene in enumerate(scenes):
            results.append(scene.run(progress=_part(show, number, len(scenes)), **options))
    return Sweep(name or path or "value", tried, results)


def _scene(make: Any, value: V) -> Scene:
    scene = make(value)
    if not isinstance(scene, Scene):
        raise TypeError(f"the function must return a Scene, not {type(scene).__name__}")
    return scene


def _part(show: Optional[Show], number: int, count: int) -> Union[bool, Show]:
    """Progress of one run among several."""
    if show is None:
        return False

    def shown(done: int, total: int, text: str) -> None:
        show(number * total + done, count * total, f"{number + 1} of {count}: {text}")

    return shown
