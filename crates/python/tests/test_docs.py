"""Every block of Python in the documents runs, those of one document one after another."""

from pathlib import Path

import matplotlib
import pytest

ROOT = Path(__file__).parents[3]
NOTEBOOKS = sorted(str(file.relative_to(ROOT)) for file in ROOT.glob("docs/**/*.ipynb"))
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


@pytest.mark.parametrize("document", NOTEBOOKS)
def test_a_notebook_runs_and_holds_no_outputs(document, tmp_path):
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    notebook = nbformat.read(ROOT / document, as_version=4)
    nbformat.validate(notebook)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert cells and not any(cell.outputs or cell.execution_count for cell in cells)
    resources = {"metadata": {"path": str(tmp_path)}}
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", resources=resources).execute()
    assert all(cell.outputs for cell in cells)

