"""rotation_check.py turn BASE OUT: writes the rotated mesh OUT. Prints the overrides of the original problem, one per line, then those
of the rotated problem.
rotation_check.py same A.h5 B.h5 TOLERANCE: compares the last fields of two runs. Exit code 3: they differ."""
import sys

import numpy as np

TENSOR = np.array([[4, 0.5, -0.3], [0.5, 2, 0.2], [-0.3, 0.2, 1]])


def turned():
    """Returns the matrix of three rotations, one about each axis."""
    out = np.eye(3)
    for axis, angle in enumerate((0.7, -1.1, 0.4)):
        i, j = [(1, 2), (2, 0), (0, 1)][axis]
        turn = np.eye(3)
        turn[i, i] = turn[j, j] = np.cos(angle)
        turn[i, j], turn[j, i] = -np.sin(angle), np.sin(angle)
        out = turn @ out
    return out


def overrides(turn):
    """Yields the overrides of the rotated problem. Its formulas contain the original coordinates as functions of the rotated ones."""
    x, y, z = ("(%s)" % "+".join(f"({turn[k, i]:.17g})*{n}" for k, n in enumerate("xyz")) for i in range(3))
    k = turn @ TENSOR @ turn.T
    six = ", ".join("%.17g" % v for v in (k[0, 0], k[1, 1], k[2, 2], k[0, 1], k[0, 2], k[1, 2]))
    yield f"diffusion.tensor=[{six}]"
    yield f"initial=1+exp(-8*(({x}-0.3)^2+2*({y}-0.6)^2+({z}-0.4)^2))"
    for marker, what in ((1, f'kind: value, value: "1+{y}*{z}"'), (4, f'kind: flux, value: "{x}-2*{z}"'),
                         (6, f'kind: exchange, h: "1+{x}", outside: "2-{y}+10*t"')):
        yield "{marker: %d, %s}" % (marker, what)


def write_turned(base, out, turn):
    for ending in (".ele", ".face"):
        with open(base + ending) as source, open(out + ending, "w") as copy:
            copy.write(source.read())
    with open(base + ".node") as source, open(out + ".node", "w") as copy:
        copy.write(source.readline())
        for line in source:
            word = line.split("#")[0].split()
            if len(word) >= 4:
                copy.write("%s %.17g %.17g %.17g\n" % (word[0], *(turn @ [float(w) for w in word[1:4]])))


def show(turn):
    words = list(overrides(turn))
    print(words[0], words[1], "boundary.markers=[%s]" % ", ".join(words[2:]), sep="\n")


def same(one, two, tolerance):
    import h5py
    with h5py.File(one) as a, h5py.File(two) as b:
        a, b = a["field/v"][-1], b["field/v"][-1]
    difference, size = np.abs(a - b).max(), np.abs(a).max()
    print(f"largest difference {difference:.2g} of {size:.2g}")
    sys.exit(0 if difference <= tolerance * size else 3)


if sys.argv[1] == "same":
    same(sys.argv[2], sys.argv[3], float(sys.argv[4]))
show(np.eye(3))
show(turned())
write_turned(sys.argv[2], sys.argv[3], turned())
