#!/usr/bin/env python3
"""Writes symmetric positive definite matrices as Matrix Market files, for tests and for jobs/paraiso.sh.

usage: write_matrix.py stencil N OUT      27-point stencil of a cube of N x N x N points
       write_matrix.py lengths N OUT      N rows of 3 to 500 entries: most are short, few are long
       write_matrix.py laplacian IN OUT   graph Laplacian of the pattern of a matrix file, with a slightly larger diagonal
       write_matrix.py negative IN OUT    the symmetric matrix of a Matrix Market file, multiplied by -1

IN is a Harwell-Boeing file or a Matrix Market coordinate file.
"""
import re
import sys


def write_lower(path, rows, columns, title):
    """columns[i]: the columns j < i of row i. All off-diagonal entries are -1. The diagonal is their number in the complete row
    plus 0.001 to 0.007, so that the product with ones is no eigenvector and conjugate gradients need many iterations."""
    degree = [len(row) for row in columns]
    for row in columns:
        for j in row:
            degree[j] += 1
    with open(path, "w") as out:
        out.write(f"%%MatrixMarket matrix coordinate real symmetric\n% {title}\n")
        out.write(f"{rows} {rows} {rows + sum(len(row) for row in columns)}\n")
        for i, row in enumerate(columns):
            out.write("".join(f"{i + 1} {j + 1} -1\n" for j in row) + f"{i + 1} {i + 1} {degree[i]}.00{1 + i % 7}\n")


def stencil(n):
    neighbours = [(x, y, z) for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1) if (x * n + y) * n + z < 0]
    return [
        [((i + x) * n + j + y) * n + k + z for x, y, z in neighbours if 0 <= i + x < n and 0 <= j + y < n and 0 <= k + z < n]
        for i in range(n)
        for j in range(n)
        for k in range(n)
    ]


def lengths(n):
    """Row i has the neighbour i - 1. Every 199th row has 493 further ones, and every 7th row 6, at equal distances."""
    rows = [set() for _ in range(n)]
    for i in range(1, n):
        rows[i].add(i - 1)
        more = 493 if i % 199 == 0 else 6 if i % 7 == 0 else 0
        for k in range(1, more + 1):
            j = i - 2 - k * 11
            if j >= 0:
                rows[i].add(j)
    return [sorted(row) for row in rows]


def read_boeing(lines):
    """Returns the number of rows and the pairs of a Harwell-Boeing file."""
    rows, formats = int(lines[2].split()[1]), re.findall(r"(\d*)I(\d+)", lines[3].upper())
    counts = [int(lines[1][14 * k : 14 * k + 14]) for k in (1, 2)]
    texts, at = [], 4 + (len(lines[1]) > 56 and int(lines[1][56:70] or 0) > 0)
    for count, (_, width) in zip(counts, formats):
        text = [line.rstrip("\n") for line in lines[at : at + count]]
        texts.append([int(line[k : k + int(width)]) for line in text for k in range(0, len(line.rstrip()), int(width))])
        at += count
    begin, row = texts
    return rows, [(row[k] - 1, j) for j in range(len(begin) - 1) for k in range(begin[j] - 1, begin[j + 1] - 1)]


def read_pairs(path):
    lines = open(path).readlines()
    if not lines[0].startswith("%%MatrixMarket"):
        return read_boeing(lines)
    entries = [line.split() for line in lines if not line.startswith("%")]
    return int(entries[0][0]), [(int(line[0]) - 1, int(line[1]) - 1) for line in entries[1:]]


def laplacian(path):
    count, pairs = read_pairs(path)
    rows = [set() for _ in range(count)]
    for i, j in pairs:
        if i != j:
            rows[max(i, j)].add(min(i, j))
    return [sorted(row) for row in rows]


def write_negative(path, out):
    with open(path) as source, open(out, "w") as target:
        has_size = False
        for line in source:
            words = line.split()
            if line.startswith("%") or not has_size:
                has_size = has_size or not line.startswith("%")
                target.write(line)
            else:
                target.write(f"{words[0]} {words[1]} {-float(words[2])!r}\n")


def main(words):
    if len(words) != 3 or words[0] not in ("stencil", "lengths", "laplacian", "negative"):
        sys.exit(__doc__)
    kind, source, out = words
    if kind == "negative":
        write_negative(source, out)
        return
    rows = stencil(int(source)) if kind == "stencil" else lengths(int(source)) if kind == "lengths" else laplacian(source)
    write_lower(out, len(rows), rows, f"{kind} {source.split('/')[-1]}")


main(sys.argv[1:])
