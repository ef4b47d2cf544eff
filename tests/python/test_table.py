"""The table of the library's functions, compared with lib/api/symbols.txt and with the public headers."""

from __future__ import annotations

import ctypes
import glob
import os
import re
import unittest
from typing import NamedTuple

from tetracast.library import LISTS, mpi, problem, table
from tetracast.library.table import FUNCTIONS, NOT_OFFERED
from tetracast.library.world import LEVELS

import support

SCALARS = {"int": ctypes.c_int, "unsigned": ctypes.c_uint, "double": ctypes.c_double, "int32_t": ctypes.c_int32,
           "int64_t": ctypes.c_int64, "MPI_Fint": ctypes.c_int}
POINTERS = {"int64_t": ctypes.c_int64, "double": ctypes.c_double, "uint64_t": ctypes.c_uint64}
# Headers without collective functions. The comments of their functions need not contain
# "Collective" or "Not collective".
NOT_COLLECTIVE_HEADERS = ("error.h", "version.h")


class Declaration(NamedTuple):
    """A function of a public header."""

    result: str
    parameters: list[str]
    collective: bool


def read_headers() -> tuple[dict[str, Declaration], str]:
    """Returns the functions of all headers, and the text of all headers."""
    found, text = {}, ""
    for path in sorted(glob.glob(os.path.join(support.SOURCE, "lib/api/include/tetracast/*.h"))):
        with open(path, encoding="utf-8") as file:
            header = file.read()
        found.update(parse_header(os.path.basename(path), header))
        text += header
    return found, text


def parse_header(name: str, header: str) -> dict[str, Declaration]:
    pattern = re.compile(r"(/\*(?:(?!\*/).)*\*/)?[^/;}]*?^TETRACAST_(?:API|RESULT)\s+([^;(]*?)\b(tetracast_\w+)\(([^;]*)\);", re.S | re.M)
    found = {}
    for comment, result, function, parameters in pattern.findall(header):
        collective = name not in NOT_COLLECTIVE_HEADERS and "Not collective" not in comment
        words = [] if parameters.strip() == "void" else [" ".join(word.split()) for word in parameters.split(",")]
        found[function] = Declaration(" ".join(result.split()), words, collective)
    return found


def expected_type(parameter: str, functions: dict[str, object]) -> object:
    """Returns the type in the table of a parameter of C, or a set of allowed types."""
    base = re.sub(r"\bconst\b", "", parameter)
    kind = base.split()[0]
    stars = base.count("*") + base.count("[")
    if kind in functions:
        return functions[kind]
    if not stars:
        return SCALARS.get(kind, ctypes.c_int)  # enumerations
    if kind == "char" and "const" in parameter:
        return ctypes.c_char_p if stars == 1 else ctypes.POINTER(ctypes.c_char_p)
    if stars == 1 and kind in POINTERS:
        return {ctypes.POINTER(POINTERS[kind]), ctypes.c_void_p}
    return ctypes.c_void_p if stars == 1 else ctypes.POINTER(ctypes.c_void_p)


class Table(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.declared, cls.headers = read_headers()

    def test_functions_are_those_of_the_library(self) -> None:
        with open(os.path.join(support.SOURCE, "lib/api/symbols.txt"), encoding="utf-8") as file:
            symbols = {line.split()[0] for line in file}
        remedy = "add it to FUNCTIONS or NOT_OFFERED in apps/python/tetracast/library/table.py"
        self.assertEqual(set(), symbols - {*FUNCTIONS, *NOT_OFFERED}, remedy)
        self.assertEqual(set(), {*FUNCTIONS, *NOT_OFFERED} - symbols, "not in symbols.txt")
        self.assertEqual(set(), {*FUNCTIONS} & {*NOT_OFFERED}, "in both lists")
        self.assertEqual(list(FUNCTIONS), sorted(FUNCTIONS))
        self.assertTrue(all(NOT_OFFERED.values()), "a reason is missing")

    def test_types_equal_the_headers(self) -> None:
        functions = {"tetracast_log_function": table.LOG_FUNCTION, "tetracast_source_function": table.SOURCE_FUNCTION,
                     "tetracast_step_function": table.STEP_FUNCTION, "tetracast_cell_function": table.CELL_FUNCTION,
                     "tetracast_face_function": table.FACE_FUNCTION}
        for name, function in FUNCTIONS.items():
            expected = [expected_type(parameter, functions) for parameter in self.declared[name].parameters]
            self.assertEqual(len(function.argtypes), len(expected), f"{name}: number of arguments")
            for number, (own, allowed) in enumerate(zip(function.argtypes, expected)):
                self.assertIn(own, allowed if isinstance(allowed, set) else {allowed}, f"{name}: argument {number}")

    def test_results_equal_the_headers(self) -> None:
        results = {"void": None, "int": ctypes.c_int, "tetracast_code": ctypes.c_int, "const char *": ctypes.c_char_p,
                   "tetracast_error *": ctypes.c_void_p}
        for name, function in FUNCTIONS.items():
            self.assertEqual(function.restype, results[self.declared[name].result], name)

    def test_collective_functions_are_those_of_the_headers(self) -> None:
        for name, function in FUNCTIONS.items():
            self.assertEqual(function.collective, self.declared[name].collective, name)

    def test_package_calls_each_function(self) -> None:
        calls = ""
        for path in glob.glob(os.path.join(support.SOURCE, "apps/python/tetracast/library/*.py")):
            if not path.endswith("table.py"):
                with open(path, encoding="utf-8") as file:
                    calls += file.read()
        self.assertEqual([], [name for name in FUNCTIONS if not re.search(rf"\b{name}\b", calls)])

    def test_constants_equal_the_headers(self) -> None:
        for kind, names in (("LIST", LISTS), ("LEVEL", LEVELS), ("BOUNDARY", problem.BOUNDARIES), ("OUTPUTS", problem.OUTPUTS)):
            found = re.findall(rf"\bTETRACAST_{kind}_(\w+) = (\d+)", self.headers)
            self.assertEqual([(name.upper(), str(number)) for number, name in enumerate(names)], found)
        self.assertRegex(self.headers, rf"define TETRACAST_COMM_WORLD_F \({mpi.WORLD}\)")
        for name, bit in problem.DEPENDS.items():
            self.assertRegex(self.headers, rf"TETRACAST_DEPENDS_{name.upper()} = {bit}\b")


class Parser(unittest.TestCase):
    def test_example(self) -> None:
        text = """/* Collective. A. */
TETRACAST_RESULT tetracast_error *tetracast_a(tetracast_x *x, const double y[3],
    int64_t *z);

/* Not collective. B; c. */
TETRACAST_API void tetracast_b(void);
"""
        self.assertEqual(parse_header("x.h", text), {
            "tetracast_a": Declaration("tetracast_error *", ["tetracast_x *x", "const double y[3]", "int64_t *z"], True),
            "tetracast_b": Declaration("void", [], False)})


if __name__ == "__main__":
    unittest.main()
