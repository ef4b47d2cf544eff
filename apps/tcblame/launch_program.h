/* A program that is started, and waited for. */
#ifndef TC_TCBLAME_LAUNCH_PROGRAM_H
#define TC_TCBLAME_LAUNCH_PROGRAM_H

#include "base/core/status.h"

/* Whether it can be started: what is there need not be given up for it otherwise. Errors: TC_USAGE: there is
 * no such program. */
tc_status tb_launch_check(const char *program);

/* Starts argv[0], found as shells find it, and waits until it has ended; signals that somebody sends this
 * process go to it. *code: its exit code, 128 and the signal when that killed it. Errors: TC_USAGE: no such
 * program; TC_INTERNAL. */
tc_status tb_launch(char **argv, int *code);

#endif
