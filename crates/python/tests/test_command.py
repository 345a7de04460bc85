"""The command that the package installs."""

import signal
import subprocess
import sys
import time

import poynting
import pytest


def command(*arguments, **options):
    return subprocess.run([sys.executable, "-m", "poynting", *arguments], capture_output=True, text=True, **options)


def test_the_version_is_that_of_the_package():
    ended = command("--version")
    assert (ended.returncode, ended.stdout) == (0, f"poynting {poynting.__version__}\n")


def test_help_names_the_command():
    ended = command("run", "--help")
    assert ended.returncode == 0 and "Usage: poynting run" in ended.stdout


def test_a_scene_runs_and_its_results_can_be_loaded(tmp_path):
    cavity = poynting.example("cavity").replace({"stop/steps": 20})
    cavity.save(tmp_path / "cavity.toml")
    ended = command("run", "cavity.toml", "--device", "cpu", cwd=tmp_path)
    assert ended.returncode == 0, ended.stderr
    assert "probe/point/Ey" in poynting.load(tmp_path / "cavity-results")


@pytest.mark.parametrize("arguments, code", [(["fly"], 2), (["check", "missing.toml"], 5)])
def test_exit_codes_are_those_of_the_command(arguments, code, tmp_path):
    ended = command(*arguments, cwd=tmp_path)
    assert ended.returncode == code and ended.stderr and not ended.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent in another way")
def test_ctrl_c_writes_partial_results(tmp_path):
    endless = poynting.example("cavity").replace({"stop/steps": 100_000_000})
    endless.save(tmp_path / "cavity.toml")
    words = [sys.executable, "-m", "poynting", "run", "cavity.toml", "--device", "cpu"]
    run = subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    results = tmp_path / "cavity-results" / "results.h5"
    deadline = time.monotonic() + 60
    while not results.exists() and run.poll() is None and time.monotonic() < deadline:
        time.sleep(0.1)
    time.sleep(0.5)
    run.send_signal(signal.SIGINT)
    assert run.wait(60) == 130
    assert len(poynting.load(results.parent)["probe/point/Ey"]) > 0
