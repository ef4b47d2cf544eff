"""The library on several ranks, and objects that a program does not close. long_mpi4py.py has the same with mpi4py."""

from __future__ import annotations

import json
import os
import tempfile
import unittest

from tetracast import run

import support


class RanksCase(unittest.TestCase):
    """Test programs on two ranks, and the field of a run of tetracast."""

    @classmethod
    def setUpClass(cls) -> None:
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.config, cls.snapshot = (os.path.join(scratch.name, name) for name in ("config.json", "s.h5"))
        config = support.small_config(snapshots={"file": cls.snapshot})
        cls.hash = run.run(config, options=support.FAST).results[0]["field"]["hash"]
        with open(cls.config, "w", encoding="utf-8") as file:
            json.dump(config, file)

    def compare(self, ranks: int, *arguments: str) -> None:
        printed = support.run_python(ranks, "ranks.py", self.config, self.snapshot, *arguments)
        self.assertEqual(printed.split(), [str(ranks), self.hash])

    def ends(self, case: str, words: str) -> None:
        with self.assertRaisesRegex(AssertionError, f"(?s)exceptions.py on 2 ranks: exit code {words}") as caught:
            support.run_python(2, "exceptions.py", case)
        self.assertNotIn("caught", str(caught.exception).splitlines())


@support.needs_library
class Ranks(RanksCase):
    def test_two_ranks(self) -> None:
        self.compare(2)

    def test_exception_of_one_rank_ends_all_at_the_end_of_python(self) -> None:
        with self.assertRaisesRegex(AssertionError, "(?s)failing.py on 2 ranks: exit code [1-9].*ZeroDivisionError"):
            support.run_python(2, "failing.py")

    def test_exception_of_one_rank_ends_all_at_the_end_of_the_block(self) -> None:
        self.ends("one", "1\n.*ZeroDivisionError")
        self.ends("exit", "7\n")

    def test_exception_of_all_ranks_is_caught(self) -> None:
        self.assertEqual(support.run_python(2, "exceptions.py", "all"), "done\n")

    def test_unclosed_objects(self) -> None:
        self.assertEqual(support.run_python(1, "unclosed.py"), "done\n")

    def test_unclosed_snapshot_files(self) -> None:
        path = self.snapshot.replace("s.h5", "unclosed.h5")
        for ranks in (1, 2):
            self.assertEqual(support.run_python(ranks, "unclosed.py", path), "done\n")
            self.assertEqual(os.path.exists(path), ranks > 1)


if __name__ == "__main__":
    unittest.main()
