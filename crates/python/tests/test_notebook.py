"""What a notebook shows: the progress of a run, and scenes and results as pages."""

import html
import json

import poynting
import pytest
from poynting import _page

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


def embedded(shown):
    """The data of the page in a frame."""
    begin, page, end = shown.split("'", 2)
    assert begin == "<iframe srcdoc=" and end.endswith("></iframe>")
    page = html.unescape(page)
    assert page.startswith("<!doctype html>") and "src=" not in page
    return json.loads(page.split('id="data">')[1].split("</script>")[0])


def test_a_scene_shows_itself_before_it_is_run():
    shown = poynting.example("patch")._repr_html_()
    assert len(shown) < _page.LARGEST
    data = embedded(shown)
    model = data["model"]
    assert data["solver"] == "fdtd" and len(model["grid"]) == 3
    assert {"patch", "ground"} <= {body["name"] for body in model["bodies"]}
    assert model["metal"]["triangles"]
    assert "checks" not in data


def test_results_show_themselves_as_a_report(dipole, tmp_path):
    data = embedded(dipole._repr_html_())
    assert data["summary"]["solver"] == "mom" and data["checks"] and data["figures"]
    file = dipole.report(tmp_path / "deep" / "report.html")
    assert file.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_mesh_is_shown_with_the_method_of_moments(tmp_path):
    page = poynting.example("strip-dipole").view(tmp_path / "view.html", solver="mom").read_text(encoding="utf-8")
    data = json.loads(page.split('id="data">')[1].split("</script>")[0])
    assert data["model"]["mesh"]["triangles"] and data["model"]["grid"] is None


def test_a_page_that_is_too_large_is_named_instead():
    shown = _page.framed("x" * (_page.LARGEST + 1), "write <it>")
    assert shown == "<p>The page has 3.0 MB, too much for a notebook: write &lt;it&gt;.</p>"


def test_a_scene_that_a_solver_refuses_says_why():
    """The method of moments does not support dielectrics: planning raises, showing does not."""
    glass = poynting.Material(eps_r=4.0)
    ball = poynting.Structure("glass", poynting.Sphere((0, 0, 0), 1.0))
    echo = poynting.MonostaticMonitor("echo", "10 MHz", theta="0 deg", phi="0 deg")
    scene = poynting.Scene(materials={"glass": glass}, structures=[ball], monitors=[echo])
    with pytest.raises(poynting.SceneError) as caught:
        scene.check()
    assert scene._repr_html_() == _page.said(str(caught.value))
