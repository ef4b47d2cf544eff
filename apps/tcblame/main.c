/* Program tcblame: attributes the run time of a program to its variables. Source: the method of Zhang and
 * Hollingsworth. */
#include "commands/command.h"

int main(int argc, char **argv) { return tc_program_main(&tb_program, argc, argv); }
