/* Program kernels: times sparse matrix-vector products and counts their memory accesses, for constructed
 * matrices (Langguth, Wu, Chai and Cai 2015), without MPI. */
#include "command.h"

int main(int argc, char **argv) { return tc_program_main(&kn_program, argc, argv); }
