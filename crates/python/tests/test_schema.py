"""The JSON Schema of scenes, read by a validator that is not ours: it takes and refuses what the reader of scenes takes and refuses."""

import json
from pathlib import Path

import poynting as pt
import pytest
from poynting import _poynting

jsonschema = pytest.importorskip("jsonschema")
tomllib = pytest.importorskip("tomllib")

DATA = Path(__file__).parents[2] / "scene" / "tests" / "data"
TARGETS = (DATA / "targets.toml").read_text()


@pytest.fixture(scope="module")
def validator():
    schema = json.loads(_poynting.schema())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("text", [*(pt.example(name).text for name in pt.examples()), TARGETS], ids=[*pt.examples(), "targets"])
def test_scenes_agree_with_it(validator, text):
    assert [error.message for error in validator.iter_errors(tomllib.loads(text))] == []


@pytest.mark.parametrize(("right", "wrong"), json.loads((DATA / "targets-wrong.json").read_text()))
def test_what_is_not_read_does_not_agree_with_it(validator, right, wrong):
    text = TARGETS.replace(right, wrong)
    assert text != TARGETS and not validator.is_valid(tomllib.loads(text))


def test_an_unknown_key_and_a_wrong_unit_do_not_agree_with_it(validator):
    scene = tomllib.loads(pt.example("cavity").text)
    assert not validator.is_valid({**scene, "domain": {**scene["domain"], "form": "0 mm"}})
    assert not validator.is_valid({**scene, "grid": {"spacing": "1.25 GHz"}})


@pytest.mark.parametrize(
    ("material", "is_right"),
    [
        ({"library": "water", "density": "998 kg/m^3"}, True),
        ({"eps_inf": 2, "debye": [{"delta": 1, "tau": "9 ps"}]}, True),
        ({"drude": [{"plasma": "9.03 eV", "collision": "2e10 rad/s"}]}, True),
        ({"magnetic": {"lorentz": [{"delta": 1, "frequency": "1 GHz", "damping": "1 MHz"}]}}, True),
        ({"poles": [{"pole": ["-1 rad/s", "2 rad/s"], "residue": ["0 Hz", "-1 Hz"]}]}, True),
        ({"library": "phlogiston"}, False),
        ({"debye": [{"delta": 1, "tau": "9 GHz"}]}, False),
        ({"drude": [{"plasma": 28.7, "collision": "2e10 rad/s"}]}, False),
        ({"poles": [{"pole": ["-1 rad/s"], "residue": ["0 Hz", "-1 Hz"]}]}, False),
    ],
)
def test_it_knows_every_form_of_a_material(validator, material, is_right):
    scene = tomllib.loads(pt.example("cavity").text)
    assert validator.is_valid({**scene, "materials": {"x": material}}) == is_right
