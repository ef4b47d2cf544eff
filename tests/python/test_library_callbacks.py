"""Functions that the library calls: hooks and logs, their exceptions, and calls of the library from them."""

from __future__ import annotations

import gc
import unittest
import weakref

import numpy

from tetracast import errors, library

from library_case import LibraryTest, raise_failure


class Callbacks(LibraryTest):
    def test_hooks(self) -> None:
        seen = []
        with library.Stepper(self.set_up()) as stepper:
            stepper.add_hook(2, lambda step, time, value: seen.append((step, time, value.copy())))
            stepper.add_hook(1, lambda step, time, value: step == 5)
            with self.assertRaises(errors.Stopped) as stopped:
                stepper.advance(20)
            self.assertIsNone(stopped.exception.checkpoint)
            self.assertEqual([step for step, _, _ in seen], [2, 4])
            stepper.add_hook(1, lambda *_: stepper.request_stop())
            with self.assertRaises(errors.Stopped):
                stepper.advance(20)

    def test_exceptions_are_raised_again(self) -> None:
        source = self.load()
        source.set_source_function(raise_failure)
        with self.assertRaisesRegex(RuntimeError, "of the callback"):
            source.set_up()
        with library.Stepper(self.set_up()) as stepper:
            stepper.add_hook(1, raise_failure)
            with self.assertRaisesRegex(RuntimeError, "of the callback"):
                stepper.advance(3)
        self.world.set_log(raise_failure, "verbose")
        with self.assertRaisesRegex(RuntimeError, "of the callback"):
            self.set_up()

    def test_exception_of_a_wrong_shape(self) -> None:
        problem = self.load()
        problem.set_source_function(lambda t, ids, centroid, v: numpy.zeros(3))
        with self.assertRaisesRegex(ValueError, "broadcast"):
            problem.set_up()

    def test_calls_from_callbacks_are_rejected(self) -> None:
        with library.Stepper(self.set_up()) as stepper:
            stepper.add_hook(1, lambda *_: stepper.advance(1))
            with self.assertRaisesRegex(errors.UsageError, "callback"):
                stepper.advance(1)


class Logs(LibraryTest):
    def test_log(self) -> None:
        lines = []
        self.world.set_log(lambda level, text: lines.append((level, text)), "verbose")
        self.set_up()
        self.assertIn("normal", {level for level, _ in lines})
        self.world.set_log(None)
        count = len(lines)
        self.set_up()
        self.assertEqual(len(lines), count)

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
        self.world.set_threads(1)  # the next call destroys the replaced log
        self.assertIsNone(calls[0]())


if __name__ == "__main__":
    unittest.main()
