"""Recipe of Spack for Tetracast. It builds the branch `main` of the clone that contains it."""
import os

from spack.package import *

try:  # Spack 1.0 and later
    from spack_repo.builtin.build_systems.cmake import CMakePackage
except ImportError:  # earlier versions: CMakePackage is part of spack.package
    pass

CLONE = os.path.abspath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 5))


class Tetracast(CMakePackage):
    """Solves diffusion on unstructured tetrahedral meshes with MPI and OpenMP, and forecasts its own run time."""

    git = "file://" + CLONE
    license("MIT")
    version("main", branch="main")

    depends_on("c", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("mpi")
    depends_on("hdf5@1.10:1.14 +mpi")
    depends_on("metis@5.1: +shared ~int64 ~real64")
    depends_on("libfyaml@0.7.12:")
    depends_on("muparser@2.3:")
    depends_on("zlib-api")

    def cmake_args(self):
        return [self.define("TETRACAST_TESTS", False)]
