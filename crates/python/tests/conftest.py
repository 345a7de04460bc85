"""What several files of tests use."""

import os

import poynting
import pytest

WORKER = os.environ.get("PYTEST_XDIST_WORKER")
if WORKER and hasattr(os, "sched_setaffinity"):
    # One core per worker: solver threads of two workers that share cores wait for each other.
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[int(WORKER.removeprefix("gw")) % len(cores)]})


@pytest.fixture(scope="session")
def dipole():
    """A strip dipole with a port, by the method of moments. Results do not change, so that all may read the same."""
    return poynting.example("strip-dipole").run(solver="mom", device="cpu", progress=False)
