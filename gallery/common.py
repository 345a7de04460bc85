"""What the scripts of the gallery share: their two settings, and how a number is held against theory."""

import sys
from pathlib import Path

import poynting as pt

#: Whether the script was called with --quick: a coarser model, looser tolerances, less than a minute.
QUICK = "--quick" in sys.argv
HERE = Path(__file__).parent
#: Tables of other programs and of measurements; a README there says where each comes from.
REFERENCE = HERE.parent / "crates/validation/reference"


def load(name, quick):
    """The scene of this name; for a quick run with the values of `quick` at their paths."""
    scene = pt.Scene.from_file(HERE / f"{name}.toml")
    return scene.replace(quick) if QUICK else scene


def agree(what, found, theory, unit, *, within, quick):
    """Prints a number beside its theory; it may be off by `within`, in a quick run by `quick`, both in its unit."""
    allowed = quick if QUICK else within
    off = abs(found - theory)
    print(f"{what}{f' [{unit}]' if unit else ''}: {found:.4g}, theory {theory:.4g}, off by {off:.2g}, allowed {allowed:.2g}")
    assert off <= allowed, f"{what} is too far from theory"
