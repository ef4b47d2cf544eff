/* A contender: the library's own step. All that the benchmark knows of strategies stands here. */
#include "comm/strategy.h"

#include <string.h>

#include "base/memory.h"
#include "contender.h"

typedef struct step {
  const tc_strategy *strategy;
  const tc_space *space;
  void *ctx;
  tc_vector v[2];
  int vectors;
} step;

static tc_status take(void *self) {
  step *s = self;
  tc_ledger ledger = {0};
  TC_TRY(s->strategy->multiply(s->ctx, &s->v[0], &s->v[1], &ledger));
  const tc_vector swapped = s->v[0];
  s->v[0] = s->v[1];
  s->v[1] = swapped;
  return TC_OK;
}

static void load(void *self, const double *value) {
  step *s = self;
  memcpy(s->v[0].value, value, (size_t)s->space->owned * sizeof *value);
}

static void copy(void *self, double *value) {
  const step *s = self;
  memcpy(value, s->v[0].value, (size_t)s->space->owned * sizeof *value);
}

static void close_step(void *self) {
  step *s = self;
  for (int i = 0; i < s->vectors; i++) s->strategy->vector_destroy(s->ctx, &s->v[i]);
  if (s->ctx) s->strategy->teardown(s->ctx);
  tc_free(s);
}

static tc_status open_step(step *s, const tc_ell *M) {
  const tc_space *p = s->space;
  TC_TRY(s->strategy->setup(p->halo, M, p->world, &s->ctx));
  for (int i = 0; i < 2; i++) {
    s->vectors++; /* counted before it is made: another rank's failure must not leak this one's */
    TC_TRY(tc_world_agree(p->world, s->strategy->vector_create(s->ctx, &s->v[i])));
  }
  return TC_OK;
}

tc_status contender_open_strategy(const tc_space *space, const tc_ell *M, const char *name, contender *out) {
  const tc_strategy *strategy = tc_strategy_find(name);
  step *s = NULL;
  if (!strategy) return tc_status_make(TC_USAGE, "%s: there is no such strategy", name);
  TC_TRY(TC_WORLD_ALLOC(space->world, s, 1));
  s->strategy = strategy;
  s->space = space;
  *out = (contender){.name = name,
                     .valid = strategy->valid || space->world->ranks == 1,
                     .self = s,
                     .step = take,
                     .load = load,
                     .copy = copy,
                     .close = close_step,
                     .entries = (int64_t)M->rows * (M->width + 1)};
  tc_status status = open_step(s, M);
  if (status) close_step(s);
  return status;
}
