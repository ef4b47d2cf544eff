"""Draws snapshots as coloured surfaces with commands of gnuplot: field.py SNAPSHOTS.h5 CUT STEP.... Called by jobs/field.sh.

Prints `set object polygon` for each visible triangle of each step, from far to near (painter's algorithm), and the colour bar.
The last line, `shape`, is the ratio of width to height of the picture. Errors are one line on stderr.
"""
import sys

import h5py
import numpy as np

FACES = np.array([[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]])
# Ten equidistant colours of the colour map viridis.
COLOURS = np.array([[68, 1, 84], [72, 40, 120], [62, 74, 137], [49, 104, 142], [38, 130, 142], [31, 158, 137],
                    [53, 183, 121], [110, 206, 88], [181, 222, 43], [253, 231, 37]])
VIEW = np.array([0.35, -0.85, 0.4])  # direction from the mesh to the viewer


def surface(points, cells, kept):
    """Returns corners, outward unit normals and cells of the triangles that belong to exactly one of the drawn cells."""
    owner = np.repeat(np.flatnonzero(kept), 4)
    faces = cells[kept][:, FACES].reshape(-1, 3)
    _, first, count = np.unique(np.sort(faces, 1), axis=0, return_index=True, return_counts=True)
    outer = first[count == 1]
    faces, owner = faces[outer], owner[outer]
    corner = points[faces]
    normal = np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0])
    outward = np.einsum("ij,ij->i", normal, corner.mean(1) - points[cells[owner]].mean(1)) > 0
    normal = np.where(outward[:, None], normal, -normal)
    return corner, normal / np.linalg.norm(normal, axis=1)[:, None], owner


def project(points):
    """Returns the coordinates to the right, up and towards the viewer."""
    towards = VIEW / np.linalg.norm(VIEW)
    right = np.cross([0, 0, 1], towards)
    right /= np.linalg.norm(right)
    return np.stack([points @ right, points @ np.cross(towards, right), points @ towards], -1)


def colour(share, light):
    at = np.clip(share, 0, 1) * (len(COLOURS) - 1)
    low = np.minimum(at.astype(int), len(COLOURS) - 2)
    rgb = COLOURS[low] + (at - low)[:, None] * (COLOURS[low + 1] - COLOURS[low])
    return np.clip(rgb * light[:, None], 0, 255).astype(int)


def polygon(corners, rgb):
    path = " to ".join("%.4g,%.4g" % tuple(c[:2]) for c in [*corners, corners[0]])
    text = "'#%02x%02x%02x'" % tuple(rgb)
    print(f"set object polygon from {path} fillcolor rgb {text} fillstyle solid 1 border linecolor rgb {text}")


def main():
    path, cut, steps = sys.argv[1], sys.argv[2], [int(s) for s in sys.argv[3:]]
    with h5py.File(path, "r") as file:
        points, cells = file["mesh/points"][:], file["mesh/cells"][:]
        written = [s for s in file["field/step"][:] if s >= 0]  # a run that ended early leaves -1 in the remaining rows
        if not written:
            sys.exit(f"{path}: contains no snapshot yet")
        steps = steps or [written[0], written[len(written) // 2], written[-1]]
        missing = [s for s in steps if s not in written]
        if missing:
            sys.exit(f"{path}: has no step {missing[0]}, only {', '.join(map(str, written))}")
        rows = [file["field/v"][written.index(s)] for s in steps]
        times = [file["field/time"][written.index(s)] for s in steps]
    middle = points[cells].mean(1)
    axis = "xyz".find(cut[:1]) if cut else -1
    kept = np.ones(len(cells), bool) if axis < 0 else middle[:, axis] > float(cut[1:] or 0)
    corner, normal, owner = surface(points, cells, kept)
    seen = project(normal)[:, 2] > 0
    corner, normal, owner = project(corner[seen]), project(normal[seen]), owner[seen]
    light = 0.6 + 0.4 * np.abs(normal @ (np.array([0.3, 0.5, 0.8]) / np.linalg.norm([0.3, 0.5, 0.8])))
    order = np.argsort(corner[:, :, 2].mean(1))
    low, high = corner[:, :, :2].min((0, 1)), corner[:, :, :2].max((0, 1))
    wide, tall = 1.1 * (high - low)
    least, most = min(r.min() for r in rows), max(r.max() for r in rows)
    size = most - least if most > least else 1.0
    for n, row in enumerate(rows):
        shifted = corner[:, :, :2] + [n * wide - low[0], -low[1]]
        rgb = colour((row[owner] - least) / size, light)
        for k in order:
            polygon(shifted[k], rgb[k])
        print(f"set label 't = {times[n]:.3g}' at {(n + 0.45) * wide:.4g},{-0.06 * tall:.4g} center")
    bar = np.linspace(0, 1, 65)
    left, right = len(rows) * wide, len(rows) * wide + 0.05 * tall
    for a, b, rgb in zip(bar[:-1], bar[1:], colour((bar[:-1] + bar[1:]) / 2, np.ones(64))):
        polygon(np.array([[left, a], [right, a], [right, b], [left, b]]) * [1, tall / 1.1], rgb)
    for share in (0, 0.5, 1):
        value = least + share * size
        print(f"set label '{value if abs(value) > 1e-3 * size else 0:.3g}' at {right + 0.02 * tall:.4g},{share * tall / 1.1:.4g} left")
    print(f"set xrange [0:{right + 0.22 * tall:.4g}]\nset yrange [{-0.1 * tall:.4g}:{tall:.4g}]")
    print(f"shape = {(right + 0.22 * tall) / (1.1 * tall):.4g}")


main()
