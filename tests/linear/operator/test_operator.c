/* Tests of operators with an adjoint. comm/exchange/test_strategy.c tests the products of all strategies. */
#include "linear/operator/operator.h"

#include "linear/systems.h"

/* Returns the sum of V x y over all ranks and, in *size, the sum of the absolute terms. */
static double dot(const scene *s, const double *x, const double *y, double *size) {
  long double sums[2] = {0.0L, 0.0L};
  for (int32_t i = 0; i < s->problem->space->owned; i++) {
    const long double term = (long double)s->system.volume[i] * x[i] * y[i];
    sums[0] += term;
    sums[1] += fabsl(term);
  }
  MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_LONG_DOUBLE, MPI_SUM, tc_world_comm(s->system.world));
  *size = (double)sums[1];
  return (double)sums[0];
}

/* Checks that <A x, y> = <x, A* y> for products of the operator, and that both products have the same
 * counts. */
static void expect_adjoint(const scene *s, const tc_strategy *strategy) {
  enum { X, Y, AX, AY, vectors };
  const tc_operator_options choice = {strategy,        tc_format_at(0), s->system.shift,
                                      s->system.scale, vectors,         false};
  tc_operator *op = NULL;
  tc_ledger ledger = {0}, adjoint = {0};
  double *v[vectors], size[2];
  expect_ok(tc_operator_create(s->system.world, s->system.halo, s->system.R, &choice, &op));
  expect_ok(tc_operator_set_adjoint(op, s->adjoint));
  for (int k = 0; k < vectors; k++) v[k] = tc_operator_vector(op, k)->value;
  for (int32_t i = 0; i < s->problem->space->owned; i++) {
    v[X][i] = noise(2 * (uint64_t)s->system.id[i]);
    v[Y][i] = noise(2 * (uint64_t)s->system.id[i] + 1);
  }
  expect_ok(tc_operator_apply(op, tc_operator_vector(op, X), tc_operator_vector(op, AX), &ledger));
  expect_ok(tc_operator_apply_adjoint(op, tc_operator_vector(op, Y), tc_operator_vector(op, AY), &adjoint));
  const double left = dot(s, v[AX], v[Y], &size[0]), right = dot(s, v[X], v[AY], &size[1]);
  cr_expect_float_eq(left, right, 1e-13 * (size[0] + size[1]), "%s: %.17g, %.17g", strategy->name, left,
                     right);
  for (int c = 0; c < TC_COUNT_COUNT; c++)
    cr_expect_eq(ledger.count.by_index[c], adjoint.count.by_index[c], "%s: %s", strategy->name,
                 tc_count_name(c));
  tc_operator_destroy(&op);
}

ThreadedTest(operator, adjoint) {
  const char *schemes[] = {"two-point", "gradient"};
  for (int k = 0; k < 2; k++) {
    const cutting how = {schemes[k], "rcm", TC_DISTRIBUTION_METIS, 7};
    scene s = scene_make(world, &how, 0.1);
    for (int i = 0; i < tc_strategy_count(); i++)
      if (tc_strategy_is_valid(tc_strategy_at(i))) expect_adjoint(&s, tc_strategy_at(i));
    scene_free(&s);
  }
}

/* With any strategy and format, the operator must count at least the pages that its matrix and vectors
 * occupy. With one NUMA node, no page may count as remote. */
ThreadedTest(operator, pages_are_found) {
  const cutting how = {"gradient", "rcm", TC_DISTRIBUTION_METIS, 7};
  scene s = scene_make(world, &how, 0.1);
  for (int i = 0; i < tc_strategy_count(); i++)
    for (int f = 0; f < tc_format_count(); f++) {
      const tc_operator_options choice = {tc_strategy_at(i), tc_format_at(f), 1.0, 0.1, 2, false};
      tc_operator *op = NULL;
      expect_ok(tc_operator_create(s.system.world, s.system.halo, s.system.R, &choice, &op));
      const tc_numa_pages found = tc_operator_count_numa_pages(op);
      const double bytes = s.problem->space->owned * (16.0 * (sizeof(double) + 2.0) + 3.0 * sizeof(double));
      if (found.local + found.remote > 0) /* otherwise the system does not report pages */
        cr_expect_geq((double)(found.local + found.remote), bytes / (double)(2 << 20), "%s",
                      choice.format->name);
      if (tc_numa_node_count() == 1) cr_expect_eq(found.remote, 0);
      tc_operator_destroy(&op);
    }
  scene_free(&s);
}
