"""Poynting computes the electromagnetic fields of a scene and returns results as numpy arrays.

    scene = poynting.Scene.from_file("patch.toml")      # or built from poynting.Domain, poynting.Structure, ...
    print(scene.check())
    results = scene.run()
    results["port/feed/voltage"].values

A quantity is a string with its unit, "3.2 mm", or a number in SI units.
"""

from __future__ import annotations

import difflib
import os
from pathlib import Path
from typing import Any, Dict, List

from . import _poynting, _tables
from ._compare import Comparison, Deviation, compare
from ._poynting import SceneError, SolverError, __version__
from ._report import Report
from ._results import Quantity, Results
from ._scene import Interrupted, Scene
from ._sweep import Sweep, sweep
from ._tables import *  # noqa: F403

__all__ = [
    "Comparison",
    "Deviation",
    "Interrupted",
    "Quantity",
    "Report",
    "Results",
    "Scene",
    "SceneError",
    "SolverError",
    "Sweep",
    "__version__",
    "compare",
    "devices",
    "example",
    "examples",
    "load",
    "sweep",
]
__all__ += _tables.__all__


def examples() -> Dict[str, str]:
    """The example scenes of the package: a description of each, by name."""
    return {name: about for name, about, _ in _poynting.examples()}


def example(name: str) -> Scene:
    """An example scene of the package; its `text` is a starting point for your own."""
    texts = {known: text for known, _, text in _poynting.examples()}
    if name not in texts:
        near = difflib.get_close_matches(name, texts, n=1)
        meant = f"did you mean {near[0]!r}?" if near else f"available examples: {', '.join(texts)}"
        raise KeyError(f"there is no example {name!r}: {meant}")
    return Scene.from_text(texts[name])


def load(path: str | os.PathLike[str]) -> Results:
    """Loads results from disk: a folder written by `poynting run` or `Results.write`, or the `results.h5` in it."""
    path = Path(path)
    folder = path.parent if path.name == "results.h5" else path
    # Results of a run that did not end are in a folder of their own.
    if not any((place / "results.h5").is_file() for place in (folder, folder / "unfinished")):
        raise FileNotFoundError(f"there is no results.h5 in {folder}")
    return Results(_poynting.load(folder))


def devices() -> List[Dict[str, Any]]:
    """The devices of this machine, each with the name to pass as `device`; memory in bytes."""
    return _poynting.devices()
