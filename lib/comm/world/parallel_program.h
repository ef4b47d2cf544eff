/* Main function of programs with commands that run on all MPI ranks. Such a program calls
 * tc_parallel_program_main instead of tc_program_main (base/command/program.h). */
#ifndef TC_COMM_WORLD_PARALLEL_PROGRAM_H
#define TC_COMM_WORLD_PARALLEL_PROGRAM_H

#include "base/command/program.h"

/* Runs the program and returns its exit code. For a parallel command, initialises MPI, creates the world, and
 * checks the launch and the arguments of all ranks. One rank prints the error. Only the first process of a
 * launch prints help or runs a serial command. */
int tc_parallel_program_main(const tc_program *program, int argc, char **argv);

#endif
