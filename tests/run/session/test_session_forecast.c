#include <math.h>

#include "model/step/predict.h"
#include "run/known_reads.h"
#include "run/run_case.h"

static const char *const cuts[] = {"distribution={kind: metis, block_size: 17}",
                                   "distribution={kind: cyclic, block_size: 17}"};

/* A run ends with an error if the counts forecast before the first step differ from those of the steps, so
 * each run must succeed. The report must contain the forecast in seconds. */
ThreadedTest(session_forecast, what_is_forecast_is_what_is_counted) {
  for (size_t cut = 0; cut < 3; cut++)
    for (int scheme = 0; scheme < tc_scheme_count(); scheme++) {
      char which[64];
      scene s;
      tc_session session = {0};
      snprintf(which, sizeof which, "diffusion.scheme=%s", tc_scheme_at(scheme)->name);
      scene_make(world, &s);
      scene_set(&s, cuts[cut % 2]);
      if (cut == 2) scene_add_forcing(&s);
      scene_set(&s, which);
      scene_set(&s, "ranks_per_node=2");
      scene_begin(&s, &session);
      set_read_costs(&session.machine.params);
      set_access_costs(&session.machine.params);
      expect_ok(tc_forecasts_compute(&session.forecasts, NULL));
      for (int i = 0; i < tc_strategy_count(); i++) {
        const tc_strategy *strategy = tc_strategy_at(i);
        const bool wanted = !tc_strategy_uses_pointers(strategy) && tc_strategy_is_valid(strategy);
        cr_assert_eq(session.forecasts.step[i].is_computed, wanted, "%s", strategy->name);
        if (!wanted) continue;
        double step_s[TC_MODEL_COUNT];
        const tc_seconds *part[TC_MODEL_COUNT];
        for (int m = 0; m < TC_MODEL_COUNT; m++) {
          step_s[m] = tc_forecasts_step_s(&session.forecasts, strategy, m);
          part[m] = session.forecasts.step[i].forecast[m].phase_s;
          if (world->rank == 0 && tc_model_supports(tc_model_at(m), tc_strategy_traffic(strategy)))
            cr_assert(step_s[m] > 0.0 && step_s[m] < 1.0, "%s: %g s", strategy->name, step_s[m]);
        }
        expect_ok(tc_session_run(&session, strategy, 17, NULL));
        const tc_result *r = &session.results.result[session.results.count - 1];
        for (int m = 0; m < TC_MODEL_COUNT; m++) {
          cr_assert_eq(r->forecast[m].phase_s, part[m], "%s: computed again", strategy->name);
          if (world->rank == 0 && part[m]) cr_assert_eq(r->forecast[m].total_s, step_s[m]);
        }
        cr_assert_not(session.forecasts.step[i].is_computed, "the result owns the forecast");
      }
      tc_session_close(&session);
      scene_free(&s);
    }
}

/* The first run computes its forecast before the steps. A second run computes the forecast after the steps,
 * from the counts of its steps. Both forecasts must have the same bits. */
ParallelTest(session_forecast, before_and_afterwards_are_the_same) {
  scene s;
  tc_session session = {0};
  scene_make(world, &s);
  scene_set(&s, cuts[1]);
  scene_add_forcing(&s);
  scene_begin(&s, &session);
  set_read_costs(&session.machine.params);
  set_access_costs(&session.machine.params);
  const tc_strategy *condensed = tc_strategy_find("condensed");
  expect_ok(tc_forecasts_compute(&session.forecasts, condensed));
  for (int i = 0; i < 2; i++) expect_ok(tc_session_run(&session, condensed, 17, NULL));
  for (int m = 0; world->rank == 0 && m < TC_MODEL_COUNT; m++) {
    const tc_forecast *before = &session.results.result[0].forecast[m],
                      *after = &session.results.result[1].forecast[m];
    cr_assert(before->phase_s != after->phase_s && before->total_s == after->total_s);
    for (int r = 0; r < world->ranks; r++)
      cr_assert(before->phase_s[r].source > 0.0 && before->phase_s[r].boundary > 0.0);
    for (int r = 0; r < world->ranks; r++)
      for (int p = 0; p < TC_PHASE_COUNT; p++)
        cr_assert_eq(before->phase_s[r].by_index[p], after->phase_s[r].by_index[p]);
  }
  tc_session_close(&session);
  scene_free(&s);
}

/* Like the test above, but for the RK stages of a stabilised step and for two strategies. */
ParallelTest(session_forecast, before_and_afterwards_are_the_same_for_stages) {
  const tc_strategy *const strategy[] = {tc_strategy_find("condensed"), tc_strategy_find("fine")};
  scene s;
  tc_session session = {0};
  scene_make(world, &s);
  scene_set(&s, cuts[1]);
  scene_set(&s, "time={method: rkl2, steps: 2, dt: 0.02}");
  scene_set(&s, "diffusion.scheme=two-point");
  scene_begin(&s, &session);
  set_access_costs(&session.machine.params);
  for (int k = 0; k < 2; k++) {
    expect_ok(tc_forecasts_compute(&session.forecasts, strategy[k]));
    for (int i = 0; i < 2; i++) expect_ok(tc_session_run(&session, strategy[k], 17, NULL));
    const tc_result *before = &session.results.result[2 * k], *after = before + 1;
    cr_assert_eq(before->stages, session.prepared.choices.stable_step.stages);
    for (int m = 0; world->rank == 0 && m < TC_MODEL_COUNT; m++)
      cr_assert_eq(before->forecast[m].total_s, after->forecast[m].total_s);
    cr_assert(world->rank > 0 || before->forecast[TC_MODEL_refined].total_s > 0.0);
  }
  tc_session_close(&session);
  scene_free(&s);
}

/* A long run of explicit Euler without forcing must log how much a stabilised method would save. */
ParallelTest(session_forecast, advice_about_stages) {
  static const struct {
    const char *override[2];
    bool advises;
  } cases[] = {{{"time.steps=600", "diffusion.scheme=two-point"}, true},
               {{"time.steps=600", "source=1"}, false},
               {{"time.steps=500", NULL}, false},
               {{"time={steps: 20, dt: 1e-3, method: rkl2}", "diffusion.scheme=two-point"}, false}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    scene s;
    tc_session session = {0};
    scene_make(world, &s);
    for (int k = 0; k < 2; k++)
      if (cases[i].override[k]) scene_set(&s, cases[i].override[k]);
    scene_begin(&s, &session);
    if (world->rank == 0) cr_expect_eq(scene_said(&s, "time.method rkl2 with time.dt "), cases[i].advises);
    if (cases[i].advises) cr_expect(scene_said(&s, "the run makes 600 products; time.method rkl2"));
    tc_session_close(&session);
    scene_free(&s);
  }
}

/* If the counts of a step differ from their forecast, the run must end on all ranks, even if only the last
 * rank has found a difference. */
ParallelTest(session_forecast, a_wrong_forecast_is_found) {
  scene s;
  tc_session session = {0};
  scene_make(world, &s);
  scene_begin(&s, &session);
  for (int i = 0; i < tc_strategy_count(); i++) {
    const tc_strategy *strategy = tc_strategy_at(i);
    if (tc_strategy_uses_pointers(strategy) || !tc_strategy_is_valid(strategy)) continue;
    char message[100];
    expect_ok(tc_forecasts_compute(&session.forecasts, strategy));
    tc_counts *forecast = &session.forecasts.step[i].product;
    if (world->rank == world->ranks - 1) forecast->remote_messages += 7;
    snprintf(message, sizeof message,
             "rank %d: a step with strategy %s should move 7 remote_messages and moved 0", world->ranks - 1,
             strategy->name);
    expect_error(tc_session_run(&session, strategy, 65536, NULL), TC_INTERNAL, message);
  }
  tc_session_close(&session);
  scene_free(&s);
}

ParallelTest(session_forecast, nothing_is_forecast_where_nothing_is_known) {
  scene s;
  tc_session session = {0};
  scene_make(world, &s);
  s.choice.machine = "none";
  scene_begin(&s, &session);
  expect_ok(tc_forecasts_compute(&session.forecasts, NULL));
  for (int i = 0; i < tc_strategy_count(); i++) {
    cr_assert_not(session.forecasts.step[i].is_computed);
    cr_assert_eq(tc_forecasts_step_s(&session.forecasts, tc_strategy_at(i), 0), INFINITY);
  }
  expect_ok(tc_session_run(&session, tc_strategy_find("condensed"), 65536, NULL));
  for (int m = 0; m < TC_MODEL_COUNT; m++) cr_assert_null(session.results.result[0].forecast[m].phase_s);
  tc_session_close(&session);
  scene_free(&s);

  scene_make(world, &s);
  scene_begin(&s, &session);
  const tc_strategy *naive = tc_strategy_find("naive");
  set_access_costs(&session.machine.params);
  expect_ok(tc_forecasts_compute(&session.forecasts, naive));
  cr_assert_eq(tc_forecasts_step_s(&session.forecasts, naive, TC_MODEL_paper), INFINITY,
               "the paper model does not support naive");
  if (world->rank == 0)
    cr_assert_lt(tc_forecasts_step_s(&session.forecasts, naive, TC_MODEL_refined), INFINITY,
                 "the refined model has no forecast");
  tc_session_close(&session);
  scene_free(&s);
}

/* A setup with another block size must discard the forecasts of the previous setup. */
ParallelTest(session_forecast, a_set_up_forgets_forecasts) {
  for (size_t cut = 0; cut < 2; cut++) {
    scene s;
    tc_session session = {0};
    scene_make(world, &s);
    scene_set(&s, cuts[cut]);
    scene_begin(&s, &session);
    const tc_strategy *block = tc_strategy_find("block");
    const tc_step_forecast *ahead = &session.forecasts.step[tc_registry_find(&tc_strategy_registry, "block")];
    expect_ok(tc_forecasts_compute(&session.forecasts, block));
    const int64_t before = ahead->product.local_blocks;
    expect_ok(tc_session_set_up(&session, 5));
    ahead = tc_forecasts_find(&session.forecasts, block);
    cr_assert(!ahead->is_computed &&
              tc_forecasts_step_s(&session.forecasts, block, TC_MODEL_paper) == INFINITY);
    expect_ok(tc_forecasts_compute(&session.forecasts, block));
    cr_assert_gt(ahead->product.local_blocks, before);
    expect_ok(tc_session_run(&session, block, 5, NULL));
    tc_session_close(&session);
    scene_free(&s);
  }
}

/* model: auto selects the best model that has a forecast for every strategy. A model named by the options is
 * used in any case. */
ParallelTest(session_forecast, the_model_is_the_best_that_knows) {
  static const struct {
    const char *machine, *model;
    int all;
    bool reads; /* true if the machine has the costs of single reads */
  } cases[] = {{KNOWN_MACHINE, NULL, TC_MODEL_refined, false},
               {KNOWN_MACHINE, NULL, TC_MODEL_hierarchy, true},
               {KNOWN_MACHINE, "paper", TC_MODEL_paper, true},
               {"configs/machines/abel.yaml", NULL, TC_MODEL_paper, false},
               {"configs/machines/abel.yaml", "refined", TC_MODEL_refined, false}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    scene s;
    tc_session session = {0};
    scene_make(world, &s);
    s.choice.machine = cases[i].machine;
    s.choice.model = cases[i].model;
    scene_begin(&s, &session);
    if (cases[i].reads) set_read_costs(&session.machine.params);
    expect_ok(tc_forecasts_compute(&session.forecasts, NULL));
    if (world->rank == 0) {
      cr_assert_eq(tc_forecasts_model(&session.forecasts, NULL), cases[i].all);
      cr_assert_eq(tc_forecasts_model(&session.forecasts, tc_strategy_find("condensed")), cases[i].all);
    }
    tc_session_close(&session);
    scene_free(&s);
  }
}
