/* The program tetracast computes diffusion on tetrahedral meshes and forecasts its own run time. */
#include "comm/world/parallel_program.h"
#include "commands/command.h"

int main(int argc, char **argv) { return tc_parallel_program_main(&app_program, argc, argv); }
