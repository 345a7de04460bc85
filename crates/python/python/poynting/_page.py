"""Pages, as files and in notebooks."""

from __future__ import annotations

import os
from html import escape
from pathlib import Path
from typing import Union

#: A notebook stores what it shows: larger pages would make it slow to open.
LARGEST = 3_000_000
HEIGHT = 720


def write(page: str, path: Union[str, os.PathLike[str]]) -> Path:
    """Writes a page."""
    file = Path(path)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(page, encoding="utf-8")
    return file


def framed(page: str, instead: str) -> str:
    """A page inside a notebook; if it is too large, a sentence on what to do instead."""
    # Single quotes, because the page contains many double ones.
    inner = page.replace("&", "&amp;").replace("'", "&#39;")
    if len(inner.encode()) > LARGEST:
        return said(f"The page has {len(page) / 1e6:.1f} MB, too much for a notebook: {instead}.")
    return f"<iframe srcdoc='{inner}' style='width:100%;height:{HEIGHT}px;border:0'></iframe>"


def said(text: str) -> str:
    """A sentence in a notebook."""
    return f"<p>{escape(text)}</p>"
