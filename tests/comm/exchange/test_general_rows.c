/* Exchanges and accesses of matrices with general rows (sparse/ell.h), in which the number of entries per
 * row ranges from 1 to 200. */
#include <omp.h>
#include <stdio.h>

#include "base/core/memory.h"
#include "comm/layout/colour.h"
#include "comm/layout/halo_pattern.h"
#include "count/dry_run_counts.h"
#include "linear/operator/operator.h"
#include "sparse/matrix.h"
#include "support/parallel.h"
#include "support/problems.h"
#include "support/staircase.h"

enum { n = 201, kinds = 3 };

static const staircase_kind hows[kinds] = {{n, 0, true, false, TC_DISTRIBUTION_CYCLIC, 7},
                                           {n, 0, true, false, TC_DISTRIBUTION_METIS, 13},
                                           {n, 0, false, true, TC_DISTRIBUTION_CYCLIC, 1}};

static double input_value(tc_gid id) { return noise((uint64_t)id + 40000) * ldexp(1.0, (int)(id % 30) - 15); }

/* Returns the products of a matrix whose rows are all on one rank, in matrix form and in difference form,
 * ordered by id. */
static void serial_products(const staircase_kind *how, double *wanted[2]) {
  const staircase_kind alone = {n, 0, false, how->is_symmetric, TC_DISTRIBUTION_CYCLIC, n};
  tc_world *self = NULL;
  staircase s;
  double x[n];
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &self));
  staircase_make(self, &alone, &s);
  for (int32_t i = 0; i < n; i++) x[i] = input_value(i);
  for (int form = 0; form < 2; form++) {
    tc_matrix *M = NULL;
    wanted[form] = calloc(n, sizeof *wanted[form]);
    expect_ok(tc_matrix_create(tc_format_first((tc_row_form)form), s.R, 0.25, 0.5, &M));
    tc_matrix_multiply(M, x, wanted[form]);
    tc_matrix_destroy(&M);
  }
  staircase_free(&s);
  tc_world_destroy(&self);
}

static void expect_counts(const tc_strategy *strategy, const staircase *s, const tc_world *world,
                          const tc_counts *moved, const char *what) {
  tc_pattern *pattern = NULL;
  tc_counts counted;
  expect_ok(tc_pattern_create_from_rows(s->R, s->halo, world->rank, &pattern));
  expect_ok(tc_strategy_count_traffic_collective(world, strategy, pattern, s->distribution,
                                                 world->node_of_rank, &counted));
  tc_pattern_destroy(&pattern);
  for (int c = 0; c < TC_COUNT_COUNT; c++)
    cr_assert_eq(moved->by_index[c], counted.by_index[c], "%s: %lld %s moved, %lld counted", what,
                 (long long)moved->by_index[c], tc_count_name(c), (long long)counted.by_index[c]);
}

static void expect_product(const tc_strategy *strategy, tc_row_form form, const staircase *s, tc_world *world,
                           const double *wanted) {
  const tc_operator_options options = {strategy, tc_format_first(form), 0.25, 0.5, 2, false};
  tc_operator *op = NULL;
  tc_ledger ledger = {0};
  char what[100];
  snprintf(what, sizeof what, "%s, form %d, %s", strategy->name, (int)form,
           tc_distribution_name((int)s->kind.kind));
  expect_ok(tc_operator_create(world, s->halo, s->R, &options, &op));
  tc_vector *x = tc_operator_vector(op, 0), *y = tc_operator_vector(op, 1);
  for (int32_t i = 0; i < s->R->rows; i++) x->value[i] = input_value(s->id[i]);
  expect_ok(tc_operator_apply(op, x, y, &ledger));
  for (int32_t i = 0; i < s->R->rows; i++)
    cr_assert_eq(y->value[i], wanted[s->id[i]], "%s, row %d: %.17g, not %.17g", what, (int)s->id[i],
                 y->value[i], wanted[s->id[i]]);
  expect_counts(strategy, s, world, &ledger.count, what);
  const double entries = (double)tc_ell_entries(s->R), row_values = form ? 2.0 : 3.0;
  cr_assert_eq(ledger.bytes[TC_PHASE_compute], 12.0 * entries + 8.0 * (row_values + 1.0) * s->R->rows);
  tc_operator_destroy(&op);
}

/* Creates a world of one of four kinds: real nodes, virtual nodes of one rank or of two ranks (`kind` 1
 * and 2), and ranks without shared memory (3). */
static tc_world *world_of_kind(int kind) {
  tc_world *world = NULL;
  if (kind == 3) return torn_world();
  expect_ok(tc_world_create(MPI_COMM_WORLD, kind, &world));
  return world;
}

/* Every strategy must give the bits of one rank. Worlds other than the real one are slow, so they are used
 * for one matrix in matrix form only. */
ParallelTest(general_rows, every_strategy_has_the_bits_of_one_rank) {
  for (int k = 0; k < kinds; k++) {
    double *wanted[2];
    staircase s;
    serial_products(&hows[k], wanted);
    staircase_make(world, &hows[k], &s);
    for (int w = 0; w < (k == 0 ? 4 : 1); w++) {
      tc_world *other = world_of_kind(w);
      for (int i = 0; i < tc_strategy_count(); i++)
        for (int form = 0; form < (w == 0 ? 2 : 1); form++)
          if ((tc_strategy_is_valid(tc_strategy_at(i)) || world->ranks == 1) &&
              tc_strategy_supports(tc_strategy_at(i), (tc_row_form)form))
            expect_product(tc_strategy_at(i), (tc_row_form)form, &s, other, wanted[form]);
      tc_world_destroy(&other);
    }
    staircase_free(&s);
    for (int form = 0; form < 2; form++) free(wanted[form]);
  }
}

/* R* is the adjoint of R in the inner product that is weighted with the volumes V. The entries of V R*
 * must be those of the transpose of V R. The adjoint of R* must be R. */
ParallelTest(general_rows, adjoint) {
  for (int k = 0; k < kinds; k++) {
    staircase s;
    tc_ell *twice = NULL;
    staircase_make(world, &hows[k], &s);
    expect_ok(tc_adjoint_create(world, s.halo, s.adjoint, s.volume, &twice));
    for (int32_t i = 0; i < s.R->rows; i++) {
      size_t e = tc_ell_begin(s.R, i);
      for (int32_t j = 0; j < n; j++) {
        if (!staircase_is_coupled(n, (int32_t)s.id[i], j)) continue;
        const double mirrored = staircase_volume(j) *
                                (staircase_entry(&s.kind, j, (int32_t)s.id[i]) / staircase_volume(j)) /
                                s.volume[i];
        cr_assert_eq(s.adjoint->value[e], mirrored, "row %d, column %d", (int)s.id[i], (int)j);
        cr_assert_eq(s.adjoint->column[e], s.R->column[e]);
        cr_assert_float_eq(twice->value[e], s.R->value[e], 1e-14 * fabs(s.R->value[e]));
        e++;
      }
    }
    tc_ell_destroy(&twice);
    staircase_free(&s);
  }
}

/* Rows i and j of this matrix are coupled if i + j >= n - 1. The test removes one entry of the last row,
 * so its mirrored entry is without a counterpart. This must be an error. */
ParallelTest(general_rows, adjoint_of_an_unsymmetric_pattern) {
  staircase s;
  tc_ell *adjoint = NULL;
  staircase_make(world, &hows[0], &s);
  for (int32_t i = 0; i < s.R->rows; i++)
    if (s.id[i] == n - 1) s.R->column[tc_ell_begin(s.R, i)] = i;
  tc_status status = tc_adjoint_create(world, s.halo, s.R, s.volume, &adjoint);
  cr_assert_eq(tc_status_code(status), TC_INTERNAL);
  tc_status_free(&status);
  cr_assert_null(adjoint);
  staircase_free(&s);
}

/* The colours of the rows must not depend on the distribution. Coupled rows must have different colours. */
ParallelTest(general_rows, colours) {
  double *wanted = NULL;
  for (int k = 0; k < kinds; k++) {
    staircase s;
    tc_colouring *colouring = NULL;
    double own[n];
    staircase_make(world, &hows[k], &s);
    expect_ok(tc_colouring_create(world, s.halo, s.R, s.id, &colouring));
    for (int32_t i = 0; i < s.R->rows; i++) own[i] = colouring->colour[i];
    double *all = staircase_gather(&s, own);
    for (int32_t i = 0; i < n; i++)
      for (int32_t j = 0; j < n; j++) cr_assert(!staircase_is_coupled(n, i, j) || all[i] != all[j]);
    if (wanted) cr_assert_arr_eq(all, wanted, n * sizeof *all);
    cr_assert_geq(colouring->colours, n / 2); /* the rows of the second half are all coupled */
    tc_colouring_destroy(&colouring);
    staircase_free(&s);
    free(wanted);
    wanted = all;
  }
  free(wanted);
}

/* Sets `graph` to the graph of the whole matrix, from which a dry run computes its counts. */
static void graph_make(tc_graph *graph) {
  *graph = (tc_graph){.vertices = n};
  graph->start = calloc(n + 1, sizeof *graph->start);
  graph->adjacent = calloc((size_t)n * n, sizeof *graph->adjacent);
  for (int32_t i = 0; i < n; i++) {
    graph->start[i + 1] = graph->start[i];
    for (int32_t j = 0; j < n; j++)
      if (staircase_is_coupled(n, i, j)) graph->adjacent[graph->start[i + 1]++] = j;
  }
}

/* A dry run builds its pattern from the graph. The counts of this pattern must equal those of the
 * assembled rows. */
ParallelTest(general_rows, counts_of_dry_runs) {
  tc_graph graph;
  graph_make(&graph);
  for (int k = 0; k < kinds; k++) {
    staircase s;
    int32_t order[n], position[n];
    tc_pattern *real = NULL, *planned = NULL;
    tc_reuse reuse[2];
    staircase_make(world, &hows[k], &s);
    for (int32_t p = 0; p < n; p++) order[p] = staircase_id(&hows[k], p);
    for (int32_t p = 0; p < n; p++) position[order[p]] = p;
    expect_ok(tc_pattern_create_from_rows(s.R, s.halo, world->rank, &real));
    expect_ok(
        tc_pattern_create_from_graph(&graph, order, position, s.distribution, world->rank, 1, 0, &planned));
    cr_assert(planned->rows == real->rows && tc_pattern_entries(planned) == tc_pattern_entries(real));
    for (size_t e = 0; e < tc_pattern_entries(real); e++)
      cr_assert_eq(tc_pattern_at(planned, e), tc_pattern_at(real, e));
    for (int i = 0; i < tc_strategy_count(); i++) {
      tc_counts counts[2];
      expect_ok(tc_strategy_count_traffic_collective(world, tc_strategy_at(i), real, s.distribution,
                                                     world->node_of_rank, &counts[0]));
      expect_ok(tc_strategy_count_traffic_collective(world, tc_strategy_at(i), planned, s.distribution,
                                                     world->node_of_rank, &counts[1]));
      cr_assert_arr_eq(&counts[0], &counts[1], sizeof counts[0]);
    }
    expect_ok(tc_pattern_count_reuse(real, s.distribution, world->rank, &reuse[0]));
    expect_ok(tc_pattern_count_reuse(planned, s.distribution, world->rank, &reuse[1]));
    cr_assert_arr_eq(reuse[0].scattered, reuse[1].scattered, sizeof reuse[0].scattered);
    tc_pattern_destroy(&real);
    tc_pattern_destroy(&planned);
    staircase_free(&s);
  }
  free(graph.start);
  free(graph.adjacent);
}
