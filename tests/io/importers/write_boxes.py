#!/usr/bin/env python3
"""Writes meshes that an import must change, in Gmsh's format 2.2.

    write_boxes.py hexahedra N FILE   the unit cube, divided into N^3 hexahedra; markers 1 to 6 are x=0, x=1, y=0, y=1, z=0, z=1
    write_boxes.py apart BASE FILE    a TetGen mesh whose cells share no vertices, as in the output of discontinuous methods
"""

import itertools
import sys

from write_formats import read_mesh


def write_msh(path, points, elements):
    """Writes points and elements, given as (type of Gmsh, group, vertex numbers from 0)."""
    with open(path, "w", encoding="ascii") as file:
        file.write(f"$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n{len(points)}\n")
        file.writelines(f"{i} {x!r} {y!r} {z!r}\n" for i, (x, y, z) in enumerate(points, 1))
        file.write(f"$EndNodes\n$Elements\n{len(elements)}\n")
        for number, (kind, group, vertices) in enumerate(elements, 1):
            words = [number, kind, 2, group, group, *(v + 1 for v in vertices)]
            file.write(" ".join(map(str, words)) + "\n")
        file.write("$EndElements\n")


def write_hexahedra(n, path):
    """Writes the cube. Type 5 is a hexahedron, type 3 a quadrilateral."""
    n = int(n)
    points = [(x / n, y / n, z / n) for z, y, x in itertools.product(range(n + 1), repeat=3)]

    def vertex(x, y, z):
        return x + (n + 1) * (y + (n + 1) * z)

    square = [(0, 0), (1, 0), (1, 1), (0, 1)]
    elements = [(5, 1, [vertex(x + a, y + b, z + c) for c in (0, 1) for a, b in square])
                for z, y, x in itertools.product(range(n), repeat=3)]
    for axis, side in itertools.product(range(3), (0, 1)):
        for i, j in itertools.product(range(n), repeat=2):
            corners = [[i + a, j + b] for a, b in square]
            for corner in corners:
                corner.insert(axis, side * n)
            elements.append((3, 2 * axis + side + 1, [vertex(*corner) for corner in corners]))
    write_msh(path, points, elements)


def write_apart(base, path):
    """Writes the mesh whose cells share no vertices. Type 4 is a tetrahedron."""
    points, cells, regions, _, _ = read_mesh(base)
    elements = [(4, int(region), range(4 * i, 4 * i + 4)) for i, region in enumerate(regions)]
    write_msh(path, [tuple(map(float, points[v])) for cell in cells for v in cell], elements)


if __name__ == "__main__":
    {"hexahedra": write_hexahedra, "apart": write_apart}[sys.argv[1]](*sys.argv[2:])
