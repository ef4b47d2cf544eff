/* Program finegrain: analyses how programs access shared arrays, measures the cost of accesses by pattern,
 * and forecasts the run times of such programs (Zhang and Seidel 2006). */
#include "comm/world/parallel_program.h"
#include "commands/command.h"

int main(int argc, char **argv) { return tc_parallel_program_main(&fg_program, argc, argv); }
