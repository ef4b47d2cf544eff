/* Check that all ranks of a launch run the same program with the same arguments. The programs call it after
 * they have created the world, before they parse their options. Without it different command lines that
 * mpirun starts together (`mpirun -np 1 A : -np 1 B`) would wait in collective calls forever. */
#ifndef TC_COMM_WORLD_ARGV_CHECK_H
#define TC_COMM_WORLD_ARGV_CHECK_H

#include "comm/world/world.h"

/* Collective. Compares the command line of each rank, which is word[words], with that of rank 0. `program` is
 * the name of the program in the message. Errors (on all ranks): TC_USAGE if a command line differs; the
 * message contains the lowest such rank and its command line. */
tc_status tc_argv_check(const tc_world *world, const char *program, int words, char *const *word);

#endif
