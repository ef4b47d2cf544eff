/* Tests of several products in one pass through the matrix: the plan of a pass, and equal bits to single
 * products. */
#include "linear/operator/operator_sweep.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "support/parallel.h"
#include "support/problems.h"

enum { X, Y, PRODUCT, vectors, most_stages = 8 };

/* Checks one piece of the plan, the rows begin .. end-1 of a stage. All values that these rows read must be
 * complete. Marks the rows as complete. done[i] is the number of stages that row i has completed. Before part
 * `part`, the ghosts of stage `part` have been received. */
static void expect_piece(const tc_ell *rows, const tc_sweep_piece *piece, int part, int *done) {
  for (int32_t i = piece->begin; i < piece->end; i++) {
    cr_assert_eq(done[i], piece->stage, "row %d is computed in stage %d after %d stages", (int)i,
                 piece->stage, done[i]);
    for (int k = 0; k < rows->width; k++) {
      const int32_t j = rows->column[(size_t)i * (size_t)rows->width + (size_t)k];
      if (j >= rows->rows) cr_assert_leq(piece->stage, part, "row %d reads a ghost too early", (int)i);
      if (j >= rows->rows) continue;
      cr_assert_geq(done[j], piece->stage, "row %d reads row %d too early", (int)i, (int)j);
      cr_assert_leq(done[j], piece->stage + 1, "row %d overwrites what row %d has read", (int)i, (int)j);
    }
  }
  for (int32_t i = piece->begin; i < piece->end; i++) done[i]++;
}

static void expect_plan(const tc_ell *rows, int stages, int32_t chunk) {
  tc_sweep_plan *plan = NULL;
  int *done = calloc((size_t)rows->rows + 1, sizeof *done);
  expect_ok(tc_sweep_plan_create(rows, stages, chunk, &plan));
  for (int part = 0; part < stages; part++)
    for (int64_t k = plan->part[part]; k < plan->part[part + 1]; k++)
      expect_piece(rows, &plan->piece[k], part, done);
  for (int32_t i = 0; i < rows->rows; i++) cr_assert_eq(done[i], stages, "row %d", (int)i);
  if (rows->columns == rows->rows) cr_assert_eq(plan->postponed, 0);
  tc_sweep_plan_destroy(&plan);
  free(done);
}

ParallelTest(operator_sweep, plans_respect_all_dependencies) {
  const char *schemes[] = {"two-point", "gradient"};
  for (int s = 0; s < 2; s++) {
    const cutting how = {schemes[s], "rcm", TC_DISTRIBUTION_METIS, 7};
    tc_mesh *mesh = mesh_box(6, 6, 5, 0.1);
    tc_problem *p = problem_make(world, &how, mesh);
    for (int stages = 1; stages <= most_stages; stages++)
      for (int32_t chunk = 16; chunk < 2000; chunk *= 5) expect_plan(p->system->rates, stages, chunk);
    tc_problem_destroy(&p);
    tc_mesh_destroy(&mesh);
  }
}

typedef struct pair {
  double *value[2]; /* x_j of even and of odd stages */
} pair;

static void combine(void *self, int stage, int32_t begin, int32_t end, const double *product) {
  double *before = ((pair *)self)->value[(stage + 1) % 2];
  for (int32_t i = begin; i < end; i++) before[i] = 0.5 * product[i - begin] - before[i];
}

static tc_operator *create(const tc_problem *p, const tc_strategy *strategy, const tc_format *format) {
  const tc_operator_options choice = {strategy, format, 1.0, 0.1, vectors, false};
  tc_operator *op = NULL;
  expect_ok(tc_operator_create(p->space->world, p->space->halo, p->system->rates, &choice, &op));
  for (int32_t i = 0; i < p->space->owned; i++)
    tc_operator_vector(op, X)->value[i] = noise((uint64_t)p->space->id[i]);
  return op;
}

static void run_single(tc_operator *op, int stages) {
  tc_vector *const vector[2] = {tc_operator_vector(op, X), tc_operator_vector(op, Y)};
  pair both = {{vector[0]->value, vector[1]->value}};
  tc_ledger ledger = {0};
  for (int j = 0; j < stages; j++) {
    tc_vector *product = tc_operator_vector(op, PRODUCT);
    expect_ok(tc_operator_apply(op, vector[j % 2], product, &ledger));
    combine(&both, j, 0, product->owned, product->value);
  }
}

static void run_sweep(tc_operator *op, const tc_problem *p, int stages) {
  tc_vector *vector[most_stages];
  pair both = {{tc_operator_vector(op, X)->value, tc_operator_vector(op, Y)->value}};
  const tc_sweep_combination combination = {&both, combine};
  tc_sweep_plan *plan = NULL;
  tc_ledger ledger = {0};
  for (int j = 0; j < stages; j++) vector[j] = tc_operator_vector(op, j % 2 ? Y : X);
  expect_ok(tc_sweep_plan_create(p->system->rates, stages, 100 * omp_get_max_threads(), &plan));
  expect_ok(tc_operator_sweep(op, plan, vector, &combination, &ledger));
  tc_sweep_plan_destroy(&plan);
}

static void expect_same(const tc_problem *p, const tc_strategy *strategy, const tc_format *format,
                        int stages) {
  tc_operator *single = create(p, strategy, format), *swept = create(p, strategy, format);
  run_single(single, stages);
  run_sweep(swept, p, stages);
  for (int v = X; v <= Y; v++) {
    const double *wanted = tc_operator_vector(single, v)->value, *got = tc_operator_vector(swept, v)->value;
    for (int32_t i = 0; i < p->space->owned; i++)
      cr_assert_eq(memcmp(&got[i], &wanted[i], sizeof *got), 0,
                   "%s, %s, %d stages: row %d is %.17g, not %.17g", strategy->name, format->name, stages,
                   (int)i, got[i], wanted[i]);
  }
  tc_operator_destroy(&single);
  tc_operator_destroy(&swept);
}

static void expect_all(const tc_problem *p) {
  for (int s = 0; s < tc_strategy_count(); s++)
    for (int f = 0; f < tc_format_count(); f++) {
      const tc_strategy *strategy = tc_strategy_at(s);
      const tc_format *format = tc_format_at(f);
      if (!strategy->transport || !tc_strategy_supports(strategy, format->form)) continue;
      for (int stages = 1; stages <= most_stages; stages += 3) expect_same(p, strategy, format, stages);
    }
}

ThreadedTest(operator_sweep, bits_equal_those_of_single_products) {
  const char *schemes[] = {"two-point", "gradient"};
  for (int k = 0; k < 2; k++) {
    const cutting how = {schemes[k], "rcm", TC_DISTRIBUTION_METIS, 7};
    tc_mesh *mesh = mesh_box(7, 7, 6, 0.1);
    tc_problem *p = problem_make(world, &how, mesh);
    expect_all(p);
    tc_problem_destroy(&p);
    tc_mesh_destroy(&mesh);
  }
}

/* A rank without rows must take part in the exchanges. */
ThreadedTest(operator_sweep, ranks_without_rows) {
  const cutting how = {"two-point", "none", TC_DISTRIBUTION_CYCLIC, 1 << 20};
  tc_mesh *mesh = mesh_box(2, 2, 2, 0.1);
  tc_problem *p = problem_make(world, &how, mesh);
  expect_all(p);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}
