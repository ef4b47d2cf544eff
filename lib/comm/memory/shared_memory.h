/* Room for the memory that the ranks of a node share. MPI keeps it in files (usually in /dev/shm, of which a
 * container has little). */
#ifndef TC_COMM_MEMORY_SHARED_MEMORY_H
#define TC_COMM_MEMORY_SHARED_MEMORY_H

#include "comm/world/world.h"

/* Collective: whether every node has room for the pieces of its ranks, this rank's of `bytes`. To be asked
 * before MPI is: where room is short, Open MPI tells the first rank of the node so and leaves the others
 * waiting for ever. Errors on all ranks: TC_INTERNAL, naming the node, the folder and what helps. */
tc_status tc_shared_memory_check(const tc_world *world, int64_t bytes);

/* Puts zeros into a piece of fresh shared memory, so many arrays of `each` values one after the other: each
 * thread into its share of every array, where it will work, so that pages lie near it. MPI's files are as
 * large as they should be but hold nothing yet: when others have taken the room meanwhile, a store would end
 * the process, so the kernel is asked for the pages first (Linux 5.14 and later can tell). Not collective.
 * Errors: TC_INTERNAL. */
tc_status tc_shared_memory_zero(double *piece, int arrays, int64_t each);

#endif
