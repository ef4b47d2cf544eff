"""Started by mpirun: starts a run of its own on two ranks and prints their number."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from tetracast import run  # noqa: E402

import support  # noqa: E402

print(run.run(support.small_config(time={"steps": 1}), 2, support.FAST)["ranks"])
