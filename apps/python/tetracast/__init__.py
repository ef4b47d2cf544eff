"""Python package of Tetracast, which solves diffusion on tetrahedral meshes and forecasts its own run time.

config: configs from dictionaries. run: runs, forecasts and comparisons by the program, with their reports.
snapshot: fields from snapshot files. library: solutions and forecasts in this process. errors: exceptions.
"""

__version__ = "0.2.0"  # apps/python/CMakeLists.txt checks that it is the version of the project
