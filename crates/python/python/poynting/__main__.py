"""The `poynting` command, also as `python -m poynting`."""

from __future__ import annotations

import os
import signal
import sys

from . import _poynting


def main() -> int:
    """Runs the command with the arguments of this process; returns its exit code."""
    # The command handles Ctrl-C itself. Python's handler only takes effect once the command has returned.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # Mesa's selection among several GPUs queries the desktop session, and prints errors if there is none.
    if "XDG_RUNTIME_DIR" not in os.environ:
        os.environ["NODEVICE_SELECT"] = "1"
    return _poynting.command(["poynting", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
