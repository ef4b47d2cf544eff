/* A program that is started, and waited for. */
#ifndef TC_TCBLAME_LAUNCH_H
#define TC_TCBLAME_LAUNCH_H

#include "base/status.h"

/* Starts argv[0], found as shells find it, and waits until it has ended; signals that somebody sends this
 * process go to it. *code: its exit code, 128 and the signal when that killed it. Errors: TC_USAGE: no such
 * program; TC_INTERNAL. */
tc_status tc_blame_launch(char **argv, int *code);

#endif
