/* Parallel greedy colouring after Jones and Plassmann. Each rank visits its rows by falling priority and
 * colours a row when all coupled rows of higher priority have colours. The ranks then exchange the colours of
 * ghosts and repeat until every row on every rank has a colour. */
#include "comm/layout/colour.h"

#include <stdlib.h>

#include "base/numeric/hash.h"
#include "comm/layout/neighbour_exchange.h"

/* Value of `colour` for rows and ghosts that have no colour yet. */
enum { no_colour = -1 };

/* An owned row that has no colour yet. Rows of higher priority are coloured first. */
typedef struct uncoloured_row {
  uint64_t priority;
  int32_t row;
} uncoloured_row;

typedef struct colouring_work {
  const tc_ell *A;
  uint64_t *priority;         /* [columns] priority of each row and ghost */
  int32_t *colour;            /* [columns] colour of each row and ghost; borrowed from the colouring */
  uncoloured_row *uncoloured; /* [count] rows without a colour, sorted by falling priority */
  int32_t count;
  /* [width + 2] for each colour, the number of the last visit in which a row coupled to the visited row had
   * this colour. A row with n entries needs one of n + 1 colours */
  int64_t *colour_visit;
  int64_t visits; /* number of visits of rows so far */
  tc_pool memory; /* owns all arrays except `colour` */
} colouring_work;

uint64_t tc_colouring_priority(tc_gid number) { return tc_hash_mix((uint64_t)number); }

static int compare_priorities(const void *a, const void *b) {
  const uncoloured_row *x = a, *y = b;
  return (x->priority < y->priority) - (x->priority > y->priority);
}

static tc_status init_colouring(const tc_gid *number, const tc_ell *A, tc_colouring *colouring,
                                colouring_work *w) {
  *w = (colouring_work){.A = A, .count = A->rows};
  TC_TRY(TC_POOL_ARRAY(&colouring->memory, colouring->colour, A->columns));
  TC_TRY(TC_POOL_ARRAY(&w->memory, w->priority, A->columns));
  TC_TRY(TC_POOL_ARRAY(&w->memory, w->uncoloured, A->rows));
  TC_TRY(TC_POOL_ARRAY_ZERO(&w->memory, w->colour_visit, A->width + 2));
  w->colour = colouring->colour;
  for (int32_t i = 0; i < A->columns; i++) w->colour[i] = no_colour;
  for (int32_t i = 0; i < A->rows; i++) {
    w->priority[i] = tc_colouring_priority(number[i]);
    w->uncoloured[i] = (uncoloured_row){w->priority[i], i};
  }
  if (w->count > 0) qsort(w->uncoloured, (size_t)w->count, sizeof *w->uncoloured, compare_priorities);
  return TC_OK;
}

/* Returns the lowest free colour of a row, or `no_colour` while a coupled row of higher priority has no
 * colour. Skips padding entries, because they refer to the row itself. */
static int32_t choose_colour(colouring_work *w, int32_t row) {
  int32_t colour = 0;
  w->visits++;
  for (size_t e = tc_ell_begin(w->A, row), end = tc_ell_end(w->A, row); e < end; e++) {
    const int32_t j = w->A->column[e];
    if (w->priority[j] <= w->priority[row]) continue;
    if (w->colour[j] == no_colour) return no_colour;
    if (w->colour[j] <= w->A->width) w->colour_visit[w->colour[j]] = w->visits;
  }
  while (w->colour_visit[colour] == w->visits) colour++;
  return colour;
}

/* Colours all rows that can be coloured with the ghost colours received so far. A row must wait if a coupled
 * ghost or row of higher priority has no colour yet. One pass suffices, because the rows are visited by
 * falling priority. */
static void colour_ready_rows(colouring_work *w) {
  int32_t remaining = 0;
  for (int32_t i = 0; i < w->count; i++) {
    const uncoloured_row next = w->uncoloured[i];
    w->colour[next.row] = choose_colour(w, next.row);
    if (w->colour[next.row] == no_colour) w->uncoloured[remaining++] = next;
  }
  w->count = remaining;
}

static tc_status colour_all_rows(const tc_world *world, const tc_halo *halo, colouring_work *w) {
  double uncoloured = 1.0;
  TC_TRY(tc_neighbour_exchange_ghosts(world, halo, sizeof *w->priority, w->priority));
  while (uncoloured > 0.0) {
    colour_ready_rows(w);
    TC_TRY(tc_neighbour_exchange_ghosts(world, halo, sizeof *w->colour, w->colour));
    uncoloured = w->count;
    TC_TRY(tc_world_max(world, &uncoloured, 1));
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
  colouring_work w;
  TC_TRY(TC_WORLD_ALLOC(world, colouring, 1));
  tc_status status = tc_world_agree(world, init_colouring(number, A, colouring, &w));
  if (!status) status = colour_all_rows(world, halo, &w);
  if (!status) status = count_colours(world, A->rows, colouring);
  tc_pool_free(&w.memory);
  TC_RETURN_CREATED(status, colouring, tc_colouring_destroy(&colouring), out);
}

void tc_colouring_destroy(tc_colouring **colouring) { TC_POOL_DESTROY_OWNER(colouring); }
