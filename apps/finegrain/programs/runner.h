/* Runners of programs over shared arrays. Each runner_<name>.c executes one built-in program with the
 * accesses of its loops in configs/loops; runner_loops.c executes all other programs. program_context.c calls
 * `create` once, `run` for each round, then `check` and `destroy`. */
#ifndef TC_FINEGRAIN_RUNNER_H
#define TC_FINEGRAIN_RUNNER_H

#include "base/text/registry.h"
#include "programs/program_context.h"

/* Runner: the functions that execute a program. `play` is the context of the program, and play->own points to
 * data of the runner. */
typedef struct fg_runner {
  const char *name;    /* name as in runners.def: that of the program, or `loops` for all other programs */
  const char *summary; /* one line: how the result is verified */
  /* default of the program's size N in `finegrain run` on one node and on several nodes; 0 selects the
   * default of the loop file */
  int64_t near_size, far_size;
  bool meets;  /* true if the runner supports --collide (play->collide): ranks may update the same element */
  size_t size; /* size of play->own in bytes; it is zeroed before `create` */
  /* Not collective. Sets play->own and the initial values of the elements that this rank owns. May be NULL;
   * all elements are then initially 0. */
  tc_status (*create)(fg_program_context *play);
  void (*destroy)(fg_program_context *play); /* may be NULL */
  /* Collective. Executes the program once, as round number play->rounds. The result depends on this number,
   * so that `check` detects a missing round. */
  tc_status (*run)(fg_program_context *play);
  /* Not collective. Verifies that the elements that this rank owns have the values that play->rounds rounds
   * produce. Errors: TC_NUMERICAL. */
  tc_status (*check)(const fg_program_context *play);
} fg_runner;

TC_REGISTRY(fg_runner); /* entries: runners.def */

/* Returns the runner of a program by its name. For NULL or any other name, returns the runner `loops`. */
const fg_runner *fg_runner_of(const char *program);

#endif
