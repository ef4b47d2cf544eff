/* Starts a program and waits for it. Called by tcblame run, which first checks that the program exists. */
#ifndef TC_TCBLAME_LAUNCH_PROGRAM_H
#define TC_TCBLAME_LAUNCH_PROGRAM_H

#include "base/core/status.h"

/* Checks that `program` is an executable file or is found in PATH. tcblame run calls this function before it
 * removes the samples of an earlier run, so that a misspelt name does not delete these samples. Errors:
 * TC_USAGE if there is no such program. */
tc_status tb_launch_check(const char *program);

/* Starts argv[0], which is searched in PATH, and waits until it ends. Forwards signals that other processes
 * send to this process. *code receives the exit code of the program, or 128 plus the number of the signal
 * that killed it. Errors: TC_USAGE if there is no such program; TC_INTERNAL if no process can be created. */
tc_status tb_launch(char **argv, int *code);

#endif
