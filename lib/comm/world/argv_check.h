/* Checks that all ranks of a launch run the same program with the same arguments. The programs call
 * tc_argv_check after they have created the world and before they parse their options. mpirun can start ranks
 * with different command lines (`mpirun -np 1 A : -np 1 B`). Without this check, ranks with different command
 * lines would wait for each other in collective calls forever. */
#ifndef TC_COMM_WORLD_ARGV_CHECK_H
#define TC_COMM_WORLD_ARGV_CHECK_H

#include "comm/world/world.h"

/* Collective. Compares the arguments of each rank, word[words], with the arguments of rank 0. `program` is
 * the name of the program in the message. Errors (on all ranks): TC_USAGE if a command line differs; the
 * message contains the lowest rank that differs and its command line. */
tc_status tc_argv_check(const tc_world *world, const char *program, int words, char *const *word);

#endif
