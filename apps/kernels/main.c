/* Program kernels: times sparse matrix-vector products and counts their memory accesses. The matrices are
 * constructed (Langguth, Wu, Chai and Cai 2015) or read from a file. The program does not use MPI. */
#include "command.h"

int main(int argc, char **argv) { return tc_program_main(&kn_program, argc, argv); }
