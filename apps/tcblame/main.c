/* Program tcblame: attributes the run time of a program to its variables by the method of Zhang and
 * Hollingsworth, "Data Centric Performance Measurement Techniques for Chapel Programs". */
#include "commands/command.h"

int main(int argc, char **argv) { return tc_program_main(&tb_program, argc, argv); }
