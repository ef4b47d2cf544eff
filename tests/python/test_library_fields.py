"""Fields of a stepper, and products of the assembled operator."""

from __future__ import annotations

import gc
import unittest

import numpy

from tetracast import errors, library, run, snapshot

import support
from library_case import LibraryTest


class Fields(LibraryTest):
    def test_field_has_the_bits_of_a_snapshot(self) -> None:
        path = self.path("s.h5")
        report = run.run(support.small_config(snapshots={"file": path}), options=support.FAST)
        problem = self.set_up(snapshots={"file": path})
        with library.Stepper(problem) as stepper, snapshot.open(path) as file:
            stepper.advance(20)
            self.assertEqual(stepper.statistics().hash, report.results[0]["field"]["hash"])
            order = problem.cells().id
            numpy.testing.assert_array_equal(stepper.field(), file.field(-1)[order])
            numpy.testing.assert_array_equal(stepper.field("w"), file.state("w", -1)[order])
            self.assertEqual((stepper.step, stepper.time, stepper.dt), (20, file.times[-1], report["dt"]))
            self.assertGreater(stepper.measured(), 0)

    def test_views_keep_their_owner(self) -> None:
        stepper = library.Stepper(self.set_up())
        view, copy = stepper.field(copy=False), stepper.field()
        self.assertFalse(view.flags.writeable)
        self.assertTrue(copy.flags.writeable)
        del stepper
        gc.collect()
        numpy.testing.assert_array_equal(view, copy)

    def test_field_is_set(self) -> None:
        problem = self.set_up()
        with library.Stepper(problem) as stepper:
            stepper.set_field(numpy.full(problem.owned(), 2.0))
            stepper.set_field(3 * stepper.field(copy=False), "w")
            self.assertEqual((stepper.statistics().min, stepper.field("w")[0]), (2, 6))
            with self.assertRaisesRegex(errors.UsageError, r"set_field: the array has the shape \[3\]: pass one of shape") as caught:
                stepper.set_field([1, 2, 3])
            self.assertTrue(caught.exception.is_local)
            with self.assertRaises(errors.NumericalError):
                stepper.set_field(numpy.full(problem.owned(), numpy.nan))

    def test_operator(self) -> None:
        problem = self.set_up(source="x*v+t")
        with library.Operator(problem) as operator:
            rows, x = operator.rows(), problem.cells().centroid[:, 0]
            product = numpy.add.reduceat(rows.value * x[rows.column - rows.first_row], rows.begin[:-1])
            numpy.testing.assert_allclose(operator.apply(x), product, atol=1e-9)
            numpy.testing.assert_allclose(operator.forcing(2.0, x), x**2 + 2)
            numpy.testing.assert_allclose(operator.forcing(2.0), 2)
        with self.assertRaises(errors.UsageError):
            library.Operator(problem, strategy="fast")


if __name__ == "__main__":
    unittest.main()
