"""Progress in a notebook: a kernel runs a cell, and what it shows is looked at."""

import pytest

CELL = "import poynting; poynting.example('cavity').run(device='cpu'); None"


def shown(setup):
    """What a cell with a run shows, by MIME type, and the state of its widgets."""
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    cell = nbformat.v4.new_code_cell(f"{setup}\n{CELL}")
    notebook = nbformat.v4.new_notebook(cells=[cell])
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    (output,) = [output["data"] for output in cell.outputs if output.output_type == "display_data"]
    widgets = notebook.metadata.get("widgets", {}).get("application/vnd.jupyter.widget-state+json", {"state": {}})
    return output, [widget["state"] for widget in widgets["state"].values()]


def test_the_bar_is_that_of_tqdm_where_it_is_installed():
    pytest.importorskip("tqdm")
    pytest.importorskip("ipywidgets")
    bar, widgets = shown("")
    assert "application/vnd.jupyter.widget-view+json" in bar
    assert [(w["value"], w["max"]) for w in widgets if "max" in w] == [(4000.0, 4000.0)]
    # Its spaces are as wide as digits.
    assert any("step 4000" in str(w.get("value")).replace("\u2007", " ") for w in widgets), widgets


def test_without_it_there_is_a_bar_of_our_own():
    bar, _ = shown("import sys; sys.modules['tqdm'] = None")
    assert "ended after" in bar["text/html"]
