/* Where a program runs: its shared arrays through a layer, as one rank reaches them. */
#ifndef TC_FINEGRAIN_PROGRAM_CONTEXT_H
#define TC_FINEGRAIN_PROGRAM_CONTEXT_H

#include "loops/reference_partition.h"
#include "pgas/shared_access.h"

struct tc_runner;

typedef struct tc_play {
  const tc_world *world; /* whose ranks the arrays are dealt out to; all pointers are borrowed */
  const tc_loops *loops; /* for loops->ranks ranks */
  const tc_partitions *partitions;
  const tc_access_layer *layer;
  const struct tc_runner *runner;
  int rank;                /* whose part of the program is done, of loops->ranks */
  bool alone;              /* the world is this rank's own, and all elements lie in its memory */
  bool collide;            /* of programs that draw: ranks may meet at an element */
  int rounds;              /* runs so far */
  tc_shared_array **array; /* [loops->arrays] */
  tc_shared_access **access;
  void *own; /* what the program knows besides */
} tc_play;

/* Collective over play->world, whose pointers, rank and switches are set and whose rest is zero: deals out
 * the arrays with the values that the program begins with. Errors on all of its ranks: those of
 * tc_shared_array_create. What was opened until then is the caller's to close. */
tc_status tc_play_open(tc_play *play);

/* Not collective: whether such loops can be run. Errors: TC_USAGE, an array that one rank has and this is not
 * the first; program: what messages begin with. */
tc_status tc_play_possible(const tc_loops *loops, const char *program);
void tc_play_close(tc_play *play); /* collective */

/* Collective: the program once, to the end of its last interval. */
tc_status tc_play_run(tc_play *play);

/* Collective: whether all elements are what so many rounds make of them. Errors on all ranks: TC_NUMERICAL.
 */
tc_status tc_play_check(const tc_play *play);

/* What this rank accessed so far, all arrays together. */
void tc_play_counts(const tc_play *play, tc_access_counts *reads, tc_access_counts *writes);

/* ---- for programs ---- */

/* Collective: the end of an interval. */
static inline tc_status tc_play_fence(const tc_play *s) {
  return tc_shared_fence_all(s->loops->arrays, s->access);
}

/* Whether an iteration with the affinity of this element is this rank's (upc_forall). */
static inline bool tc_play_mine(const tc_play *s, int array, int64_t index) {
  return tc_loop_owner(&s->loops->array[array], s->loops->ranks, index) == s->rank;
}

/* The elements that lie in this rank's own memory: how many, where, and which they are. */
int64_t tc_play_owned(const tc_play *play, int array);
double *tc_play_local(const tc_play *play, int array);
int64_t tc_play_index(const tc_play *play, int array, int64_t local);

/* TC_OK if an own element is as wanted; else TC_NUMERICAL, naming it. */
tc_status tc_play_expect(const tc_play *play, int array, int64_t local, double wanted);

#endif
