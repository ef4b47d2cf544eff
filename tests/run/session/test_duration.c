#include "run/session/duration.h"

#include <math.h>

#include "run/run_case.h"

/* The expected duration of a run of several strategies is the sum over the strategies. `condensed` and `fine`
 * have forecasts. `naive` has none, so the slowest forecast is used for it. Runs of `none` do not count,
 * because their field is not a solution. */
ParallelTest(duration, all_marches_are_added_up) {
  const tc_strategy *asked[] = {tc_strategy_find("condensed"), tc_strategy_find("naive"),
                                tc_strategy_find("none"), tc_strategy_find("fine")};
  scene s;
  tc_session session = {0};
  tc_duration two, all;
  scene_make(world, &s);
  scene_begin(&s, &session);
  session.prepared.choices.step.steps = 1000;
  expect_ok(tc_duration_forecast(&session.forecasts, 1, asked, 3, &two));
  expect_ok(tc_duration_forecast(&session.forecasts, 4, asked, 1, &all));
  if (world->rank == 0) {
    const double condensed_s = tc_forecasts_step_s(&session.forecasts, asked[0], TC_MODEL_refined),
                 fine_s = tc_forecasts_step_s(&session.forecasts, asked[3], TC_MODEL_refined);
    double slowest_s = 0.0;
    for (int i = 0; i < tc_strategy_count(); i++)
      if (session.forecasts.step[i].is_computed)
        slowest_s =
            fmax(slowest_s, tc_forecasts_step_s(&session.forecasts, tc_strategy_at(i), TC_MODEL_refined));
    cr_assert_float_eq(two.all_s, 3000 * condensed_s, 1e-9 * two.all_s);
    cr_assert(two.longest == asked[0] && two.longest_s == two.all_s);
    cr_assert_float_eq(all.all_s, 1000 * (condensed_s + slowest_s + fine_s), 1e-9 * all.all_s);
    cr_assert_float_eq(all.longest_s, 1000 * slowest_s, 1e-9 * all.longest_s);
    cr_assert(all.longest == asked[1] || fmax(condensed_s, fine_s) == slowest_s, "%s", all.longest->name);
  }
  tc_session_close(&session);
  scene_free(&s);
}

ParallelTest(duration, without_forecasts_it_is_nothing) {
  const tc_strategy *asked[] = {tc_strategy_find("condensed"), tc_strategy_find("naive")};
  scene s;
  tc_session session = {0};
  tc_duration duration;
  scene_make(world, &s);
  s.choice.machine = "none";
  scene_begin(&s, &session);
  expect_ok(tc_duration_forecast(&session.forecasts, 2, asked, 1, &duration));
  cr_assert(duration.all_s == 0.0 && duration.longest == NULL);
  tc_session_close(&session);
  scene_free(&s);
}
