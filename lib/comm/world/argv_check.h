/* The command lines of the ranks. */
#ifndef TC_COMM_WORLD_ARGV_CHECK_H
#define TC_COMM_WORLD_ARGV_CHECK_H

#include "comm/world/world.h"

/* Collective: whether all ranks were started as the same program with the same words. (mpirun can start
 * others beside each other, `mpirun -np 1 A : -np 1 B`, which would wait for each other for ever.) Errors on
 * all ranks: TC_USAGE, telling what rank 0 was started with and the lowest rank that differs. */
tc_status tc_argv_check(const tc_world *world, const char *program, int words, char *const *word);

#endif
