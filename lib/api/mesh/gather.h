/* Gathers arrays of different lengths on the root. Used to create meshes from distributed arrays. */
#ifndef TC_API_MESH_GATHER_H
#define TC_API_MESH_GATHER_H

#include "comm/world/mpi_world.h"

/* Collective. Gathers `count` rows of `size` bytes at `own` from each rank, in the order of the ranks. Sets
 * *total to the number of rows of all ranks. `all` is the address of a pointer. On the root the pointer
 * becomes an array of these rows, which the caller frees with tc_free. On other ranks it becomes NULL. Errors
 * (on all ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_api_gather(const tc_world *world, int64_t count, size_t size, const void *own, int64_t *total,
                        void *all);

#endif
