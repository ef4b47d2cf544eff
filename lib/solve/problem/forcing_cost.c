#include "solve/problem/forcing_cost.h"

#include <string.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "base/numeric/stats.h"
#include "comm/world/mpi_world.h"
#include "sparse/ell_kernels.h"

#define TC_PHASE "timing the forcing"

/* Minimum and maximum number of measured trials, and number of trials before them whose times are discarded.
 * The discarded trials fill the caches and start the threads. */
enum { fewest = 7, most = 101, not_counted = 2 };
static const double worth_s = 0.2;

typedef struct trial {
  const tc_problem *problem;
  tc_forcing *input;
  /* `now` [columns of the rate matrix R] is the field, `next` [owned] the result of a step. */
  double *now, *next;
  double boundary_s[most], source_s[most];
  tc_pool memory; /* Owns `now` and `next`. */
} trial;

static tc_status create_trial(const tc_problem *problem, tc_forcing *input, const double *value,
                              trial **out) {
  const tc_ell *R = problem->system->rates;
  trial *t = NULL;
  TC_TRY(TC_ALLOC_ZERO(t, 1));
  *out = t;
  t->problem = problem;
  t->input = input;
  TC_TRY(TC_POOL_ARRAY_ZERO(&t->memory, t->now, R->columns));
  TC_TRY(TC_POOL_ARRAY_ZERO(&t->memory, t->next, R->rows));
  if (R->rows) memcpy(t->now, value, (size_t)R->rows * sizeof *value);
  return TC_OK;
}

/* Performs one trial: a product and a step of length 0, which changes neither the local states nor the
 * field. */
static tc_status try_at(trial *t, double time, tc_seconds *out) {
  tc_ledger ledger = {0};
  tc_ell_multiply(t->problem->system->rates, t->now, t->next);
  TC_TRY(tc_forcing_add(t->input, time, 0.0, t->now, t->next, &ledger));
  for (int k = 0; k < tc_local_steps_count(tc_forcing_split(t->input)); k++)
    tc_forcing_advance_local(t->input, k, time, 0.0, t->now, &ledger);
  *out = ledger.seconds;
  return TC_OK;
}

/* Collective. Chooses the number of trials so that all together take about worth_s = 0.2 seconds on the
 * slowest rank. `one_s` is the time of one trial on this rank in seconds. */
static tc_status count_trials(const trial *t, double one_s, int *trials) {
  TC_TRY(tc_world_max(t->problem->space->world, &one_s, 1));
  const double affordable = worth_s / one_s;
  *trials = affordable > most ? most : affordable < fewest ? fewest : (int)affordable;
  return TC_OK;
}

static tc_status try_all(trial *t, double end, tc_seconds *out) {
  const tc_world *world = t->problem->space->world;
  tc_seconds one = {.pack = 0.0};
  tc_status status = TC_OK;
  int trials;
  double began = 0.0;
  for (int i = 0; i < not_counted && !status; i++) {
    began = tc_now_s();
    status = try_at(t, end, &one);
  }
  TC_TRY(tc_world_agree(world, status));
  TC_TRY(count_trials(t, tc_now_s() - began, &trials));
  TC_TRY(TC_MPI(world, MPI_Barrier(tc_world_comm(world))));
  for (int i = 0; i < trials && !status; i++) {
    status = try_at(t, end * i / trials, &one);
    t->boundary_s[i] = one.boundary;
    t->source_s[i] = one.source;
  }
  out->boundary = tc_median(t->boundary_s, (size_t)trials);
  out->source = tc_median(t->source_s, (size_t)trials);
  return tc_world_agree(world, status);
}

tc_status tc_forcing_measure_cost(const tc_problem *problem, tc_forcing *input, double end,
                                  const double *value, tc_seconds *out) {
  trial *t = NULL;
  *out = (tc_seconds){.pack = 0.0};
  TC_TRY(tc_forcing_begin(input, value));
  tc_status status = tc_world_agree(problem->space->world, create_trial(problem, input, value, &t));
  if (!status) status = try_all(t, end, out);
  TC_POOL_DESTROY_OWNER(&t);
  return status;
}
