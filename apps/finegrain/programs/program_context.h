/* Context of a program that runs: the shared arrays and the layer through which this rank accesses them.
 * timed_run.c creates one context for the version with shared arrays and one for the version with private
 * memory. It runs each several times, then checks the results and reads the counts. The functions at the end
 * of this file are for the runners of the programs (runner.h). */
#ifndef TC_FINEGRAIN_PROGRAM_CONTEXT_H
#define TC_FINEGRAIN_PROGRAM_CONTEXT_H

#include "loops/reference_partition.h"
#include "pgas/shared_access.h"

struct fg_runner;

typedef struct fg_program_context {
  /* ranks over which the arrays are distributed; borrowed, like the next four pointers */
  const tc_world *world;
  const tc_loops *loops; /* loop nests of the program, for loops->ranks ranks */
  const tc_reference_partitions *partitions;
  const tc_access_layer *layer;
  const struct fg_runner *runner;
  int rank; /* number of the rank whose iterations are executed; below loops->ranks */
  /* true if `world` consists of this rank alone, so that all elements are in its own memory */
  bool is_serial;
  bool collide; /* for random programs: true if ranks may update the same element */
  int rounds;   /* number of calls of fg_program_context_run so far */
  /* [loops->arrays] the shared arrays (`array`), and the objects through which this rank accesses them with
   * the layer (`access`) */
  tc_shared_array **array;
  tc_shared_access **access;
  void *runner_data; /* data of the runner: runner->size bytes, owned */
} fg_program_context;

/* Collective over context->world. Creates the shared arrays with the initial values of the program. Before
 * the call, the caller sets the members from `world` to `collide` and zeroes all others. It calls
 * fg_program_context_free also after an error. Errors (on all ranks of context->world): those of
 * tc_shared_array_create and of the runner. */
tc_status fg_program_context_init(fg_program_context *context);

/* Not collective. Checks that the program can be executed. Returns TC_USAGE if an array is not
 * distributed and its owner is a rank other than 0. `program` is the name of the program, with which the
 * message begins. */
tc_status fg_program_context_check_loops(const tc_loops *loops, const char *program);
void fg_program_context_free(fg_program_context *context); /* Collective. */

/* Collective. Executes the program once. At the end of each interval, including the last one, a fence
 * completes all puts and synchronises the ranks. */
tc_status fg_program_context_run(fg_program_context *context);

/* Collective. Verifies that every element of the shared arrays has the value that context->rounds executions
 * produce. Errors (on all ranks): TC_NUMERICAL. */
tc_status fg_program_context_check(const fg_program_context *context);

/* Adds up the read and the write accesses that this rank has made to all arrays since
 * fg_program_context_init. */
void fg_program_context_counts(const fg_program_context *context, tc_access_counts *reads,
                               tc_access_counts *writes);

/* ---- functions for runners ---- */

/* Collective. Ends an interval of the program with a fence on all arrays. Afterwards every rank can read all
 * values that any rank put before the call. */
static inline tc_status fg_program_context_fence(const fg_program_context *s) {
  return tc_shared_fence_all(s->loops->arrays, s->access);
}

/* True if this rank owns element `index` of the array and so executes the iterations with affinity to it, as
 * in UPC's upc_forall. */
static inline bool fg_program_context_is_local(const fg_program_context *s, int array, int64_t index) {
  return tc_loop_owner(&s->loops->array[array], s->loops->ranks, index) == s->rank;
}

/* Functions for the elements of array number `array` that this rank owns. fg_program_context_owned returns
 * the number of these elements, and fg_program_context_local a pointer to their values.
 * fg_program_context_index returns the index in the whole array of element number `local` among them. */
int64_t fg_program_context_owned(const fg_program_context *context, int array);
double *fg_program_context_local(const fg_program_context *context, int array);
int64_t fg_program_context_index(const fg_program_context *context, int array, int64_t local);

/* Checks that element number `local` among the elements of the array that this rank owns has the value
 * `expected`. Errors: TC_NUMERICAL with the number of the element. */
tc_status fg_program_context_check_element(const fg_program_context *context, int array, int64_t local,
                                           double expected);

#endif
