/* Parallel greedy colouring after Jones and Plassmann. Each rank visits its rows by falling priority and
 * colours a row when all coupled rows of higher priority have colours. The ranks then exchange the colours of
 * ghosts and repeat until every row on every rank has a colour. */
#include "comm/layout/colour.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/numeric/hash.h"
#include "comm/layout/neighbour_exchange.h"

/* A row has at most 64 entries, so 65 colours suffice. `none` marks rows without a colour. */
enum { most_colours = 65, none = -1 };

/* An owned row that has no colour yet, with its priority `rank`. */
typedef struct waiter {
  uint64_t rank;
  int32_t row;
} waiter;

typedef struct work {
  const tc_ell *A;
  uint64_t *rank;  /* [columns] priority of each row and ghost */
  int32_t *colour; /* [columns] colour of each row and ghost; borrowed from the colouring */
  waiter *waiting; /* [count] rows without a colour, sorted by falling priority */
  int32_t count;
  tc_pool memory; /* owns `rank` and `waiting` */
} work;

uint64_t tc_colouring_priority(tc_gid number) { return tc_hash_mix((uint64_t)number); }

static int by_falling_rank(const void *a, const void *b) {
  const waiter *x = a, *y = b;
  return (x->rank < y->rank) - (x->rank > y->rank);
}

static tc_status init_colouring(const tc_gid *number, const tc_ell *A, tc_colouring *colouring, work *w) {
  *w = (work){.A = A, .count = A->rows};
  TC_TRY(TC_POOL_ARRAY(&colouring->memory, colouring->colour, A->columns));
  TC_TRY(TC_POOL_ARRAY(&w->memory, w->rank, A->columns));
  TC_TRY(TC_POOL_ARRAY(&w->memory, w->waiting, A->rows));
  w->colour = colouring->colour;
  for (int32_t i = 0; i < A->columns; i++) w->colour[i] = none;
  for (int32_t i = 0; i < A->rows; i++) {
    w->rank[i] = tc_colouring_priority(number[i]);
    w->waiting[i] = (waiter){w->rank[i], i};
  }
  if (w->count > 0) qsort(w->waiting, (size_t)w->count, sizeof *w->waiting, by_falling_rank);
  return TC_OK;
}

/* Returns the lowest free colour of a row, or `none` while a coupled row of higher priority has no colour.
 * Skips padding entries, because they refer to the row itself. */
static int32_t choose_colour(const work *w, int32_t row) {
  bool taken[most_colours] = {false};
  int32_t colour = 0;
  for (int64_t e = (int64_t)row * w->A->width; e < ((int64_t)row + 1) * w->A->width; e++) {
    const int32_t j = w->A->column[e];
    if (w->rank[j] <= w->rank[row]) continue;
    if (w->colour[j] == none) return none;
    taken[w->colour[j]] = true;
  }
  while (taken[colour]) colour++;
  return colour;
}

/* Colours all rows that do not wait, directly or through other rows, for the colour of a ghost. One pass
 * finds all such rows, because the rows are visited by falling priority. */
static void colour_ready_rows(work *w) {
  int32_t left = 0;
  for (int32_t i = 0; i < w->count; i++) {
    const waiter next = w->waiting[i];
    w->colour[next.row] = choose_colour(w, next.row);
    if (w->colour[next.row] == none) w->waiting[left++] = next;
  }
  w->count = left;
}

static tc_status colour_all(const tc_world *world, const tc_halo *halo, work *w) {
  double waiting = 1.0;
  TC_TRY(tc_neighbour_exchange_ghosts(world, halo, sizeof *w->rank, w->rank));
  while (waiting > 0.0) {
    colour_ready_rows(w);
    TC_TRY(tc_neighbour_exchange_ghosts(world, halo, sizeof *w->colour, w->colour));
    waiting = w->count;
    TC_TRY(tc_world_max(world, &waiting, 1));
  }
  return TC_OK;
}

static tc_status count_colours(const tc_world *world, int32_t owned, tc_colouring *colouring) {
  double colours = 0.0;
  for (int32_t i = 0; i < owned; i++)
    if (colouring->colour[i] >= colours) colours = colouring->colour[i] + 1;
  TC_TRY(tc_world_max(world, &colours, 1));
  colouring->colours = (int)colours;
  return TC_OK;
}

tc_status tc_colouring_create(const tc_world *world, const tc_halo *halo, const tc_ell *A,
                              const tc_gid *number, tc_colouring **out) {
  tc_colouring *colouring = NULL;
  work w;
  TC_TRY(TC_WORLD_ALLOC(world, colouring, 1));
  tc_status status = tc_world_agree(world, init_colouring(number, A, colouring, &w));
  if (!status) status = colour_all(world, halo, &w);
  if (!status) status = count_colours(world, A->rows, colouring);
  tc_pool_free(&w.memory);
  TC_RETURN_CREATED(status, colouring, tc_colouring_destroy(&colouring), out);
}

void tc_colouring_destroy(tc_colouring **colouring) { TC_POOL_DESTROY_OWNER(colouring); }
