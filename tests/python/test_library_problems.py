"""Meshes, and problems from configs, setters and functions."""

from __future__ import annotations

import pathlib
import unittest

import numpy

from tetracast import errors, library

import support
from library_case import LibraryTest, raise_failure

POINTS = numpy.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]], float)
CELLS = [[0, 1, 2, 3], [1, 2, 3, 4]]


def hash_after_steps(problem: library.Problem) -> str:
    """Sets up a problem and makes 3 steps. Returns the hash of the field."""
    problem.set_up()
    with library.Stepper(problem) as stepper:
        stepper.advance(3)
        return stepper.statistics().hash


class Meshes(LibraryTest):
    def test_meshes_from_arrays(self) -> None:
        whole = self.enter(library.Mesh.from_arrays(self.world, POINTS, CELLS))
        parts = self.enter(library.Mesh.from_distributed(self.world, range(4, -1, -1), POINTS[::-1], [1, 0], CELLS[::-1]))
        for mesh in (whole, parts):
            self.assertEqual((mesh.vertices, mesh.cells), (5, 2))
            mesh.set_regions([1, 2])
            mesh.set_markers([[0, 1, 2]], [7])
            problem = self.enter(library.Problem(mesh))
            problem.set_tensor([2, 2, 2, 0, 0, 0], region=2)
            problem.set_boundary("exchange", "x+t", h=1.5, marker=7)
            problem.set_boundary("flux", 0)
            problem.set_up()
            found = problem.cells()
            numpy.testing.assert_allclose(found.volume[found.id.argsort()], [1 / 6, 1 / 3])
            self.assertEqual(found.centroid.shape, (2, 3))

    def test_wrong_arrays(self) -> None:
        with self.assertRaisesRegex(errors.UsageError, r"cells: the array has the shape \[2, 3\]: pass one of shape \[any, 4\]"):
            library.Mesh.from_arrays(self.world, POINTS, numpy.zeros((2, 3)))
        with self.assertRaises(errors.InputError):
            library.Mesh.from_arrays(self.world, POINTS, [[0, 1, 2, 9]])
        for cells in ([[0.5, 1, 2, 3]], numpy.array([[2**64 - 1, 1, 2, 3]], "uint64")):
            with self.assertRaisesRegex(errors.UsageError, "cells: a value of type .* is not an integer of 64 bits: pass int64"):
                library.Mesh.from_arrays(self.world, POINTS, cells)
        mesh = self.enter(library.Mesh.from_arrays(self.world, POINTS, CELLS))
        with self.assertRaisesRegex(errors.UsageError, "region: .* integer of 32 bits"):
            mesh.set_regions([1, 2**32 + 1])
        mesh.set_markers(None)
        with self.assertRaisesRegex(errors.UsageError, "0 regions are passed for 2 cells"):
            mesh.set_regions(None)


class Problems(LibraryTest):
    def test_problem_of_setters_equals_config(self) -> None:
        mesh = self.enter(library.Mesh.read(self.world, pathlib.Path("meshes/cube")))
        problem = self.enter(library.Problem(mesh))
        for key, value in support.small_config().items():
            if key != "mesh":
                problem.set(key, value)
        self.assertEqual(hash_after_steps(problem), hash_after_steps(self.load()))
        with self.assertRaises(errors.UsageError):
            problem.set("time.steps", 3)

    def test_source_function_equals_formula(self) -> None:
        problem = self.load()
        problem.set_source_function(lambda t, ids, centroid, v: centroid[:, 0] * v + t)
        self.assertEqual(hash_after_steps(problem), hash_after_steps(self.load(source="x*v+t")))
        problem = self.load()
        problem.set_source_function(raise_failure)
        problem.set_source_function(None)
        problem.set_up()

    def test_functions_of_tensor_and_boundary_equal_formulas(self) -> None:
        functions, formulas = self.load(), self.load()
        functions.set_boundary_function("value", lambda t, cell, centroid: centroid[:, 0] + t)
        functions.set_tensor_function(lambda ids, centroid: [[2, 1, 1, 0, 0, 0]] * len(ids))
        formulas.set_boundary("value", "x+t")
        formulas.set_tensor([2, 1, 1, 0, 0, 0])
        self.assertEqual(hash_after_steps(functions), hash_after_steps(formulas))
        problem = self.load()
        problem.set_tensor_function(raise_failure)
        with self.assertRaisesRegex(RuntimeError, "of the callback"):
            problem.set_up()


if __name__ == "__main__":
    unittest.main()
