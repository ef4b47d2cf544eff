#include "linear/operator/sweep_plan.h"

#include <string.h>

#include "base/core/memory.h"

#define TC_PHASE "planning several products in one pass"

/* State while a plan (sweep_plan.h) is created. */
typedef struct planner {
  const tc_ell *rows;
  int stages;
  int32_t chunk;
  int32_t *reach; /* [rows] largest row that any of the rows 0 .. i reads */
  /* [rows] number of couplings from the row to the nearest ghost: 1 if the row reads a ghost, and at most
   * `stages` */
  int8_t *level;
  /* [stages] for each stage, the rows below this number are already in part 0 of the plan */
  int32_t done[TC_SWEEP_STAGES_MAX];
  tc_sweep_piece *piece; /* receives the pieces (tc_sweep_plan.piece); NULL while they are only counted */
  int64_t pieces, postponed;
} planner;

static int32_t larger(int32_t a, int32_t b) { return a > b ? a : b; }

static void find_reach(planner *p) {
  for (int32_t i = 0; i < p->rows->rows; i++) p->reach[i] = i;
  for (int32_t i = 0; i < p->rows->rows; i++)
    for (size_t e = tc_ell_begin(p->rows, i), end = tc_ell_end(p->rows, i); e < end; e++) {
      const int32_t j = p->rows->column[e];
      if (j < p->rows->rows) p->reach[i] = larger(p->reach[i], j);
    }
  for (int32_t i = 1; i < p->rows->rows; i++) p->reach[i] = larger(p->reach[i], p->reach[i - 1]);
}

static void mark_ghost_readers(planner *p) {
  for (int32_t i = 0; i < p->rows->rows; i++) {
    p->level[i] = (int8_t)p->stages;
    for (size_t e = tc_ell_begin(p->rows, i), end = tc_ell_end(p->rows, i); e < end; e++)
      if (p->rows->column[e] >= p->rows->rows) p->level[i] = 1;
  }
}

static void find_levels(planner *p) {
  mark_ghost_readers(p);
  for (int next = 2; next < p->stages; next++)
    for (int32_t i = 0; i < p->rows->rows; i++)
      for (size_t e = tc_ell_begin(p->rows, i), end = tc_ell_end(p->rows, i); e < end; e++) {
        const int32_t j = p->rows->column[e];
        if (j < p->rows->rows && p->level[i] > next && p->level[j] == next - 1) p->level[i] = (int8_t)next;
      }
}

static void add_piece(planner *p, int stage, int32_t begin, int32_t end) {
  if (begin == end) return;
  if (p->piece) p->piece[p->pieces] = (tc_sweep_piece){begin, end, stage};
  p->pieces++;
}

/* Adds the rows begin .. end-1 whose level is from `low` to `high` to the plan. Consecutive rows form one
 * piece. Returns the number of these rows. */
static int64_t add_rows(planner *p, int stage, int32_t begin, int32_t end, int low, int high) {
  int64_t count = 0;
  int32_t first = begin;
  for (int32_t i = begin; i < end; i++) {
    if (p->level[i] >= low && p->level[i] <= high) continue;
    add_piece(p, stage, first, i);
    count += i - first;
    first = i + 1;
  }
  add_piece(p, stage, first, end);
  return count + end - first;
}

/* Returns the row up to which a stage can be computed: all rows before this one read only rows that the
 * previous stage has completed. */
static int32_t follow(const planner *p, int stage) {
  const int32_t before = p->done[stage - 1];
  int32_t i = p->done[stage];
  while (i < p->rows->rows && p->reach[i] < before) i++;
  return i;
}

/* Plans part 0, which contains the rows that need no ghosts of later stages. Stage 0 advances by a chunk, and
 * each later stage then advances as far as the previous one allows. */
static void plan_fronts(planner *p) {
  const int32_t rows = p->rows->rows;
  memset(p->done, 0, sizeof p->done);
  while (p->done[p->stages - 1] < rows) {
    const int32_t left = rows - p->done[0], next = p->done[0] + (left < p->chunk ? left : p->chunk);
    add_rows(p, 0, p->done[0], next, 1, p->stages);
    p->done[0] = next;
    for (int stage = 1; stage < p->stages; stage++) {
      const int32_t end = follow(p, stage);
      add_rows(p, stage, p->done[stage], end, stage + 1, p->stages);
      p->done[stage] = end;
    }
  }
}

/* Plans a part after part 0, with rows near the ghosts that were postponed. The first stage of the part
 * computes the rows that read ghosts (level 1), and each further stage the rows of the next higher level. */
static void plan_postponed(planner *p, int part) {
  for (int stage = part; stage < p->stages; stage++)
    p->postponed += add_rows(p, stage, 0, p->rows->rows, stage - part + 1, stage - part + 1);
}

static void plan_parts(planner *p, int64_t *part) {
  p->pieces = p->postponed = 0;
  plan_fronts(p);
  part[0] = 0;
  for (int k = 1; k < p->stages; k++) {
    part[k] = p->pieces;
    plan_postponed(p, k);
  }
  part[p->stages] = p->pieces;
}

static tc_status fill_plan(planner *p, tc_sweep_plan *plan) {
  TC_TRY(TC_ALLOC(p->reach, p->rows->rows));
  TC_TRY(TC_ALLOC(p->level, p->rows->rows));
  find_reach(p);
  find_levels(p);
  plan->stages = p->stages;
  plan_parts(p, plan->part);
  TC_TRY(TC_POOL_ARRAY(&plan->memory, plan->piece, p->pieces));
  p->piece = plan->piece;
  plan_parts(p, plan->part);
  plan->postponed = p->postponed;
  return TC_OK;
}

tc_status tc_sweep_plan_create(const tc_ell *rows, int stages, int32_t chunk, tc_sweep_plan **out) {
  planner p = {.rows = rows, .stages = stages, .chunk = chunk};
  tc_sweep_plan *plan = NULL;
  TC_TRY(TC_ALLOC(plan, 1));
  *plan = (tc_sweep_plan){0};
  tc_status status = fill_plan(&p, plan);
  tc_free(p.reach);
  tc_free(p.level);
  if (status) tc_sweep_plan_destroy(&plan);
  *out = plan;
  return status;
}

void tc_sweep_plan_destroy(tc_sweep_plan **plan) { TC_POOL_DESTROY_OWNER(plan); }
