"""Objects and functions that are replaced or not closed, and paths that are not UTF-8."""

from __future__ import annotations

import gc
import unittest
import weakref

import support
from test_library import LibraryTest


class Logs(LibraryTest):
    def test_log_is_replaced_by_itself(self) -> None:
        def log(level: str, text: str) -> None:
            calls.append(weakref.ref(self.world._log))
            self.world.set_log(None)
            gc.collect()
            self.assertIsNotNone(calls[-1]())

        calls: list[weakref.ref] = []
        self.world.set_log(log, "verbose")
        self.set_up()
        self.assertEqual(len(calls), 1)
        self.world.set_threads(1)  # the next call
        self.assertIsNone(calls[0]())


if __name__ == "__main__":
    unittest.main()
