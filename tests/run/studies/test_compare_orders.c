#include "run/studies/compare_orders.h"

#include "run/run_case.h"

static const tc_ordering *orderings(int *count) {
  static tc_ordering list[5];
  list[0] = (tc_ordering){tc_order_find("random"), -1};
  list[1] = (tc_ordering){tc_order_find("none"), -1};
  list[2] = (tc_ordering){tc_order_find("metis"), 20};
  list[3] = (tc_ordering){tc_order_find("blocks"), -1};
  list[4] = (tc_ordering){tc_order_find("random"), -1};
  *count = 5;
  return list;
}

static tc_status run(scene *s, int rounds, tc_order_comparison *orders) {
  *orders = (tc_order_comparison){.rounds = rounds};
  orders->ordering = orderings(&orders->count);
  return tc_order_comparison_run(&s->choice, &s->environment, s->world, &s->log, orders);
}

/* Returns the hash of the field of a separate run. */
static uint64_t hash_alone(scene *s) {
  tc_session session = {0};
  scene_begin(s, &session);
  expect_ok(tc_session_run(&session, session.plan.config->strategy, 50, NULL));
  const uint64_t hash = session.results.result[0].field.hash;
  tc_session_close(&session);
  return hash;
}

/* The study performs the run of the config once per ordering and round, and each field must be that of a
 * separate run. All orderings use the step size of the first ordering. The reported result must be the one
 * with the median time. */
static void expect_orders(tc_world *world, const char *kind, bool prescribed) {
  scene s;
  tc_order_comparison orders;
  scene_make(world, &s);
  scene_set(&s, kind);
  scene_set(&s, "order.block=30");
  if (prescribed) scene_add_forcing(&s);
  const uint64_t hash = hash_alone(&s);
  expect_ok(run(&s, 3, &orders));
  for (int k = 0; k < orders.count; k++) {
    const tc_session *session = &orders.session[k];
    cr_assert_eq(session->results.count, 3);
    for (int r = 0; r < 3; r++) {
      const tc_result *result = &session->results.result[r];
      cr_expect_eq(result->field.hash, hash, "order %d, round %d", k, r);
      cr_expect_str_eq(result->order, orders.ordering[k].order->name);
      cr_expect_eq(result->order_block, k == 2 ? 20 : 30);
    }
    cr_expect_eq(session->prepared.choices.step.dt, orders.session[0].prepared.choices.step.dt);
  }
  if (world->rank == 0) {
    expect_ok(tc_order_comparison_check(&orders));
    for (int k = 0; k < orders.count; k++) {
      double total[3];
      for (int r = 0; r < 3; r++) total[r] = tc_result_measured_s(&orders.session[k].results.result[r], -1);
      const double median = tc_result_measured_s(&orders.result[k], -1);
      cr_expect_eq((total[0] < median) + (total[1] < median) + (total[2] < median) <= 1, 1);
      cr_expect_eq((total[0] > median) + (total[1] > median) + (total[2] > median) <= 1, 1);
      cr_expect_not_null(orders.result[k].forecast[TC_MODEL_paper].phase_s);
    }
  }
  cr_expect(scene_said(&s, "order 3 of 5: metis, 20 cells a block"));
  cr_expect(scene_said(&s, "all orders are in memory at the same time: about"));
  tc_order_comparison_free(&orders);
  scene_free(&s);
}

ParallelTest(orders, runs_in_several_orders) { expect_orders(world, "distribution.kind=metis", false); }

ParallelTest(orders, whatever_enters) { expect_orders(world, "distribution.kind=cyclic", true); }

/* The two random orderings must be equal permutations, and the ordering `none` must differ from both. */
ParallelTest(orders, are_other_orders) {
  scene s;
  tc_order_comparison orders;
  scene_make(world, &s);
  scene_set(&s, "distribution.kind=cyclic");
  expect_ok(run(&s, 1, &orders));
  const tc_space *space[5];
  int differ = 0;
  for (int k = 0; k < 5; k++) space[k] = orders.session[k].prepared.problem->space;
  for (int32_t i = 0; i < space[0]->owned && i < space[1]->owned; i++)
    differ += space[0]->id[i] != space[1]->id[i];
  MPI_Allreduce(MPI_IN_PLACE, &differ, 1, MPI_INT, MPI_SUM, tc_world_comm(world));
  cr_expect_gt(differ, 100);
  cr_expect_arr_eq(space[0]->id, space[4]->id, (size_t)space[0]->owned * sizeof *space[0]->id);
  tc_order_comparison_free(&orders);
  scene_free(&s);
}

/* Forecasts of implicit steps use the iterations of a trial step. If the fields of two orderings differ in
 * one bit, the study must fail, unless the preconditioner has the scope `rank`. */
ParallelTest(orders, of_implicit_steps) {
  scene s;
  tc_order_comparison orders;
  scene_make(world, &s);
  scene_set(&s, "time={method: implicit, multiple: 20, steps: 2}");
  expect_ok(run(&s, 2, &orders));
  if (world->rank == 0) {
    expect_ok(tc_order_comparison_check(&orders));
    for (int k = 0; k < orders.count; k++) cr_expect_gt(orders.result[k].solver->trial, 0);
    tc_result *last = &orders.session[3].results.result[1];
    last->field.hash ^= 1;
    expect_error(tc_order_comparison_check(&orders), TC_INTERNAL,
                 "orders random and blocks give different fields");
    last->solver->record.bitwise = false;
    expect_ok(tc_order_comparison_check(&orders));
  }
  tc_order_comparison_free(&orders);
  scene_free(&s);
}

ParallelTest(orders, fit_into_memory) {
  (void)world;
  const tc_log silent = {NULL, TC_LOG_QUIET, NULL, NULL};
  expect_ok(tc_order_comparison_check_memory(4, 1e9, 4e9, &silent));
  expect_ok(tc_order_comparison_check_memory(0, 1e9, 0.0, &silent));
  expect_error(tc_order_comparison_check_memory(4, 1e9, 3.9e9, &silent), TC_INTERNAL,
               "5 orders at once need about 4 GB more on a node, but 3.9 GB are free: use fewer");
}
