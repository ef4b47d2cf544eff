"""Objects that are closed, or destroyed as garbage."""

from __future__ import annotations

import gc
import threading
import unittest
import warnings
from unittest import mock

from tetracast import errors, library

from library_case import LibraryTest


class Closing(LibraryTest):
    def test_closing_twice(self) -> None:
        problem = self.set_up()
        problem.close()
        problem.close()

    def test_closed_objects_are_refused(self) -> None:
        mesh, problem = self.box()
        machine = self.enter(library.Machine(self.world, "tests/support/machine.yaml"))
        mesh.close()
        for call in (lambda: mesh.cells, problem.set_up, lambda: library.Forecast(problem, machine), lambda: library.Problem(mesh)):
            with self.assertRaises(errors.UsageError):
                call()
        stepper = library.Stepper(self.set_up())
        stepper.close()
        for call in (lambda: stepper.step, stepper.request_stop, stepper.field, stepper.advance):
            with self.assertRaises(errors.UsageError):
                call()

    def test_garbage_is_destroyed_before_the_next_call(self) -> None:
        def collect(*_: object) -> None:
            garbage.clear()
            gc.collect()
            counts.append(len(self.world._postponed))

        problem, counts = self.set_up(), []
        with library.Stepper(problem) as stepper:
            stepper.add_hook(1, collect)
            garbage = [library.Stepper(problem)]
            stepper.advance(1)
            garbage = [library.Stepper(problem)]
            thread = threading.Thread(target=collect)
            thread.start()
            thread.join()
            self.assertEqual(counts, [1, 1])
            stepper.statistics()
            self.assertEqual(self.world._postponed, [])

    def test_several_ranks_are_not_destroyed_by_garbage_collection(self) -> None:
        problem = self.load()
        with mock.patch.object(problem.world, "size", 2), warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            problem.__del__()
        self.assertEqual([str(one.message) for one in caught], ["Problem: was not closed: use `with` or close()"])


if __name__ == "__main__":
    unittest.main()
