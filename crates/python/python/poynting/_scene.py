"""A scene: built or read, checked and run."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, Optional, Sequence, Tuple, Union

from . import _page, _poynting
from ._path import replaced
from ._progress import Show, progress_bar
from ._report import Report
from ._results import Results
from ._table import Plain, TableObject, dump, file_key, plain
from ._tables import SceneTables

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended a run; `results` holds the partial results."""

    def __init__(self, results: Results) -> None:
        super().__init__("the run was interrupted; partial results are in `results` of this exception")
        self.results = results


class Scene(SceneTables):
    """A valid model: errors are raised when it is created.

    It is built from the tables of a scene file, given by name:

        Scene(domain=Domain(...), structures=[Structure("pec", Box(...))], sources=[...], stop=Stop(...))

    or read with `from_file` or `from_text`. It is immutable; `replace` creates a modified copy.
    """

    _native: _poynting.Simulation

    def _take(self, unchecked: Plain) -> None:
        self._hold(_poynting.Simulation.from_built(dump(unchecked), ""))

    def _hold(self, native: _poynting.Simulation) -> None:
        object.__setattr__(self, "_native", native)
        object.__setattr__(self, "_plain", json.loads(native.json()))

    @classmethod
    def _made(cls, native: _poynting.Simulation) -> Scene:
        made = object.__new__(cls)
        made._hold(native)
        return made

    @classmethod
    def from_file(cls, path: Union[str, os.PathLike[str]], *, allow_files: bool = False) -> Scene:
        """Reads a scene file, TOML or JSON by its extension.

        Mesh files that it names must be in its folder. If you trust the scene, `allow_files=True` lets it read others too. Scenes that are built in
        Python, or read from a text, may name any file.
        """
        return cls._made(_poynting.Simulation.from_file(os.fspath(path), allow_files))

    @classmethod
    def from_text(
        cls, text: str, format: str = "toml", base_dir: Optional[Union[str, os.PathLike[str]]] = None
    ) -> Scene:
        """Reads a scene from its text; relative file names in it refer to `base_dir`."""
        return cls._made(_poynting.Simulation.from_text(text, format, os.fspath(base_dir or "")))

    @property
    def title(self) -> str:
        """The title of the scene."""
        return self._native.title

    @property
    def text(self) -> str:
        """The text of the scene: as it was read, or in JSON."""
        return self._native.text

    def replace(self, paths: Optional[Mapping[str, object]] = None, /, **tables: Any) -> Scene:
        """A modified copy: tables by name, and values by path.

            scene.replace(title="thicker", grid=scene.grid.replace(max_cell="2 mm"))
            scene.replace({"structures/patch/to/0": 9e-3, "ports/probe/resistance": "75 ohm"})

        A path consists of keys of the scene file; list items are given by name or by number, from 0.
        """
        changed = dict(self._plain)
        for key, value in tables.items():
            changed[file_key(key)] = plain(value, f"Scene: {key}")
        for path, value in (paths or {}).items():
            changed = replaced(changed, path, plain(value, path))
        kept = {key: value for key, value in changed.items() if value is not None}
        return type(self)._made(_poynting.Simulation.from_built(dump(kept), os.fspath(self._native.base_dir)))

    def to_toml(self) -> str:
        """The scene as the text of a TOML file."""
        return self._native.toml()

    def to_json(self) -> str:
        """The scene as the text of a JSON file."""
        return dump(self._plain) + "\n"

    def save(self, path: Union[str, os.PathLike[str]]) -> Path:
        """Writes a scene file for `poynting run`, TOML or JSON by its extension."""
        file = Path(path)
        texts = {".toml": self.to_toml, ".json": self.to_json}
        if file.suffix not in texts:
            raise ValueError(f"{file} must end in .toml or .json")
        file.write_text(texts[file.suffix](), encoding="utf-8")
        return file

    def check(
        self,
        *,
        device: str = "auto",
        threads: Optional[int] = None,
        precision: Optional[str] = None,
        solver: Optional[str] = None,
    ) -> Report:
        """Plans a run without running it: grid or mesh, time step, memory, warnings."""
        return Report(**self._native.plan(_options(device, threads, precision, solver)))

    def view(self, path: Union[str, os.PathLike[str]], *, solver: Optional[str] = None) -> Path:
        """Writes the page of `poynting view`: geometry in 3D, grid or mesh, metal as meshed, without running the scene.

        solver: "fdtd", "mom" or "rcwa"; default: "mom" if the scene has no domain, otherwise "fdtd".
        """
        return _page.write(self._native.view(_options("auto", None, None, solver)), path)

    def plot(self, at: Optional[Sequence[Union[float, None]]] = None, *, grid: bool = True) -> Figure:
        """Plots three cross-sections with the grid lines, without running the scene.

        at: positions of the planes along x, y and z, in metres; None, for one or for all of them, means through the first port or
            source, otherwise through the middle.
        grid: whether to draw the lines of the FDTD grid.
        """
        from ._plot_scene import plot_scene

        return plot_scene(self, at, grid)

    def run(
        self,
        *,
        device: str = "auto",
        threads: Optional[int] = None,
        precision: Optional[str] = None,
        solver: Optional[str] = None,
        ranks: Union[int, str, None] = None,
        checkpoint: Union[str, os.PathLike[str], None] = None,
        progress: Union[bool, Show] = True,
    ) -> Results:
        """Runs the scene and keeps its results in memory.

        device: "auto", "cpu", "gpu", "gpu:1", "cuda" or "hip"; `poynting.devices()` lists those available. Several names, as in
            "gpu:0,gpu:1" or "gpu,cpu", or "all": the devices share the grid of an FDTD run.
        threads: number of threads; default: one per core.
        precision: "f32" or "f64"; default: that of the scene.
        solver: "fdtd", "mom" or "rcwa"; default: "mom" if the scene has no domain, otherwise "fdtd".
        ranks: ranks that share the grid of FDTD on the CPU, each on a thread: their number, or along x, y and z, such as "2x2x1"; default: one.
            Results are identical.
        checkpoint: the run keeps its state in the folder `checkpoint` of this one while it lasts, every ten minutes or as the scene says. If the
            state of this scene is there, the run continues from it, with the results of an undisturbed run.
        progress: a bar on a terminal and in a notebook, nothing elsewhere; or a function that is called with
            (done, total, text) several times per second. An exception raised by it ends the run.

        Ctrl-C ends the run and raises `Interrupted`, whose `results` are the partial results.
        """
        options = _options(device, threads, precision, solver, ranks)
        with progress_bar(progress, self.title) as show:
            recorded, stopped = self._native.run(options, show, checkpoint)
        results = Results(recorded)
        if isinstance(stopped, KeyboardInterrupt):
            raise Interrupted(results) from None
        if stopped is not None:
            raise stopped
        return results

    def _repr_html_(self) -> str:
        """The page of `view`, in a notebook."""
        try:
            page = self._native.view(_options("auto", None, None, None))
        except (ValueError, RuntimeError, OSError, MemoryError) as error:
            return _page.said(str(error))
        return _page.framed(page, "Scene.view(file) writes it to a file")

    def __reduce__(self) -> Tuple[Any, ...]:
        return _unpickled, (dump(self._plain), os.fspath(self._native.base_dir))

    def __dir__(self) -> list[str]:
        methods = ["check", "from_file", "from_text", "plot", "run", "save", "text", "to_json", "to_toml", "view"]
        return [*TableObject.__dir__(self), *methods]

    def __repr__(self) -> str:
        return f"<poynting.Scene {self.title!r}>"


def _unpickled(text: str, base_dir: str) -> Scene:
    return Scene._made(_poynting.Simulation.from_built(text, base_dir))


def _options(
    device: str,
    threads: Optional[int],
    precision: Optional[str],
    solver: Optional[str],
    ranks: Union[int, str, None] = None,
) -> Dict[str, Any]:
    return {
        "device": device,
        "threads": threads,
        "precision": precision,
        "solver": solver,
        "ranks": None if ranks is None else str(ranks),
    }
