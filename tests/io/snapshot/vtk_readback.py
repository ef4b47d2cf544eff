"""vtk_readback.py RUN.h5: reads a snapshot file with the HDF reader of VTK and compares the result with the data that h5py reads."""
import sys

import h5py
import vtk
from vtk.util.numpy_support import vtk_to_numpy

path = sys.argv[1]
reader = vtk.vtkHDFReader()
assert reader.CanReadFile(path), "VTK cannot read the file"
reader.SetFileName(path)
reader.Update()
grid = reader.GetOutput()
with h5py.File(path, "r") as file:
    assert (vtk_to_numpy(grid.GetPoints().GetData()) == file["/mesh/points"][:]).all(), "points"
    corners = vtk_to_numpy(grid.GetCells().GetConnectivityArray()).reshape(-1, 4)
    assert (corners == file["/mesh/cells"][:]).all(), "cells"
    assert (vtk_to_numpy(grid.GetCellTypesArray()) == vtk.VTK_TETRA).all(), "types of cells"
    assert (vtk_to_numpy(grid.GetCellData().GetArray("v")) == file["/field/v"][0]).all(), "the first field"
    assert (vtk_to_numpy(grid.GetCellData().GetArray("region")) == file["/mesh/region"][:]).all(), "regions"
