#!/usr/bin/env python3
"""Writes the mesh meshes/ventricle, or another TetGen mesh, in formats of other programs.

    write_formats.py BASE DIRECTORY

meshio (Debian: python3-meshio) writes all files except openCARP's, whose format it does not support. Exporters of Tetracast are not
used. Prints the name of each file on a line. Formats that meshio cannot write on this machine are named on stderr.
"""

import contextlib
import io
import os
import sys

import numpy as np


def read_rows(path):
    """Returns the rows of numbers of a TetGen file, without its header."""
    with open(path, encoding="utf-8") as file:
        rows = [line.split("#")[0].split() for line in file]
    return [row for row in rows if row][1:]


def read_mesh(base):
    """Returns points, cells, regions, faces and markers."""
    points = np.array([[float(word) for word in row[1:4]] for row in read_rows(base + ".node")])
    cells = np.array([[int(word) for word in row[1:]] for row in read_rows(base + ".ele")])
    faces = np.array([[int(word) for word in row[1:]] for row in read_rows(base + ".face")] if os.path.exists(base + ".face") else [[0] * 4])
    first = cells[:, :4].min()
    return points, cells[:, :4] - first, cells[:, 4], faces[:, :3] - first, faces[:, 3]


def create_meshes(meshio, base):
    """Returns the mesh with data arrays of Gmsh and with an array `region`."""
    points, cells, regions, faces, markers = read_mesh(base)
    blocks = [("triangle", faces), ("tetra", cells)]
    numbers = [markers.astype(np.int32), regions.astype(np.int32)]
    entities = np.tile(np.array([3, regions[0]], np.int32), (len(points), 1))  # each point belongs to the volume of the first cell
    gmsh = meshio.Mesh(points, blocks, {"gmsh:dim_tags": entities}, {"gmsh:physical": numbers, "gmsh:geometrical": numbers})
    plain = meshio.Mesh(points, [("tetra", cells)], cell_data={"region": [numbers[1]]})
    return gmsh, plain


def write_carp(base, path):
    """Writes NAME.pts and NAME.elem of openCARP."""
    points, cells, regions, _, _ = read_mesh(base)
    with open(path + ".pts", "w", encoding="ascii") as file:
        file.write(f"{len(points)}\n")
        file.writelines(" ".join(repr(float(x)) for x in point) + "\n" for point in points)
    with open(path + ".elem", "w", encoding="ascii") as file:
        file.write(f"{len(cells)}\n")
        file.writelines(f"Tt {a} {b} {c} {d} {region}\n" for (a, b, c, d), region in zip(cells, regions))


def main(base, directory):
    import meshio  # imported here, because other scripts that use this file do not need meshio

    gmsh, plain = create_meshes(meshio, base)
    files = [
        ("msh2-text.msh", gmsh, "gmsh22", {"binary": False, "float_fmt": ".17g"}),
        ("msh2-binary.msh", gmsh, "gmsh22", {"binary": True}),
        ("msh4-text.msh", gmsh, "gmsh", {"binary": False, "float_fmt": ".17g"}),
        ("msh4-binary.msh", gmsh, "gmsh", {"binary": True}),
        ("vtu.vtu", plain, "vtu", {}),
        ("vtk.vtk", plain, "vtk", {}),
        ("xdmf.xdmf", plain, "xdmf", {}),
        ("exodus.e", plain, "exodus", {}),
        ("med.med", plain, "med", {}),
        ("abaqus.inp", plain, "abaqus", {"float_fmt": ".17g"}),
    ]
    write_carp(base, os.path.join(directory, "carp"))
    print("carp.pts")
    for name, mesh, file_format, options in files:
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                meshio.write(os.path.join(directory, name), mesh, file_format=file_format, **options)
            print(name)
        except (ImportError, meshio.WriteError, ValueError, TypeError, KeyError) as error:
            print(f"{name}: not written: {error}", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
