/* Checks and initialises memory shared by the ranks of a node. MPI allocates it in files, usually in
 * /dev/shm, which is small in containers. If there is too little space, MPI reports no usable error, neither
 * during the allocation nor at the first access. Window creation (window.c) therefore calls
 * tc_shared_memory_check before MPI allocates, and tc_shared_memory_zero afterwards. */
#ifndef TC_COMM_MEMORY_SHARED_MEMORY_H
#define TC_COMM_MEMORY_SHARED_MEMORY_H

#include "comm/world/world.h"

/* Collective. Checks that every node has space for the segments of its ranks. `bytes` is the size of this
 * rank's segment. Must be called before MPI allocates. Otherwise, if the space is too small, Open MPI returns
 * an error on the first rank of the node only, and the other ranks wait forever. Errors (on all ranks):
 * TC_INTERNAL if the space is too small; the message names the node, the directory and a remedy. */
tc_status tc_shared_memory_check(const tc_world *world, int64_t bytes);

/* Not collective. Writes zeros to a segment of new shared memory with `arrays` arrays of `count` values. Each
 * thread writes its part of every array, so that pages are on the NUMA node of the thread that will use them.
 * The files in which MPI allocates the segments have no pages yet. If other programs have filled the file
 * system since tc_shared_memory_check, the first store to a page would kill the process. The function
 * therefore first requests the pages from the kernel, which can report an error (Linux 5.14 and later).
 * Errors: TC_INTERNAL if the pages cannot be allocated. */
tc_status tc_shared_memory_zero(double *segment, int arrays, int64_t count);

#endif
