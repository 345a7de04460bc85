"""Every block of Python in the documents runs, those of one document one after another."""

from pathlib import Path

import matplotlib
import pytest

ROOT = Path(__file__).parents[3]
DOCUMENTS = ["docs/python.md", "crates/python/README.md"]


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


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_document_runs(document, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    matplotlib.use("Agg")
    names = {"__name__": "document"}
    found = blocks((ROOT / document).read_text())
    assert found
    for block in found:
        exec(compile(block, document, "exec"), names)
