"""Tetrahedral meshes."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence
from typing import Any

from tetracast.library.binding import address, argument, encode, encode_path, load
from tetracast.library.world import Object, World


class Mesh(Object):
    """A tetrahedral mesh, which rank 0 holds. It may be closed after Problem.set_up."""

    _destroy = "tetracast_mesh_destroy"

    @classmethod
    def read(cls, world: World, base: str | os.PathLike[str]) -> Mesh:
        """Collective. Reads BASE.node, BASE.ele and, if it exists, BASE.face (TetGen)."""
        mesh = cls(world)
        mesh._create("tetracast_mesh_read", world._handle, encode_path(base))
        return mesh

    @classmethod
    def box(cls, world: World, bricks: Sequence[int], lengths: Sequence[float]) -> Mesh:
        """Collective. Creates a box of 6 cells per brick, with region 1 and the markers 1 (x = 0) to 6."""
        mesh = cls(world)
        mesh._create("tetracast_mesh_create_box", world._handle, (ctypes.c_int64 * 3)(*bricks), (ctypes.c_double * 3)(*lengths))
        return mesh

    @classmethod
    def from_arrays(cls, world: World, points: Any, cells: Any, name: str = "arrays") -> Mesh:
        """Collective. Creates a mesh from points [vertices, 3] and cells [cells, 4] of rank 0; None on other ranks."""
        mesh = cls(world)
        if points is None:
            mesh._create("tetracast_mesh_create", world._handle, encode(name), 0, None, 0, None)
            return mesh
        points = argument(points, "float64", (None, 3), "points")
        cells = argument(cells, "int64", (None, 4), "cells")
        mesh._create("tetracast_mesh_create", world._handle, encode(name), len(points), address(points), len(cells), address(cells))
        return mesh

    @classmethod
    def from_distributed(cls, world: World, vertex_ids: Any, points: Any, cell_ids: Any, cells: Any, name: str = "arrays") -> Mesh:
        """Collective. Creates a mesh from the vertices and cells of each rank, with their numbers in the mesh."""
        mesh = cls(world)
        points = argument(points, "float64", (None, 3), "points")
        cells = argument(cells, "int64", (None, 4), "cells")
        vertex_ids = argument(vertex_ids, "int64", (len(points),), "vertex_ids")
        cell_ids = argument(cell_ids, "int64", (len(cells),), "cell_ids")
        mesh._create("tetracast_mesh_create_distributed", world._handle, encode(name), len(points), address(vertex_ids),
                     address(points), len(cells), address(cell_ids), address(cells))
        return mesh

    def set_regions(self, region: Any = None) -> None:
        """Collective. Sets the regions of the cells that this rank passed; None: it passed no cells."""
        array = None if region is None else argument(region, "int32", (None,), "region")
        self._call("tetracast_mesh_set_regions", self._handle, 0 if array is None else len(array), address(array))

    def set_markers(self, faces: Any = None, marker: Any = None) -> None:
        """Collective. Replaces the markers of all boundary faces by those of faces [faces, 3]; None: no faces."""
        corners = None if faces is None else argument(faces, "int64", (None, 3), "faces")
        count = 0 if corners is None else len(corners)
        markers = None if corners is None else argument(marker, "int32", (count,), "marker")
        self._call("tetracast_mesh_set_markers", self._handle, count, address(corners), address(markers))

    @property
    def vertices(self) -> int:
        """Number of vertices."""
        return self._size()[0]

    @property
    def cells(self) -> int:
        """Number of cells."""
        return self._size()[1]

    def _size(self) -> tuple[int, int]:
        vertices, cells = ctypes.c_int64(), ctypes.c_int64()
        load().tetracast_mesh_size(self._open_handle(), ctypes.byref(vertices), ctypes.byref(cells))
        return vertices.value, cells.value
