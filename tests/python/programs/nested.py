"""Started by mpirun: starts a run of its own on two ranks and prints their number."""

from tetracast import run

import support

print(run.run(support.small_config(time={"steps": 1}), 2, support.FAST)["ranks"])
