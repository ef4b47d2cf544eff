#include "linear/operator/operator_rows.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/parallel.h"
#include "support/problems.h"

enum { X, Y, SCRATCH, vectors, stages = 6 };

/* Record of one row of a product, as passed to a combination (a callback that receives the product block by
 * block). */
typedef struct received_row {
  double value;
  int times, thread;
  int32_t begin, end; /* range of rows in the call */
} received_row;

static void receive(void *self, int32_t begin, int32_t end, const double *product) {
  received_row *row = self;
  for (int32_t i = begin; i < end; i++)
    row[i] = (received_row){product[i - begin], row[i].times + 1, omp_get_thread_num(), begin, end};
}

static tc_operator *create(const tc_problem *p, const tc_strategy *strategy, const tc_format *format) {
  const tc_operator_options choice = {strategy, format, 1.0, 0.1, vectors, false};
  tc_operator *op = NULL;
  expect_ok(tc_operator_create(p->space->world, p->space->halo, p->system->rates, &choice, &op));
  for (int32_t i = 0; i < p->space->owned; i++)
    tc_operator_vector(op, X)->value[i] = noise((uint64_t)p->space->id[i]);
  return op;
}

/* Applies the operator with a combination. Only strategies with an access need a scratch vector. */
static tc_status apply_rows(tc_operator *op, const tc_vector *x, const tc_row_combination *combination,
                            tc_ledger *ledger) {
  tc_vector *scratch = op->options.strategy->access ? tc_operator_vector(op, SCRATCH) : NULL;
  return tc_operator_apply_rows(op, x, combination, scratch, ledger);
}

static void expect_row(const received_row *row, double wanted, int32_t rows, int32_t i, const char *what) {
  int32_t begin, end;
  cr_assert_eq(row->times, 1, "%s: row %d was handed over %d times", what, (int)i, row->times);
  cr_assert_eq(memcmp(&row->value, &wanted, sizeof wanted), 0, "%s: row %d is %.17g, not %.17g", what, (int)i,
               row->value, wanted);
  tc_matrix_thread_rows(rows, row->thread, omp_get_max_threads(), &begin, &end);
  cr_assert(begin <= row->begin && row->end <= end, "%s: row %d in thread %d", what, (int)i, row->thread);
  cr_assert_leq(row->end - row->begin, TC_ROWS_BLOCK);
}

static void expect_same_ledger(const tc_ledger *one, const tc_ledger *other, const char *what) {
  for (int c = 0; c < TC_COUNT_COUNT; c++)
    cr_assert_eq(one->count.by_index[c], other->count.by_index[c], "%s: %s", what, tc_count_name(c));
  for (int phase = 0; phase < TC_PHASE_COUNT; phase++) {
    cr_assert_eq(one->bytes[phase], other->bytes[phase], "%s: bytes of %s", what, tc_phase_name(phase));
    cr_assert_eq(one->calls[phase], other->calls[phase], "%s: calls of %s", what, tc_phase_name(phase));
    cr_assert_geq(one->seconds.by_index[phase], 0.0);
  }
}

static void expect_product(const tc_problem *p, const tc_strategy *strategy, const tc_format *format) {
  const int32_t owned = p->space->owned;
  char what[100];
  tc_operator *op = create(p, strategy, format);
  tc_vector *x = tc_operator_vector(op, X), *y = tc_operator_vector(op, Y);
  received_row *row = calloc((size_t)owned + 1, sizeof *row);
  tc_ledger stored = {0}, received = {0};
  snprintf(what, sizeof what, "%s, %s", strategy->name, format->name);
  expect_ok(tc_operator_apply(op, x, y, &stored));
  expect_ok(apply_rows(op, x, &(tc_row_combination){row, receive}, &received));
  for (int32_t i = 0; i < owned; i++) expect_row(&row[i], y->value[i], owned, i, what);
  expect_same_ledger(&received, &stored, what);
  free(row);
  tc_operator_destroy(&op);
}

/* Combination that computes the next vector from the product with the last vector and overwrites the vector
 * before it. */
static void combine_with_before(void *self, int32_t begin, int32_t end, const double *product) {
  double *before = self;
  for (int32_t i = begin; i < end; i++) before[i] = 0.5 * product[i - begin] - before[i];
}

/* Computes a sequence of vectors, each of which needs the product with the previous vector. Returns the final
 * vector, which belongs to the operator. */
static const double *run_stages(tc_operator *op, bool by_rows) {
  tc_ledger ledger = {0};
  tc_vector *last = tc_operator_vector(op, X), *before = tc_operator_vector(op, Y),
            *scratch = tc_operator_vector(op, SCRATCH);
  for (int stage = 0; stage < stages; stage++) {
    if (by_rows) {
      expect_ok(apply_rows(op, last, &(tc_row_combination){before->value, combine_with_before}, &ledger));
    } else {
      expect_ok(tc_operator_apply(op, last, scratch, &ledger));
      combine_with_before(before->value, 0, before->owned, scratch->value);
    }
    tc_vector *swapped = last;
    last = before;
    before = swapped;
  }
  return last->value;
}

/* Stages that combine each block of the product at once must have the same bits as stages that store the
 * whole product first. */
static void expect_stages(const tc_problem *p, const tc_strategy *strategy, const tc_format *format) {
  tc_operator *by_rows = create(p, strategy, format), *stored = create(p, strategy, format);
  const double *got = run_stages(by_rows, true), *wanted = run_stages(stored, false);
  for (int32_t i = 0; i < p->space->owned; i++)
    cr_assert_eq(memcmp(&got[i], &wanted[i], sizeof *got), 0, "%s, %s: row %d is %.17g, not %.17g",
                 strategy->name, format->name, (int)i, got[i], wanted[i]);
  tc_operator_destroy(&by_rows);
  tc_operator_destroy(&stored);
}

/* Calls a function for all strategies with the formats that they support. */
static void for_all(const tc_problem *p,
                    void (*expect)(const tc_problem *, const tc_strategy *, const tc_format *)) {
  for (int s = 0; s < tc_strategy_count(); s++)
    for (int f = 0; f < tc_format_count(); f++) {
      const tc_strategy *strategy = tc_strategy_at(s);
      const tc_format *format = tc_format_at(f);
      if (!tc_strategy_supports(strategy, format->form)) continue;
      if (strategy->access && format != tc_format_first(format->form)) continue;
      expect(p, strategy, format);
    }
}

/* The mesh has 1764 cells, so each thread has several blocks of rows. */
ThreadedTest(operator_rows, all_strategies_and_formats) {
  const char *schemes[] = {"two-point", "gradient"};
  for (int k = 0; k < 2; k++) {
    const cutting how = {schemes[k], "rcm", TC_DISTRIBUTION_METIS, 7};
    tc_mesh *mesh = mesh_box(7, 7, 6, 0.1);
    tc_problem *p = problem_make(world, &how, mesh);
    for_all(p, expect_product);
    for_all(p, expect_stages);
    tc_problem_destroy(&p);
    tc_mesh_destroy(&mesh);
  }
}

/* A rank without rows must take part in the exchange, and must not call the combination. */
ThreadedTest(operator_rows, ranks_without_rows) {
  const cutting how = {"two-point", "none", TC_DISTRIBUTION_CYCLIC, 1 << 20};
  tc_mesh *mesh = mesh_box(2, 2, 2, 0.1);
  tc_problem *p = problem_make(world, &how, mesh);
  cr_assert_eq(p->space->owned, world->rank == 0 ? mesh->cells : 0);
  for_all(p, expect_product);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}
