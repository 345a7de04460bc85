"""Optional packages, imported on first use."""

from __future__ import annotations

import importlib
from typing import Any


def needed(module: str, purpose: str, package: str) -> Any:
    """Imports a module, or raises an error that says what to install."""
    try:
        return importlib.import_module(module)
    except ImportError as cause:
        extra = {"matplotlib": "poynting[plot]"}.get(package, package)
        raise ImportError(f"{purpose} need {package}: pip install {extra}") from cause


def pyplot() -> Any:
    """The plotting module of matplotlib."""
    return needed("matplotlib.pyplot", "plots", "matplotlib")
