"""Shared by the gallery scripts: the two settings, and the comparison of a number with theory."""

import sys
from pathlib import Path

import poynting as pt

#: Whether the script runs with --quick: a coarser model, larger tolerances, less than a minute.
QUICK = "--quick" in sys.argv
HERE = Path(__file__).parent
#: Reference data from other programs and measurements; a README there states the sources.
REFERENCE = HERE.parent / "crates/validation/reference"


def load(name, quick):
    """The scene with this name; for a quick run with the values in `quick`, by path."""
    scene = pt.Scene.from_file(HERE / f"{name}.toml")
    return scene.replace(quick) if QUICK else scene


def agree(what, found, theory, unit, *, within, quick):
    """Prints a number next to its theoretical value; the tolerance is `within`, or `quick` in a quick run, in the same unit."""
    allowed = quick if QUICK else within
    off = abs(found - theory)
    print(f"{what}{f' [{unit}]' if unit else ''}: {found:.4g}, theory {theory:.4g}, difference {off:.2g}, tolerance {allowed:.2g}")
    assert off <= allowed, f"{what} differs from theory by more than the tolerance"
