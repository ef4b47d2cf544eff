/* Programs over shared arrays that run. Their loops are those of configs/loops; each stands in a file of its
 * own, runner_<name>.c. */
#ifndef TC_FINEGRAIN_RUNNER_H
#define TC_FINEGRAIN_RUNNER_H

#include "base/text/registry.h"
#include "program_context.h"

/* Every function works on play->own, if it has a size. */
typedef struct fg_runner {
  const char *name;    /* as in runners.def: the program, or `loops` for any other one */
  const char *summary; /* how its result is checked */
  int64_t near_size,
      far_size; /* value N where nobody says it, on one node and on several; 0: the loops say it */
  bool meets;   /* ranks may be made to meet at an element (play->collide) */
  size_t size;  /* of play->own, zero at first */
  /* Not collective: play->own and the values of own elements before the first round. NULL: all are 0. */
  tc_status (*create)(fg_program_context *play);
  void (*destroy)(fg_program_context *play); /* NULL: nothing is to be done */
  /* Collective: one round, number play->rounds; what differs from round to round shows that each took place.
   */
  tc_status (*run)(fg_program_context *play);
  /* Not collective: whether own elements are what play->rounds make of them. Errors: TC_NUMERICAL. */
  tc_status (*check)(const fg_program_context *play);
} fg_runner;

TC_REGISTRY(fg_runner); /* runners.def */

/* That of a program by its name, for NULL or any other name: loops. */
const fg_runner *fg_runner_of(const char *program);

#endif
