"""Solves the system that `tetracast export` wrote, and compares the solution with the field in the report of a run.

usage: export_check.py BASE WEIGHTED COLOURED VOLUME REPORT.json

BASE is exported with default options, WEIGHTED with --weighting symmetric, COLOURED with --order colour, VOLUME with --weighting
volume --unknown distance --hierarchy. The report is that of one implicit step.
"""
import json
import re
import struct
import sys


def read(path, kind):
    with open(path) as file:
        assert file.readline() == f"%%MatrixMarket matrix {kind} general\n", path
        lines = [line.split() for line in file if not line.startswith("%")]
    return [int(n) for n in lines[0]], lines[1:]


def matrix(base, kind="real"):
    (rows, columns, count), lines = read(base + ".mtx", "coordinate " + kind)
    assert rows == columns and count == len(lines)
    entries = {(int(line[0]) - 1, int(line[1]) - 1): float(line[2]) if kind == "real" else 1.0 for line in lines}
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


def single(value):
    return struct.unpack("f", struct.pack("f", value))[0]


def check_level(fine, base, level):
    """Checks a level whose aggregates are not smoothed. Returns the number of rows of the next one."""
    _, aggregate = matrix(f"{base}-aggregates-{level}", "pattern")
    to = {i: coarse for i, coarse in aggregate}
    assert len(to) == len(aggregate) and all(to[I] == I for I in set(to.values())), "the row with the lowest number names an aggregate"
    _, coarse = matrix(f"{base}-level-{level + 1}")
    wanted = {}
    for (i, j), value in fine.items():
        if i != j and i in to and j in to and to[i] != to[j]:
            wanted[to[i], to[j]] = wanted.get((to[i], to[j]), 0.0) + value
    assert set(wanted) | {(i, i) for i in to.values()} == set(coarse)
    assert all(abs(coarse[pair] - value) <= 1e-6 * abs(value) for pair, value in wanted.items())
    return len(set(to.values()))


plain, weighted, coloured, volume, report = sys.argv[1:]
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

volumes = vector(plain, "volumes")
assert volumes == vector(volume, "volumes") == vector(weighted, "volumes")
assert all(abs(w * w / v - 1) < 1e-14 for w, v in zip(weight, volumes))
_, k = matrix(volume)
assert all(k[i, j] == k[j, i] for i, j in k), "K is not symmetric"
assert set(k) == set(a) and all(abs(k[i, j] - volumes[i] * v) <= 1e-14 * abs(k[i, j]) for (i, j), v in a.items())
assert all(k[i, j] == volumes[i] * v for (i, j), v in a.items() if i <= j)
level = float(re.search(r", level (\S+)", open(volume + ".mtx").read()).group(1))
assert level != 0.0
x = [level + v for v in solve(k, vector(volume, "rhs"), vector(volume, "start"))]
found = [min(x), max(x), sum(v * w for v, w in zip(x, volumes))]
assert all(abs(f / t - 1) < 1e-9 for f, t in zip(found, reported)), (found, reported)

_, zero = matrix(volume + "-level-0")
assert {pair for pair in k if k[pair] != 0.0} == set(zero)
assert all(v == single(k[i, j]) for (i, j), v in zero.items() if i != j)
assert check_level(zero, volume, 0) < rows / 5
