#include "linear/multigrid/prolongation.h"

#include <math.h>

#include "base/core/memory.h"
#include "comm/layout/neighbour_exchange.h"
#include "linear/rows/ghost_rows.h"

static const double omega = 2.0 / 3.0;

/* Data of a fine row that other ranks need if one of their rows is coupled to it. */
typedef struct fine_row {
  tc_gid id;          /* id of the aggregate; -1 if there is none */
  tc_row_place place; /* place of the aggregate */
  double largest;     /* largest positive coupling; 0 if there is none */
} fine_row;

/* Data from which the rows of the prolongation P are computed (prolongation.h). */
typedef struct smoothing {
  const tc_level_graph *level;
  int32_t *aggregate; /* [rows + ghosts] number of the coarse row; -1 if there is none */
  double *largest;    /* [rows + ghosts] largest positive coupling */
  double *g;          /* [rows + ghosts] result: 1 minus the row sum of P */
} smoothing;

static double find_largest(const tc_level_graph *level, int32_t i) {
  float largest = 0.0f;
  for (int64_t k = level->begin[i]; k < level->begin[i + 1]; k++)
    if (level->coupling[k] > largest) largest = level->coupling[k];
  return (double)largest;
}

static void fill_fine_rows(const tc_level_graph *level, const tc_aggregation *aggregation, fine_row *row) {
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < level->rows; i++)
    row[i] = (fine_row){aggregation->id[i], aggregation->place[i], find_largest(level, i)};
}

/* Assigns numbers to the coarse rows (aggregates) to which owned rows and ghosts belong. */
static tc_status number_aggregates(const fine_row *row, smoothing *s, tc_row_numbers *coarse) {
  for (int32_t i = 0; i < s->level->rows + s->level->ghosts; i++) {
    s->largest[i] = row[i].largest;
    s->aggregate[i] = -1;
    if (row[i].place.owner >= 0)
      TC_TRY(tc_row_numbers_add(coarse, row[i].place, row[i].id, &s->aggregate[i]));
  }
  return TC_OK;
}

static bool is_strong(const smoothing *s, int32_t i, int32_t j, double coupling) {
  const double smaller = s->largest[i] < s->largest[j] ? s->largest[i] : s->largest[j];
  return coupling > 0.0 && coupling >= 0.25 * smaller;
}

/* Returns omega / f, the factor of the smoothing step for a row with the diagonal f; 0 if f <= 0. */
static double find_scale(double f) {
  const double scale = f > 0.0 ? omega / f : 0.0;
  return scale < INFINITY ? scale : 0.0;
}

/* Converts the sums of the strong couplings of row i to each aggregate to the entries of row i of P. */
static void scale_row(int32_t aggregate, double scale, tc_row_terms *terms) {
  for (int32_t k = 0; k < terms->count; k++) {
    const double unsmoothed = terms->column[k] == aggregate ? 1.0 - omega : 0.0;
    terms->value[k] = (double)(float)(unsmoothed + scale * terms->value[k]);
  }
}

/* Replaces row i of P by row i of T, the prolongation before smoothing, whose only entry is 1 if the row has
 * an aggregate. */
static void reset_row(bool has_aggregate, tc_row_terms *terms) {
  for (int32_t k = has_aggregate; k < terms->count; k++) terms->slot[terms->column[k]] = 0;
  terms->count = has_aggregate;
  if (has_aggregate) terms->value[0] = 1.0;
}

/* Computes row i of P. `flow` is row i of K_F times the vector t (prolongation.h): e_i t_i plus the sum of
 * w_ij (t_i - t_j) over the strong couplings w_ij, where e_i is the excess. */
static void add_row(const void *ctx, int32_t i, tc_row_terms *terms) {
  const smoothing *s = ctx;
  const tc_level_graph *level = s->level;
  const bool has_aggregate = s->aggregate[i] >= 0;
  double f = level->excess[i], flow = has_aggregate ? level->excess[i] : 0.0;
  if (has_aggregate) tc_row_terms_add(terms, s->aggregate[i], 0.0);
  for (int64_t k = level->begin[i]; k < level->begin[i + 1]; k++) {
    const int32_t j = level->column[k];
    const double coupling = (double)level->coupling[k];
    if (!is_strong(s, i, j, coupling)) continue;
    f += coupling;
    flow += coupling * (has_aggregate - (s->aggregate[j] >= 0));
    if (s->aggregate[j] >= 0) tc_row_terms_add(terms, s->aggregate[j], coupling);
  }
  const double scale = find_scale(f);
  s->g[i] = (has_aggregate ? 0.0 : 1.0) + scale * flow;
  if (scale > 0.0)
    scale_row(s->aggregate[i], scale, terms);
  else
    reset_row(has_aggregate, terms);
}

static tc_status alloc_smoothing(const tc_level_graph *level, smoothing *s, tc_prolongation *p) {
  const int64_t columns = (int64_t)level->rows + level->ghosts;
  *s = (smoothing){.level = level};
  TC_TRY(TC_ALLOC(s->aggregate, columns));
  TC_TRY(TC_ALLOC(s->largest, columns));
  TC_TRY(TC_ALLOC(p->g, columns));
  s->g = p->g;
  return TC_OK;
}

/* Collective. Fills in `s`. The values of ghosts are received from their owners. */
static tc_status prepare_smoothing(const tc_level_graph *level, const tc_aggregation *aggregation,
                                   smoothing *s, tc_prolongation *p) {
  fine_row *row = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_WORLD_ALLOC(level->world, row, (int64_t)level->rows + level->ghosts));
  TC_GUARD(status, tc_world_agree(level->world, alloc_smoothing(level, s, p)));
  fill_fine_rows(level, aggregation, row);
  TC_GUARD(status, tc_neighbour_exchange_ghosts(level->world, level->halo, sizeof *row, row));
  TC_GUARD(status, tc_world_agree(level->world, number_aggregates(row, s, &p->coarse)));
cleanup:
  tc_free(row);
  return status;
}

tc_status tc_prolongation_create(const tc_level_graph *level, const tc_aggregation *aggregation,
                                 tc_prolongation *out) {
  const tc_level_graph *coarse = aggregation->contracted;
  const tc_world *world = level->world;
  tc_prolongation p = {.coarse = tc_row_numbers_init(world->rank, coarse->rows, coarse->id)};
  smoothing s = {.level = level};
  tc_status status = TC_OK;
  TC_GUARD(status, prepare_smoothing(level, aggregation, &s, &p));
  TC_GUARD(status, tc_world_agree(world, tc_sparse_rows_build(level->rows, tc_row_numbers_count(&p.coarse),
                                                              add_row, &s, &p.P)));
  TC_GUARD(status, tc_neighbour_exchange_ghosts(world, level->halo, sizeof *p.g, p.g));
  TC_GUARD(status, tc_ghost_rows_create(world, level->halo, &p.P, &p.coarse, &p.ghost_P));
cleanup:
  tc_free(s.aggregate);
  tc_free(s.largest);
  if (status) tc_prolongation_free(&p);
  *out = p;
  return status;
}

void tc_prolongation_free(tc_prolongation *prolongation) {
  tc_row_numbers_free(&prolongation->coarse);
  tc_sparse_rows_free(&prolongation->P);
  tc_sparse_rows_free(&prolongation->ghost_P);
  tc_free(prolongation->g);
  *prolongation = (tc_prolongation){.g = NULL};
}
