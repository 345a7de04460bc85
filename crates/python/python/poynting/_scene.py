"""A scene: what is read, checked and run."""

from __future__ import annotations

import os
from typing import Any, Callable, Dict, Optional, Union

from . import _poynting
from ._progress import meter
from ._report import Report
from ._results import Results

Show = Callable[[int, int, str], object]


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended a run; `results` holds what was recorded until then."""

    def __init__(self, results: Results) -> None:
        super().__init__("the run was interrupted; what was recorded until then is in `results` of this exception")
        self.results = results


class Scene:
    """A model that is valid: what is wrong with one is told when it is read."""

    def __init__(self, native: _poynting.Simulation) -> None:
        self._native = native

    @classmethod
    def from_file(cls, path: str | os.PathLike[str]) -> Scene:
        """Reads a scene file, TOML or JSON by its ending."""
        return cls(_poynting.Simulation.from_file(os.fspath(path)))

    @classmethod
    def from_text(cls, text: str, format: str = "toml", base_dir: Optional[str | os.PathLike[str]] = None) -> Scene:
        """Reads a scene from its text; files that it names are looked for in `base_dir`."""
        return cls(_poynting.Simulation.from_text(text, format, os.fspath(base_dir or "")))

    @property
    def title(self) -> str:
        """The title that the scene gives itself."""
        return self._native.title

    @property
    def text(self) -> str:
        """The text of the scene, as it was read."""
        return self._native.text

    def check(
        self,
        *,
        device: str = "auto",
        threads: Optional[int] = None,
        precision: Optional[str] = None,
        solver: Optional[str] = None,
    ) -> Report:
        """Lays a run out without running: grid or mesh, time step, memory, warnings."""
        return Report(**self._native.plan(_options(device, threads, precision, solver)))

    def run(
        self,
        *,
        device: str = "auto",
        threads: Optional[int] = None,
        precision: Optional[str] = None,
        solver: Optional[str] = None,
        progress: Union[bool, Show] = True,
    ) -> Results:
        """Runs the scene and keeps its results in memory.

        device: "auto", "cpu", "gpu", "gpu:1", "cuda" or "hip"; `poynting.devices()` lists what there is.
        threads: one per core if not given.
        precision: "f32" or "f64"; that of the scene if not given.
        solver: "fdtd" or "mom"; the one that the scene is made for if not given.
        progress: a bar on a terminal and in a notebook, nothing elsewhere; or a function that is called with
            (done, total, text) some times a second. What it raises ends the run.

        Ctrl-C ends the run in order and raises `Interrupted`, whose `results` hold what there was.
        """
        options = _options(device, threads, precision, solver)
        with meter(progress, self.title) as show:
            recorded, stopped = self._native.run(options, show)
        results = Results(recorded)
        if isinstance(stopped, KeyboardInterrupt):
            raise Interrupted(results) from None
        if stopped is not None:
            raise stopped
        return results

    def __repr__(self) -> str:
        return f"<poynting.Scene {self.title!r}>"


def _options(
    device: str, threads: Optional[int], precision: Optional[str], solver: Optional[str]
) -> Dict[str, Any]:
    return {"device": device, "threads": threads, "precision": precision, "solver": solver}
