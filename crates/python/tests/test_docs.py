"""Every block of Python in the documents runs, those of one document one after another."""

from pathlib import Path

import matplotlib
import pytest

ROOT = Path(__file__).parents[3]
PAGES = ["README.md", "crates/python/README.md", "docs/**/*.md", "gallery/**/*.md"]


def blocks(text):
    """The Python blocks, each after as many empty lines as there are lines before it."""
    found, begin = [], None
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if begin is None and line == "```python":
            begin = number + 1
        elif begin is not None and line == "```":
            found.append("\n" * begin + "\n".join(lines[begin:number]))
            begin = None
    return found


def documents():
    """Every page with a block of Python, by its path."""
    pages = sorted(page for pattern in PAGES for page in ROOT.glob(pattern))
    return [str(page.relative_to(ROOT)) for page in pages if blocks(page.read_text(encoding="utf-8"))]


def test_the_main_pages_are_found():
    assert {"README.md", "crates/python/README.md", "docs/python.md"} <= set(documents())


@pytest.mark.parametrize("document", documents())
def test_a_document_runs(document, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    matplotlib.use("Agg")
    names = {"__name__": "document"}
    for block in blocks((ROOT / document).read_text(encoding="utf-8")):
        exec(compile(block, document, "exec"), names)
