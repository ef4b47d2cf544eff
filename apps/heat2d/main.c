/* Program heat2d: solves the 2D heat equation on a uniform mesh and forecasts the run time (Lagraviere et al.
 * 2019, section 8). */
#include "comm/world/parallel_program.h"
#include "command.h"

int main(int argc, char **argv) { return tc_parallel_program_main(&h2_program, argc, argv); }
