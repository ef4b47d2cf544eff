#include "linear/multigrid/triple_product.h"

#include "base/core/memory.h"
#include "linear/rows/contributions.h"

/* Data from which the rows of K P of this rank are computed; symbols are defined in triple_product.h. */
typedef struct product_rows {
  const tc_level_graph *level;
  const tc_prolongation *prolongation;
} product_rows;

/* Adds `factor` times row j of P to the terms. Row j is an owned row or a ghost. */
static void add_row_of_P(const product_rows *p, int32_t j, double factor, tc_row_terms *terms) {
  const bool is_owned = j < p->level->rows;
  const tc_sparse_rows *P = is_owned ? &p->prolongation->P : &p->prolongation->ghost_P;
  tc_row_terms_add_row(terms, factor, P, is_owned ? j : j - p->level->rows);
}

static void add_product_row(const void *ctx, int32_t i, tc_row_terms *terms) {
  const product_rows *p = ctx;
  add_row_of_P(p, i, p->level->diagonal_sum[i], terms);
  for (int64_t k = p->level->begin[i]; k < p->level->begin[i + 1]; k++)
    add_row_of_P(p, p->level->column[k], -(double)p->level->coupling[k], terms);
}

/* Computes y = K P 1 = K (1 - g), where 1 is the vector of ones and g = 1 - P 1. In a neighbourhood where
 * each row of P has the sum 1, g is 0 and the differences of g are exactly 0. */
static void compute_y(const tc_level_graph *level, const double *g, double *y) {
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < level->rows; i++) {
    double sum = level->excess[i] * (1.0 - g[i]);
    for (int64_t k = level->begin[i]; k < level->begin[i + 1]; k++)
      sum -= (double)level->coupling[k] * (g[i] - g[level->column[k]]);
    y[i] = sum;
  }
}

static tc_status compute_own(const tc_level_graph *level, const tc_prolongation *prolongation,
                             tc_contributions *own) {
  const product_rows rows = {level, prolongation};
  own->P = prolongation->P;
  TC_TRY(TC_ALLOC(own->y, level->rows));
  compute_y(level, prolongation->g, own->y);
  return tc_sparse_rows_build(level->rows, tc_row_numbers_count(&prolongation->coarse), add_product_row,
                              &rows, &own->product);
}

/* Rows of K P and P of all fine rows that contribute to coarse rows of this rank: those of this rank and
 * those received from others. */
typedef struct sources {
  const tc_row_numbers *fine;
  int32_t coarse_rows;
  const tc_contributions *own, *received;
} sources;

/* Returns the list (`own` or `received`) that contains the row of fine row `fine_row`, and sets *row to the
 * index of this row in the list. */
static const tc_contributions *find_source(const sources *s, int32_t fine_row, int32_t *row) {
  const bool is_owned = fine_row < s->fine->owned;
  *row = is_owned ? fine_row : fine_row - s->fine->owned;
  return is_owned ? s->own : s->received;
}

/* Counts in begin[I+1] the fine rows that contribute to coarse row I of this rank. */
static void count_members(const sources *s, const tc_sparse_rows *P, int64_t *begin) {
  for (int64_t k = 0; k < P->begin[P->rows]; k++)
    if (P->column[k] < s->coarse_rows) begin[P->column[k] + 1]++;
}

/* Adds the entries of P to the rows of P^T. Row k of P is that of fine row first + k. next[I] is the entry
 * that coarse row I receives next. */
static void fill_restriction(const sources *s, const tc_sparse_rows *P, int32_t first, int64_t *next,
                             tc_sparse_rows *out) {
  for (int32_t row = 0; row < P->rows; row++)
    for (int64_t k = P->begin[row]; k < P->begin[row + 1]; k++) {
      if (P->column[k] >= s->coarse_rows) continue;
      const int64_t at = next[P->column[k]]++;
      out->column[at] = first + row;
      out->value[at] = P->value[k];
    }
}

/* Transposes P. The rows of P^T are then sorted by the ids of the fine rows. */
static tc_status transpose_prolongation(const sources *s, tc_sparse_rows *out) {
  const int32_t fine_rows = tc_row_numbers_count(s->fine);
  int64_t *begin = NULL;
  tc_gid *id = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC_ZERO(begin, (int64_t)s->coarse_rows + 1));
  TC_GUARD(status, TC_ALLOC(id, fine_rows));
  for (int32_t i = 0; i < fine_rows; i++) id[i] = tc_row_numbers_id(s->fine, i);
  count_members(s, &s->own->P, begin);
  count_members(s, &s->received->P, begin);
  for (int32_t i = 0; i < s->coarse_rows; i++) begin[i + 1] += begin[i];
  TC_GUARD(status, tc_sparse_rows_alloc(s->coarse_rows, begin, out));
  fill_restriction(s, &s->own->P, 0, begin, out);
  fill_restriction(s, &s->received->P, s->fine->owned, begin, out);
  TC_GUARD(status, tc_sparse_rows_sort(out, id));
cleanup:
  tc_free(begin);
  tc_free(id);
  return status;
}

typedef struct coarse_rows {
  const sources *sources;
  const tc_sparse_rows *restriction;
  double *excess;
} coarse_rows;

static void add_coarse_row(const void *ctx, int32_t i, tc_row_terms *terms) {
  const coarse_rows *c = ctx;
  double excess = 0.0;
  for (int64_t k = c->restriction->begin[i]; k < c->restriction->begin[i + 1]; k++) {
    int32_t row;
    const tc_contributions *source = find_source(c->sources, c->restriction->column[k], &row);
    const double weight = c->restriction->value[k];
    excess += weight * source->y[row];
    tc_row_terms_add_row(terms, weight, &source->product, row);
  }
  c->excess[i] = excess < 0.0 ? 0.0 : excess;
}

static tc_status add_contributions(const sources *s, int32_t columns, tc_triple_product *out) {
  TC_TRY(transpose_prolongation(s, &out->restriction));
  TC_TRY(TC_ALLOC(out->excess, s->coarse_rows));
  const coarse_rows rows = {s, &out->restriction, out->excess};
  return tc_sparse_rows_build(s->coarse_rows, columns, add_coarse_row, &rows, &out->matrix);
}

tc_status tc_triple_product_create(const tc_level_graph *level, tc_prolongation *prolongation,
                                   tc_triple_product *out) {
  const tc_world *world = level->world;
  tc_triple_product triple = {.fine = tc_row_numbers_init(world->rank, level->rows, level->id)};
  tc_contributions own = {.y = NULL}, received = {.y = NULL};
  tc_status status = TC_OK;
  TC_GUARD(status, tc_world_agree(world, compute_own(level, prolongation, &own)));
  TC_GUARD(status, tc_contributions_exchange(world, &own, &triple.fine, &prolongation->coarse, &received));
  const sources s = {&triple.fine, prolongation->coarse.owned, &own, &received};
  TC_GUARD(status, tc_world_agree(world, add_contributions(&s, tc_row_numbers_count(&prolongation->coarse),
                                                           &triple)));
cleanup:
  own.P = (tc_sparse_rows){.rows = 0}; /* the prolongation owns P */
  tc_contributions_free(&own);
  tc_contributions_free(&received);
  if (status) tc_triple_product_free(&triple);
  *out = triple;
  return status;
}

void tc_triple_product_free(tc_triple_product *triple) {
  tc_row_numbers_free(&triple->fine);
  tc_sparse_rows_free(&triple->restriction);
  tc_sparse_rows_free(&triple->matrix);
  tc_free(triple->excess);
  *triple = (tc_triple_product){.excess = NULL};
}
