"""Reads a snapshot file back with meshio and h5py and compares it with the mesh it was made from.

usage: snapshot_readback.py RUN.xdmf MESH STEP[,STEP...]

MESH is the base name of the TetGen files, which this script reads independently of the program. STEP are the steps that the
file must contain. The exit code is 0 if all data agree, 1 with a message if not, and 77 if a package is missing.
"""
import sys

try:
    import h5py
    import meshio
    import numpy as np
except ImportError as missing:
    print(f"skipped: {missing} (Debian: python3-meshio python3-h5py)")
    sys.exit(77)


def check(condition, message):
    if not condition:
        sys.exit(f"readback: {message}")


def read_tetgen(name):
    """Points [nodes,3] and cells [cells,4] (counted from 0) of a TetGen mesh."""
    node = np.loadtxt(name + ".node", skiprows=1, comments="#", ndmin=2)
    ele = np.loadtxt(name + ".ele", skiprows=1, comments="#", ndmin=2)
    return node[:, 1:4], ele[:, 1:5].astype(np.int64) - int(node[0, 0])


def volumes(points, cells):
    """Signed volumes: positive for right-handed cells."""
    a, b, c, d = (points[cells[:, k]] for k in range(4))
    return np.einsum("ij,ij->i", np.cross(b - a, c - a), d - a) / 6.0


def check_mesh(points, blocks, name):
    """The mesh has the points and cells of the files. The order of vertices in a cell may differ. Returns the volumes."""
    check(len(blocks) == 1 and blocks[0].type == "tetra", "one block of tetrahedra is expected")
    wanted_points, wanted_cells = read_tetgen(name)
    cells = blocks[0].data
    check(np.array_equal(points, wanted_points), "points differ from the .node file")
    check(cells.shape == wanted_cells.shape, "the number of cells differs from the .ele file")
    check(np.array_equal(np.sort(cells, axis=1), np.sort(wanted_cells, axis=1)), "cells differ from the .ele file")
    volume = volumes(points, cells.astype(np.int64))
    check((volume > 0).all(), "a cell has no positive volume")
    return volume


def check_frames(reader, volume, steps, datasets):
    """Every frame of the XDMF file has the data of its row in /field/v. Times rise, and the integral does not change."""
    check(reader.num_steps == len(steps), f"{reader.num_steps} frames in the XDMF file, {len(steps)} expected")
    first, last_time = None, -1.0
    for k in range(reader.num_steps):
        time, point_data, cell_data = reader.read_data(k)
        value = cell_data["v"][0]
        check(not point_data and set(cell_data) == {"v", "region"}, "other fields than v and region")
        check(np.isfinite(value).all(), f"frame {k} has values that are not finite")
        check(np.array_equal(value, datasets["v"][k]), f"frame {k} differs from row {k} of /field/v")
        check(time == datasets["time"][k] and time > last_time, f"frame {k} has time {time}")
        check(np.array_equal(cell_data["region"][0], datasets["region"]), "region differs")
        integral = float(np.dot(value, volume))
        first = integral if first is None else first
        check(abs(integral - first) <= 1e-12 * abs(first), f"frame {k} has the integral {integral}, not {first}")
        last_time = time
    check(k == 0 or not np.array_equal(value, datasets["v"][0]), "the field has not changed")


def check_attributes(attributes):
    wanted = {"title", "version", "commit", "config", "overrides", "mesh_file", "mesh_hash"}
    check(wanted <= set(attributes), f"missing attributes: {wanted - set(attributes)}")
    check(all(isinstance(attributes[name], str) for name in wanted), "an attribute is no text")
    check(len(attributes["mesh_hash"]) == 16 and int(attributes["mesh_hash"], 16) > 0, "mesh_hash")
    check("mesh" in attributes["config"], "the attribute config does not contain the text of the config")


def main(xdmf, mesh, steps):
    steps = [int(step) for step in steps.split(",")]
    with h5py.File(xdmf.removesuffix(".xdmf") + ".h5", "r") as file:
        check_attributes(file.attrs)
        datasets = {name: file["field"][name][()] for name in ("v", "time", "step")}
        datasets["region"] = file["mesh/region"][()]
        types = {name: file[name].dtype.str for name in ("mesh/points", "mesh/cells", "field/v", "field/step")}
    check(list(datasets["step"]) == steps, f"steps {list(datasets['step'])}, not {steps}")
    check(types == {"mesh/points": "<f8", "mesh/cells": "<i4", "field/v": "<f8", "field/step": "<i8"}, f"{types}")
    with meshio.xdmf.TimeSeriesReader(xdmf) as reader:
        volume = check_mesh(*reader.read_points_cells(), mesh)
        check(datasets["v"].shape == (len(steps), len(volume)), f"/field/v has the shape {datasets['v'].shape}")
        check_frames(reader, volume, steps, datasets)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
