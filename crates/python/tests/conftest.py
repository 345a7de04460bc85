"""What several files of tests use."""

import poynting
import pytest


@pytest.fixture(scope="session")
def dipole():
    """A strip dipole with a port, by the method of moments. Results do not change, so that all may read the same."""
    return poynting.example("strip-dipole").run(solver="mom", device="cpu", progress=False)
