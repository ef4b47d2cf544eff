/* Where a program runs: its shared arrays through a layer, as one rank reaches them. */
#ifndef TC_FINEGRAIN_PROGRAM_CONTEXT_H
#define TC_FINEGRAIN_PROGRAM_CONTEXT_H

#include "loops/reference_partition.h"
#include "pgas/shared_access.h"

struct fg_runner;

typedef struct fg_program_context {
  const tc_world *world; /* whose ranks the arrays are dealt out to; all pointers are borrowed */
  const tc_loops *loops; /* for loops->ranks ranks */
  const tc_reference_partitions *partitions;
  const tc_access_layer *layer;
  const struct fg_runner *runner;
  int rank;                /* whose part of the program is done, of loops->ranks */
  bool is_serial;          /* the world is this rank's own, and all elements lie in its memory */
  bool collide;            /* of programs that draw: ranks may meet at an element */
  int rounds;              /* runs so far */
  tc_shared_array **array; /* [loops->arrays] */
  tc_shared_access **access;
  void *own; /* what the program knows besides */
} fg_program_context;

/* Collective over play->world, whose pointers, rank and switches are set and whose rest is zero: deals out
 * the arrays with the values that the program begins with. Errors on all of its ranks: those of
 * tc_shared_array_create. What was opened until then is the caller's to close. */
tc_status fg_program_context_init(fg_program_context *play);

/* Not collective: whether such loops can be run. Errors: TC_USAGE, an array that one rank has and this is not
 * the first; program: what messages begin with. */
tc_status fg_program_context_check_loops(const tc_loops *loops, const char *program);
void fg_program_context_free(fg_program_context *play); /* collective */

/* Collective: the program once, to the end of its last interval. */
tc_status fg_program_context_run(fg_program_context *play);

/* Collective: whether all elements are what so many rounds make of them. Errors on all ranks: TC_NUMERICAL.
 */
tc_status fg_program_context_check(const fg_program_context *play);

/* What this rank accessed so far, all arrays together. */
void fg_program_context_counts(const fg_program_context *play, tc_access_counts *reads,
                               tc_access_counts *writes);

/* ---- for programs ---- */

/* Collective: the end of an interval. */
static inline tc_status fg_play_fence(const fg_program_context *s) {
  return tc_shared_fence_all(s->loops->arrays, s->access);
}

/* Whether an iteration with the affinity of this element is this rank's (upc_forall). */
static inline bool fg_program_context_is_local(const fg_program_context *s, int array, int64_t index) {
  return tc_loop_owner(&s->loops->array[array], s->loops->ranks, index) == s->rank;
}

/* The elements that lie in this rank's own memory: how many, where, and which they are. */
int64_t fg_program_context_owned(const fg_program_context *play, int array);
double *fg_program_context_local(const fg_program_context *play, int array);
int64_t fg_program_context_index(const fg_program_context *play, int array, int64_t local);

/* TC_OK if an own element is as wanted; else TC_NUMERICAL, naming it. */
tc_status fg_program_context_check_element(const fg_program_context *play, int array, int64_t local,
                                           double wanted);

#endif
