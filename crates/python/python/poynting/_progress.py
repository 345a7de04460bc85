"""Progress of a run: a bar on a terminal and in a notebook, nothing elsewhere."""

from __future__ import annotations

import importlib
import shutil
import sys
import time
from contextlib import contextmanager
from html import escape
from typing import Any, Callable, Iterator, Optional, Union

Show = Callable[[int, int, str], object]


@contextmanager
def progress_bar(progress: Union[bool, Show], title: str) -> Iterator[Optional[Show]]:
    """The function to call with (done, total, text); None if there is nowhere to show progress."""
    if callable(progress):
        yield progress
        return
    bar: Any = None
    if progress:
        bar = _notebook(title) if _in_notebook() else _Terminal() if sys.stderr.isatty() else None
    try:
        yield bar
    finally:
        if bar is not None:
            bar.close()


class _Terminal:
    """One line on standard error, cleared at the end."""

    def __init__(self) -> None:
        self._begin = time.monotonic()

    def __call__(self, done: int, total: int, text: str) -> None:
        part = done / max(total, 1)
        told = f" {100 * part:3.0f} %  {text}{_left(self._begin, part)}"
        room = max(shutil.get_terminal_size().columns - len(told) - 1, 0)
        full = int(part * room)
        sys.stderr.write(f"\r\x1b[K{'━' * full}{'─' * (room - full)}{told}")
        sys.stderr.flush()

    def close(self) -> None:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


def _notebook(title: str) -> Any:
    """A tqdm bar if tqdm and ipywidgets are installed, otherwise our own."""
    try:
        importlib.import_module("ipywidgets")
        notebook = importlib.import_module("tqdm.notebook")
    except ImportError:
        return _Notebook(title)
    return _Tqdm(notebook.tqdm(desc=title, bar_format="{l_bar}{bar}| {postfix} [{elapsed}<{remaining}]"))


class _Tqdm:
    """A tqdm bar, which estimates the remaining time itself."""

    def __init__(self, bar: Any) -> None:
        self._bar = bar

    def __call__(self, done: int, total: int, text: str) -> None:
        if self._bar.total != total:
            # The end of a run that ends by its energy is a guess that improves; the time since its start goes on.
            start = self._bar.start_t
            self._bar.reset(total)
            self._bar.start_t = start
        self._bar.set_postfix_str(text, refresh=False)
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        self._bar.close()


class _Notebook:
    """A bar below the cell, which remains after the run."""

    def __init__(self, title: str) -> None:
        shown: Any = importlib.import_module("IPython.display")
        self._html = shown.HTML
        self._title = escape(title)
        self._begin = time.monotonic()
        self._handle = shown.display(shown.HTML(self._title), display_id=True)

    def __call__(self, done: int, total: int, text: str) -> None:
        left = _left(self._begin, done / max(total, 1))
        self._show(f'<progress value="{done}" max="{total}"></progress> {escape(text)}{left}')

    def _show(self, html: str) -> None:
        self._handle.update(self._html(f"{self._title}<br>{html}"))

    def close(self) -> None:
        self._show(f"ended after {time.monotonic() - self._begin:.1f} s")


def _in_notebook() -> bool:
    """Whether this runs in a Jupyter kernel; plain IPython counts as a terminal."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return type(shell).__name__ == "ZMQInteractiveShell"


def _left(begin: float, part: float) -> str:
    """The remaining time, once it can be estimated."""
    elapsed = time.monotonic() - begin
    if elapsed < 1 or not 0 < part < 1:
        return ""
    seconds = round(elapsed * (1 - part) / part)
    minutes, seconds = divmod(seconds, 60)
    return f", {minutes} min {seconds} s left" if minutes else f", {seconds} s left"
