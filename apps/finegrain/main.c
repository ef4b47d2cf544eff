/* finegrain: access patterns of programs over shared arrays, their costs and forecasts (Zhang and Seidel
 * 2006). */
#include "comm/world/parallel_program.h"
#include "commands/command.h"

int main(int argc, char **argv) { return tc_parallel_program_main(&fg_program, argc, argv); }
