"""Solves the system that `tetracast export` wrote, and compares the solution with the field in the report of a run.

usage: export_check.py BASE WEIGHTED COLOURED REPORT.json

BASE is exported with default options, WEIGHTED with --weighting symmetric, COLOURED with --order colour.
The report is that of one implicit step.
"""
import json
import sys


def read(path, kind):
    with open(path) as file:
        assert file.readline() == f"%%MatrixMarket matrix {kind} general\n", path
        lines = [line.split() for line in file if not line.startswith("%")]
    return [int(n) for n in lines[0]], lines[1:]


def matrix(base):
    (rows, columns, count), lines = read(base + ".mtx", "coordinate real")
    assert rows == columns and count == len(lines)
    entries = {(int(i) - 1, int(j) - 1): float(a) for i, j, a in lines}
    assert len(entries) == count, "an entry twice"
    return rows, entries


def vector(base, name, kind="real", of=float):
    (rows, one), lines = read(f"{base}-{name}.mtx", f"array {kind}")
    assert one == 1 and rows == len(lines)
    return [of(line[0]) for line in lines]


def product(entries, x):
    y = [0.0] * len(x)
    for (i, j), a in entries.items():
        y[i] += a * x[j]
    return y


def dot(x, y):
    return sum(a * b for a, b in zip(x, y))


def solve(entries, b, x):
    """Returns the solution, computed with conjugate gradients from the initial value x."""
    r = [c - d for c, d in zip(b, product(entries, x))]
    p, rr = r, dot(r, r)
    while rr > 1e-22 * dot(b, b):
        q = product(entries, p)
        alpha = rr / dot(p, q)
        x = [c + alpha * d for c, d in zip(x, p)]
        r = [c - alpha * d for c, d in zip(r, q)]
        rr, before = dot(r, r), rr
        p = [c + rr / before * d for c, d in zip(r, p)]
    return x


plain, weighted, coloured, report = sys.argv[1:]
rows, a = matrix(plain)
_, s = matrix(weighted)
_, c = matrix(coloured)
assert vector(plain, "cells", "integer", int) == sorted(vector(plain, "cells", "integer", int))
assert all(abs(s[i, j] - s[j, i]) <= 1e-14 * abs(s[i, j]) for i, j in s), "the weighted matrix is not symmetric"
assert any(abs(a[i, j] - a[j, i]) > 1e-3 * abs(a[i, j]) for i, j in a), "the matrix is symmetric without weighting"

place = {cell: i for i, cell in enumerate(vector(plain, "cells", "integer", int))}
row = [place[cell] for cell in vector(coloured, "cells", "integer", int)]
assert sorted(row) == list(range(rows)) and row != list(range(rows))
assert {(row[i], row[j]): v for (i, j), v in c.items()} == a, "colouring changes more than the order"
rhs = vector(plain, "rhs")
assert [rhs[i] for i in row] == vector(coloured, "rhs")
first = min(i for (i, j) in c if j < i)  # the rows before this one are not coupled to each other
assert first > rows / 8, first

weight = [x / y for x, y in zip(vector(weighted, "start"), vector(plain, "start"))]
x = [v / w for v, w in zip(solve(s, vector(weighted, "rhs"), vector(weighted, "start")), weight)]
field = json.load(open(report))["results"][0]["field"]
reported = [field["min"], field["max"], field["integral"]]
found = [min(x), max(x), sum(v * w * w for v, w in zip(x, weight))]
assert all(abs(f / t - 1) < 1e-9 for f, t in zip(found, reported)), (found, reported)
residual = [r - v for r, v in zip(rhs, product(a, x))]
assert max(map(abs, residual)) < 1e-10 * max(map(abs, rhs))
