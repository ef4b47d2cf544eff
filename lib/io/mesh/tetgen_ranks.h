/* Reads TetGen text on several ranks. Each reading rank reads a byte range of each file, and the root
 * collects the rows. The mesh on the root is identical, bit by bit, to the mesh that tc_tetgen_read returns.
 * The setup of a run (run/session/plan.c) calls it through tc_mesh_input_read_by_ranks. */
#ifndef TC_IO_MESH_TETGEN_RANKS_H
#define TC_IO_MESH_TETGEN_RANKS_H

#include "comm/world/world.h"
#include "mesh/mesh.h"

/* Smallest number of bytes, summed over the three files, that one rank should read. With fewer bytes per
 * rank, opening the files costs more time than a further rank saves. */
enum { TC_TETGEN_BYTES_PER_READER = 4 << 20 };

/* Returns the number of ranks that read files of `bytes` bytes in total, so that each one reads at least
 * `bytes_per_reader` bytes. The result is from 1 to `ranks`. */
int tc_tetgen_count_readers(double bytes, double bytes_per_reader, int ranks);

/* Collective. Reads the TetGen files of the mesh `base`. `base` is used on the root only, and is NULL there
 * if the mesh is not TetGen text. Sets *out to the mesh on the root and to NULL on other ranks. *out is also
 * NULL on the root if fewer than two ranks would read, or if a range is not acceptable (see tetgen_range.h).
 * The caller then calls tc_tetgen_read on the root, which reports errors and warnings. The caller frees *out.
 * Errors (on all ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_tetgen_read_by_ranks(const tc_world *world, const char *base, double bytes_per_reader,
                                  tc_mesh **out);

#endif
