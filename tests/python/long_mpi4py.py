"""The library on several ranks in programs that use mpi4py."""

from __future__ import annotations

import importlib.util
import unittest

import support
import test_ranks


@support.needs_library
@support.skip_unless(importlib.util.find_spec("mpi4py"), "mpi4py is absent (apt-get install python3-mpi4py)")
class Mpi4py(test_ranks.RanksCase):
    def test_field(self) -> None:
        self.compare(2, "mpi4py")

    def test_exception_of_one_rank_ends_all_ranks(self) -> None:
        self.ends("mpi4py", "5\n")


if __name__ == "__main__":
    unittest.main()
