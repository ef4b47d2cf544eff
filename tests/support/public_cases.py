"""Usage: public_cases.py MESHES. Writes the inputs of tests/apps/public_cases_test.sh into the current directory.
MESHES is the directory of the meshes in the repository."""
import itertools
import sys
import math


def brick_cells(at, index):
    """Yields the six cells of a brick, which share the diagonal of the brick."""
    for axes in itertools.permutations(range(3)):
        corner = list(at)
        cell = [index[tuple(corner)]]
        for axis in axes:
            corner[axis] += 1
            cell.append(index[tuple(corner)])
        yield cell


def box(bricks, size):
    """Returns the points, cells and boundary faces of a box. The faces have the markers 1 to 6, like those of meshes/cube."""
    nodes = list(itertools.product(*(range(n + 1) for n in reversed(bricks))))
    index = {node[::-1]: i for i, node in enumerate(nodes)}
    points = [tuple(c * s / n for c, s, n in zip(node[::-1], size, bricks)) for node in nodes]
    cells = []
    for node in itertools.product(*(range(n) for n in reversed(bricks))):
        cells += brick_cells(node[::-1], index)
    return points, cells, boundary(points, cells, size)


def boundary(points, cells, size):
    count = {}
    for cell in cells:
        for face in itertools.combinations(cell, 3):
            key = tuple(sorted(face))
            count[key] = count.get(key, 0) + 1
    faces = []
    for face in (f for f, n in count.items() if n == 1):
        for axis in range(3):
            if all(points[v][axis] == 0 for v in face):
                faces.append((*face, 2 * axis + 1))
            if all(abs(points[v][axis] - size[axis]) < 1e-9 * size[axis] for v in face):
                faces.append((*face, 2 * axis + 2))
    return faces


def rows(items, base=1):
    return "".join(f"{i + base} " + " ".join(f"{c:.17g}" if isinstance(c, float) else str(c) for c in item) + "\n"
                   for i, item in enumerate(items))


def numbered(items, base=1):
    return [tuple(v + base for v in item) for item in items]


def write(name, text):
    data = text if isinstance(text, bytes) else text.encode()
    with open(name, "wb") as file:
        file.write(data)


def write_mesh(name, mesh, region=None):
    points, cells, faces = mesh
    labels = [() if region is None else (region([points[v] for v in cell]),) for cell in cells]
    write(name + ".node", f"{len(points)} 3 0 0\n" + rows(points))
    write(name + ".ele", f"{len(cells)} 4 {int(region is not None)}\n"
          + rows([c + l for c, l in zip(numbered(cells), labels)]))
    if faces:
        write(name + ".face", f"{len(faces)} 1\n" + rows([(*(v + 1 for v in f[:3]), f[3]) for f in faces]))


def text_of(name):
    with open(name, encoding="utf-8") as file:
        return file.read()


def body(name):
    return text_of(name).split("\n", 1)[1]


def variant(name, **files):
    """Writes a copy of the mesh `plain` in which some files are replaced. A file that is None is not written."""
    for ending in ("node", "ele", "face"):
        text = files.get(ending, text_of("plain." + ending))
        if text is not None:
            write(f"{name}.{ending}", text)


def each_line(text, change):
    return "".join(change(line) + "\n" for line in text.splitlines())


def shift(text, change):
    """Returns the rows of a .node file with changed coordinates."""
    return each_line(text, lambda line: " ".join([line.split()[0]] + [change(float(c)) for c in line.split()[1:]]))


def write_variants():
    node, ele, face = (text_of("plain." + e) for e in ("node", "ele", "face"))
    rest_node, rest_ele, rest_face = (body("plain." + e) for e in ("node", "ele", "face"))
    append = lambda text, tail: each_line(text, lambda line: line + tail)
    variant("trail", node=node + " THIS FILE WAS MODIFIED BY ANOTHER PROGRAM\n", face=None)
    for tail, name in (("2.5", "a2"), ("1.0", "a2_1"), ("1e0", "a2_2"), ("2E+00", "a2_3")):
        variant(name, ele="6 4 1\n" + append(rest_ele, " " + tail))
    variant("a3", face="12 1\n" + append(rest_face, ".0"))
    variant("a4", ele="6 4 2\n" + append(rest_ele, " 1 7.5"))
    variant("a5", ele="6 4 1\n" + each_line(rest_ele, lambda l: l + (" -1" if int(l.split()[0]) % 2 else " -2")),
            face="12 1\n" + each_line(rest_face, lambda l: " ".join(l.split()[:4]) + " -1"))
    variant("a6", face="12 1\n" + append(rest_face, " 1 -1"))
    variant("a7", ele="6 10 0\n" + append(rest_ele, " 1 2 3 4 5 6"))
    variant("a8", node="# comment\n\n" + node.replace(" ", "\t").rstrip("\n"),
            ele=each_line(ele, lambda l: l + " # end\n"))
    variant("crlf", **{e: t.replace("\n", "\r\n") for e, t in (("node", node), ("ele", ele), ("face", face))})
    variant("cr", **{e: t.replace("\n", "\r") for e, t in (("node", node), ("ele", ele), ("face", face))})
    variant("bom", node=b"\xef\xbb\xbf" + node.encode())
    variant("dexp", node="8 3 0 0\n" + shift(rest_node, lambda c: f"{c:f}D+00"))
    variant("comma", node="8 3 0 0\n" + rest_node.replace(" 1", " 0,500"))
    variant("lfs", node="version https://git-lfs.github.com/spec/v1\noid sha256:" + 64 * "0" + "\nsize 1234567\n",
            face=None)
    variant("zero", face=None,
            ele="6 4 0\n" + each_line(rest_ele, lambda l: " ".join(str(int(v) - 1) for v in l.split())))
    variant("a15", ele=ele.replace(" 8\n", " 9\n", 1))
    swapped = rest_ele.splitlines()[0].split()
    variant("a16", ele="6 4 0\n" + " ".join([swapped[0], swapped[2], swapped[1], *swapped[3:]]) + "\n"
            + rest_ele.split("\n", 1)[1])
    variant("a17", ele="6 4 0\n1 1 2 2 8\n" + rest_ele.split("\n", 1)[1])
    variant("a18", node="9 3 0 0\n" + rest_node + "9 5 5 5\n")
    variant("a22", face="13 1\n" + rest_face + "13 2 3 4 9\n")
    variant("facebad", face="13 1\n" + rest_face + "13 1 2 8 9\n")
    variant("noface", face=None)
    variant("cut", face="12 1\n" + each_line(rest_face, lambda l: " ".join(l.split()[:4])))
    variant("noattr", node="8 3 1 0\n" + rest_node)
    variant("cutele", ele=ele[:-4])
    variant("empty", ele="")
    variant("html", node="<!DOCTYPE html>\n<html>not found</html>\n")
    for factor, name in ((1e-9, "small"), (2e4, "large")):
        variant(name, node="8 3 0 0\n" + shift(rest_node, lambda c, factor=factor: f"{c * factor:.17g}"))
    origin = iter(itertools.cycle((512345.67, 5412345.89, 733.1)))
    variant("far", node="8 3 0 0\n" + shift(rest_node, lambda c: f"{c + next(origin):.17g}"))


def join(first, second, distance):
    """Returns a mesh of two meshes that are adjacent in x. If the distance is "shared", coincident points become one point."""
    points, cells = list(first[0]), [tuple(c) for c in first[1]]
    at = {p: i for i, p in enumerate(points)} if distance == "shared" else {}
    new = {}
    for i, (x, y, z) in enumerate(second[0]):
        p = (x + 1 + (0 if distance == "shared" else distance), y, z)
        new[i] = at.get(p, len(points))
        if new[i] == len(points):
            points.append(p)
    return points, cells + [tuple(new[v] for v in c) for c in second[1]], []


def write_joined(plain, c2):
    side = lambda corners: 1 if sum(p[0] for p in corners) / 4 < 1 else 2
    write_mesh("unwelded", join(plain, plain, 0.0), side)
    write_mesh("hang", join(plain, c2, "shared"), side)


def write_series():
    """Writes bars of cubic bricks. The wave of the same equation is poorly resolved on the first and well resolved on the last."""
    for n in (10, 20, 80):
        write_mesh(f"wv{n}", box((n, 1, 1), (10.0, 10.0 / n, 10.0 / n)))


def write_fibres():
    for name, sheet in (("z2", "0 0 0"), ("zp", "1 0 0")):
        write(name + ".lon", "2\n" + 48 * f"1 0 0 {sheet}\n")
    write("zf.lon", "1\n" + 47 * "1 0 0\n" + "0 0 0\n")
    write("c2f.lon", "48\n" + 48 * "1 0 0\n")
    write("c2o.lon", "48\n" + 48 * "1 0 0 0 1 0 0 0 1\n")
    write("crlf.lon", "1\r\n" + 48 * "2 0 0\r\n")
    write("short.lon", "1\n" + 40 * "1 0 0\n")


def write_configs():
    write("p.yaml", 'mesh: {file: plain}\ninitial: "x"\ntime: {steps: 5}\nmachine: none\n')
    write("s.yaml", 'mesh: {file: plain}\nsnapshots: {file: s.h5, every: 5}\ninitial: "x"\ntime: {steps: 5}\n'
          "machine: none\n")
    write("unquoted.yaml", "mesh: {file: plain}\ninitial: x<0.5 ? 1 : 0\ntime: {steps: 5}\nmachine: none\n")
    write("k.yaml", """mesh: {file: c2}
initial: "exp(-((x-0.2)^2+y^2+z^2)*8)"
states: {w: {initial: 0, rate: "0.05*(v-0.5*w)"}}
source: "v*(1-v)*(v-0.1)-w + (t>0.05 && t<0.1 ? 3*exp(-x*x) : 0)"
time: {steps: 40, dt: 0.004}
snapshots: {file: ck/a.h5, every: 10}
history: {file: ck/a.csv, every: 5}
checkpoint: {file: ck/c.h5, every: 20}
machine: none
""")
    write("well.yaml", """mesh: {file: %s/bar}
initial: 1e7
boundary: {markers: [{marker: 2, kind: value, value: "1e7-100"}]}
time: {method: implicit, steps: 500, dt: 0.01}
machine: none
""" % sys.argv[1])
    write("heat.yaml", """mesh: {file: %s/bar}
initial: 300
diffusion: {tensor: 1e-6}
boundary: {markers: [{marker: 2, kind: flux, value: 1e-8}]}
time: {method: implicit, steps: 2000, dt: 60}
machine: none
""" % sys.argv[1])
    write("soil.yaml", """mesh: {file: %s/bar}
initial: 0
boundary: {markers: [{marker: 1, kind: value, value: 101325}, {marker: 2, kind: value, value: 101326}]}
time: {method: steady}
exact: "101325+x/10"
machine: none
""" % sys.argv[1])


def main():
    plain, c2 = box((1, 1, 1), (1.0, 1.0, 1.0)), box((2, 2, 2), (1.0, 1.0, 1.0))
    write_mesh("plain", plain)
    write_mesh("c2", c2)
    write_mesh("flat", box((1, 1, 1), (1.0, 1.0, 0.001)))
    write_mesh("c8", box((8, 8, 8), (1.0, 1.0, 1.0)))
    write_mesh("col", box((20, 2, 2), (10.0, 1.0, 1.0)))
    write_mesh("bar", box((10, 2, 2), (1.0, 0.2, 0.2)), lambda corners: 1 if sum(p[0] for p in corners) / 4 < 0.5 else 2)
    write_mesh("mf", box((20, 2, 2), (1.0, 0.1, 0.1)))
    write_mesh("rb", box((40, 1, 1), (5.0, 0.5, 0.5)))
    write_variants()
    write_joined(plain, c2)
    write_series()
    write_fibres()
    write_configs()


main()
