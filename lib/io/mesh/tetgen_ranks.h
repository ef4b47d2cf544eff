/* Reads TetGen text on several ranks: each rank reads a byte range of each file, and the root collects the
 * rows in its mesh, which has the bits that tc_tetgen_read gives. Plans call it before tc_mesh_input_read. */
#ifndef TC_IO_MESH_TETGEN_RANKS_H
#define TC_IO_MESH_TETGEN_RANKS_H

#include "comm/world/world.h"
#include "mesh/mesh.h"

/* Smallest number of bytes of all files for each reading rank. Opening the files costs more for smaller
 * shares. */
enum { TC_TETGEN_BYTES_PER_READER = 4 << 20 };

/* Returns the number of ranks that read files of `bytes` bytes in total, at least one. */
int tc_tetgen_count_readers(double bytes, double bytes_per_reader, int ranks);

/* Collective. Reads the files of `base`, which is used on the root only and is NULL there if there are none,
 * and sets *out to the mesh on the root and to NULL on other ranks. The root also has NULL if fewer than two
 * ranks would read, or if a range is not acceptable: the caller then calls tc_tetgen_read, which reports
 * errors and warnings. The caller frees *out. Errors (on all ranks): TC_INTERNAL if memory is exhausted or
 * MPI fails. */
tc_status tc_tetgen_read_by_ranks(const tc_world *world, const char *base, double bytes_per_reader,
                                  tc_mesh **out);

#endif
