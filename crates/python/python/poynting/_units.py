"""Formats numbers with SI prefixes."""

from __future__ import annotations

import math
from typing import Tuple

_PREFIXES = {-5: "f", -4: "p", -3: "n", -2: "u", -1: "m", 0: "", 1: "k", 2: "M", 3: "G", 4: "T"}


def prefix(value: float, unit: str) -> Tuple[float, str]:
    """A convenient unit for a value, and its size in SI: (1e-3, "mm") for 0.00125 m. Only SI units have prefixes."""
    if value == 0 or not math.isfinite(value) or unit in ("", "1", "deg", "dB", "m^2"):
        return 1.0, unit
    power = min(max(math.floor(math.log10(abs(value)) / 3 + 1e-12), -5), 4)
    return 1000.0**power, _PREFIXES[power] + unit


def show(value: float, unit: str) -> str:
    """1.25 mm for 0.00125 m."""
    size, shown = prefix(value, unit)
    return f"{value / size:.4g} {shown}".strip()
