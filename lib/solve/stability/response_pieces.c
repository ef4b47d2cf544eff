/* Divides the mesh into pieces, within which responses to noise are compared. solve/space/components.c
 * numbers the connected components of the matrix. The cells of each component are then counted, for a limited
 * range of component numbers (a window) at a time. Even if the mesh has very many small components, no array
 * of counts therefore has the length of the mesh. All ranks compute the same counts and therefore number the
 * pieces equally. */
#include "solve/stability/response_pieces.h"

#include <math.h>

#include "base/core/memory.h"
#include "base/core/pool.h"
#include "comm/layout/neighbour_exchange.h"
#include "solve/space/components.h"
#include "solve/stability/tensor_jump.h"

enum { min_cells = 6 };     /* components with fewer cells are not tested */
enum { size_classes = 40 }; /* number of size classes of components: 1, 2-3, 4-7, .. cells */
/* number of all classes: size classes of components with outflow, then those of components without outflow */
enum { classes = 2 * size_classes };

/* A row sum counts as 0 if it is at most this fraction of the sum of the absolute entries. */
static const double row_sum_tolerance = 1e-10;

/* Returns 1 if row i reads across a jump of the tensor, and 0 otherwise. */
static double crosses_jump(const tc_ell *S, const double *trace, int32_t i) {
  for (size_t e = tc_ell_begin(S, i), end = tc_ell_end(S, i); e < end; e++)
    if (S->value[e] != 0.0 && tc_tensor_jump_is(trace[i], trace[S->column[e]])) return 1.0;
  return 0.0;
}

/* Sets to 0 all entries of row i if removed[i] is not 0, and otherwise its entries in the columns k with
 * removed[k] not 0. */
static void remove_entries(tc_ell *S, const double *removed, int32_t i) {
  for (size_t e = tc_ell_begin(S, i), end = tc_ell_end(S, i); e < end; e++)
    if (removed[i] > 0.0 || removed[S->column[e]] > 0.0) S->value[e] = 0.0;
  if (removed[i] > 0.0) S->diagonal[i] = 0.0;
}

/* Removes the rows that read across a jump of the tensor. trace[owned + ghosts] contains the traces of the
 * tensors; removed[owned + ghosts] receives 1 for each removed row. */
static tc_status remove_rows(const tc_space *space, tc_ell *S, const double *trace, double *removed) {
  for (int32_t i = 0; i < S->rows; i++) removed[i] = crosses_jump(S, trace, i);
  TC_TRY(tc_neighbour_exchange_ghosts(space->world, space->halo, sizeof *removed, removed));
  for (int32_t i = 0; i < S->rows; i++) remove_entries(S, removed, i);
  return TC_OK;
}

static tc_status alloc_jumps(int32_t columns, double **trace, double **removed) {
  TC_TRY(TC_ALLOC(*trace, columns));
  return TC_ALLOC(*removed, columns);
}

tc_status tc_response_remove_jumps(const tc_problem *problem, tc_ell *S) {
  double *trace = NULL, *removed = NULL;
  tc_status status = tc_world_agree(problem->space->world, alloc_jumps(S->columns, &trace, &removed));
  if (!status) {
    tc_tensor_jump_traces(problem, trace);
    status = remove_rows(problem->space, S, trace, removed);
  }
  tc_free(trace);
  tc_free(removed);
  return status;
}

/* True if the sum of row i is not 0. A constant field then decays in this cell, for example through the
 * boundary. */
static bool has_outflow(const tc_ell *S, int32_t i) {
  double sum = S->diagonal[i], magnitude = fabs(S->diagonal[i]);
  for (size_t e = tc_ell_begin(S, i), end = tc_ell_end(S, i); e < end; e++) {
    sum += S->value[e];
    magnitude += fabs(S->value[e]);
  }
  return fabs(sum) > row_sum_tolerance * magnitude;
}

/* State of the search for pieces: cell counts of the components in the current window of component numbers,
 * and the pieces found so far. */
typedef struct survey {
  const tc_space *space;
  const tc_ell *S;
  const int64_t *label; /* [owned] component of each cell */
  int64_t window;       /* number of components whose cells are counted in one pass */
  int64_t (*count)[2];  /* [window] for each component the number of the cells, and the number of those cells
                           whose row has a sum other than 0 (see `has_outflow`) */
  /* [owned] piece of each cell in two numberings, one of which choose_pieces uses: `piece` if each component
   * is a piece, `size_class` if each size class is a piece */
  int64_t *piece, *size_class;
  int64_t *cells; /* [max_pieces] number of cells of each piece */
  bool *closed;   /* [max_pieces] true if the piece has no outflow */
  int max_pieces;
  int64_t pieces; /* number of components with enough cells to be tested */
  int64_t class_cells[classes];
  tc_pool memory; /* owns the arrays of this struct except `label` */
} survey;

static int class_index(const int64_t count[2]) {
  return ilogb((double)count[0]) + (count[1] == 0 ? size_classes : 0);
}

static tc_status count_window(survey *s, int64_t first) {
  for (int64_t k = 0; k < s->window; k++) s->count[k][0] = s->count[k][1] = 0;
  for (int32_t i = 0; i < s->space->owned; i++) {
    const int64_t k = s->label[i] - first;
    if (k < 0 || k >= s->window) continue;
    s->count[k][0]++;
    s->count[k][1] += has_outflow(s->S, i);
  }
  return tc_world_sum_int64(s->space->world, &s->count[0][0], (int)(2 * s->window));
}

/* Replaces the two counts of each component in the window by the numbers of the size class and of the piece,
 * which are -1 if the component has too few cells. */
static void number_pieces(survey *s) {
  for (int64_t k = 0; k < s->window; k++) {
    int64_t *count = s->count[k];
    if (count[0] < min_cells) {
      count[0] = count[1] = -1;
      continue;
    }
    const int size = class_index(count);
    s->class_cells[size] += count[0];
    if (s->pieces < s->max_pieces) {
      s->cells[s->pieces] = count[0];
      s->closed[s->pieces] = count[1] == 0;
    }
    count[0] = size;
    count[1] = s->pieces++;
  }
}

static void assign_cells(const survey *s, int64_t first) {
  for (int32_t i = 0; i < s->space->owned; i++) {
    const int64_t k = s->label[i] - first;
    if (k < 0 || k >= s->window) continue;
    s->size_class[i] = s->count[k][0];
    s->piece[i] = s->count[k][1];
  }
}

static tc_status survey_components(survey *s, int64_t components) {
  for (int32_t i = 0; i < s->space->owned; i++) s->piece[i] = s->size_class[i] = -1;
  for (int64_t first = 0; first < components; first += s->window) {
    TC_TRY(count_window(s, first));
    number_pieces(s);
    assign_cells(s, first);
  }
  return TC_OK;
}

static tc_status alloc_pieces(tc_response_pieces *p, int count) {
  p->count = count;
  TC_TRY(TC_POOL_ARRAY(&p->memory, p->cells, count));
  return TC_POOL_ARRAY(&p->memory, p->closed, count);
}

/* Makes each component a piece if there are at most `max_pieces` components. Otherwise makes each size class
 * a piece. */
static tc_status choose_pieces(const survey *s, tc_response_pieces *out) {
  const bool is_few = s->pieces <= s->max_pieces;
  TC_TRY(tc_world_agree(s->space->world, alloc_pieces(out, is_few ? (int)s->pieces : classes)));
  for (int k = 0; k < out->count; k++) {
    out->cells[k] = (double)(is_few ? s->cells[k] : s->class_cells[k]);
    out->closed[k] = is_few ? s->closed[k] : k >= size_classes;
  }
  for (int32_t i = 0; i < s->space->owned; i++) out->of[i] = is_few ? s->piece[i] : s->size_class[i];
  return tc_grouped_dot_init(s->space, out->of, out->count, &out->dot);
}

static tc_status alloc_survey(survey *s) {
  TC_TRY(TC_POOL_ARRAY(&s->memory, s->count, s->window));
  TC_TRY(TC_POOL_ARRAY(&s->memory, s->piece, s->space->owned));
  TC_TRY(TC_POOL_ARRAY(&s->memory, s->size_class, s->space->owned));
  TC_TRY(TC_POOL_ARRAY(&s->memory, s->cells, s->max_pieces));
  return TC_POOL_ARRAY(&s->memory, s->closed, s->max_pieces);
}

static tc_status find_pieces(survey *s, int64_t components, tc_response_pieces *out) {
  TC_TRY(tc_world_agree(s->space->world, alloc_survey(s)));
  TC_TRY(survey_components(s, components));
  return choose_pieces(s, out);
}

tc_status tc_response_pieces_find(const tc_space *space, const tc_ell *S, int most, int64_t labels,
                                  tc_response_pieces *out) {
  int64_t components;
  TC_TRY(tc_world_agree(space->world, TC_POOL_ARRAY(&out->memory, out->of, space->owned)));
  TC_TRY(tc_components_label(space, S, TC_COMPONENTS_WITHOUT_EMPTY_ROWS, out->of, &components));
  survey s = {.space = space,
              .S = S,
              .label = out->of,
              .max_pieces = most,
              .window = labels < components ? labels : components};
  const tc_status status = find_pieces(&s, components, out);
  tc_pool_free(&s.memory);
  return status;
}

void tc_response_pieces_free(tc_response_pieces *pieces) {
  tc_pool_free(&pieces->memory);
  tc_grouped_dot_free(&pieces->dot);
  *pieces = (tc_response_pieces){0};
}
