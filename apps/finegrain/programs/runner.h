/* Runners, which execute programs over shared arrays. Each runner_<name>.c executes one built-in program and
 * makes the same accesses as the loop file of that program in configs/loops. runner_loops.c executes all
 * other programs. program_context.c calls `create` once, `run` for each round, then `check`. */
#ifndef TC_FINEGRAIN_RUNNER_H
#define TC_FINEGRAIN_RUNNER_H

#include "base/text/registry.h"
#include "programs/program_context.h"

/* Runner: the functions that execute a program. `context` is the context of the program, and
 * context->runner_data points to data of the runner. */
typedef struct fg_runner {
  /* name in runners.def: the name of the built-in program which the runner executes, or "loops" for the
   * runner of all other programs */
  const char *name;
  const char *summary; /* one line that describes how the result is verified */
  /* default of the program's size N in `finegrain run` on one node and on several nodes; 0 selects the
   * default of the loop file */
  int64_t node_size, multinode_size;
  bool supports_collide; /* true if the runner supports --collide (context->collide), with which ranks may
                 update the same element */
  size_t size; /* size of context->runner_data in bytes; context->runner_data is zeroed before the call of
                  `create` */
  /* Not collective. Initialises context->runner_data and the elements that this rank owns, all of which are 0
   * before the call. context->runner_data must not own other memory, because nothing frees such memory. */
  tc_status (*create)(fg_program_context *context);
  /* Collective. Executes the program once, as round number context->rounds. The result depends on this
   * number, so that `check` detects a missing round. */
  tc_status (*run)(fg_program_context *context);
  /* Not collective. Verifies that the elements that this rank owns have the values that context->rounds
   * rounds produce. Errors: TC_NUMERICAL. */
  tc_status (*check)(const fg_program_context *context);
} fg_runner;

TC_REGISTRY(fg_runner); /* registry of the runners; its entries are listed in runners.def */

/* Returns the runner of the built-in program `program`. Returns the runner `loops` if `program` is NULL or
 * has no special runner. */
const fg_runner *fg_runner_of(const char *program);

#endif
