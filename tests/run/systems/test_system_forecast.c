/* Tests of the choice of strategy and storage format for linear systems, and of the config of the commands
 * for them. */
#include "run/systems/system_scene.h"

static const char *const strategy_auto[] = {"strategy=auto", NULL};

/* Collective. Selects the strategy, checks that all ranks select the same one, and returns it. */
static const tc_strategy *select_strategy(const system_scene *s) {
  const tc_strategy *strategy = NULL;
  expect_ok(tc_system_forecast_select_strategy(&s->forecast, &strategy));
  double index[2] = {tc_registry_find(&tc_strategy_registry, strategy->name)};
  index[1] = -index[0];
  expect_ok(tc_world_max(s->world, index, 2));
  cr_assert_eq(index[0], -index[1]);
  return strategy;
}

/* `auto` must select the strategy with the shortest forecast of a product. On the machine of the tests, a
 * barrier takes less time than a message. Strategies that read remote values directly are therefore faster on
 * one node. */
ParallelTest(system_forecast, strategy) {
  const tc_system_files files = {.matrix = system_data("jpwh_991.rua")};
  static const char *const named[] = {"strategy=block", NULL};
  system_scene s;
  system_scene_open(world, &files, KNOWN_MACHINE, strategy_auto, &s);
  const tc_strategy *chosen = select_strategy(&s);
  cr_assert(tc_strategy_is_valid(chosen) && !tc_strategy_uses_pointers(chosen));
  if (world->ranks > 1) cr_expect_str_neq(chosen->name, "condensed");
  system_scene_close(&s);
  system_scene_open(world, &files, "none", strategy_auto, &s);
  cr_assert(!tc_run_machine_is_known(&s.forecast.machine));
  cr_assert_str_eq(select_strategy(&s)->name, "condensed");
  system_scene_close(&s);
  system_scene_open(world, &files, KNOWN_MACHINE, named, &s);
  cr_assert_str_eq(select_strategy(&s)->name, "block");
  system_scene_close(&s);
}

ParallelTest(system_forecast, storage) {
  static const char *const automatic[] = {"storage=auto", NULL}, *const named[] = {"storage=ell16", NULL};
  const tc_system_files files = {.matrix = system_data("jpwh_991.rua")};
  const tc_format *storage = NULL;
  system_scene s;
  system_scene_open(world, &files, "none", automatic, &s);
  cr_assert_eq(tc_system_config_products(s.config, 1), INT64_MAX);
  expect_ok(tc_system_forecast_select_storage(&s.forecast, 1, &storage));
  cr_assert_eq(storage, tc_format_first(TC_ROW_FORM_MATRIX), "measured for a single product");
  expect_ok(tc_system_forecast_select_storage(&s.forecast, INT64_MAX, &storage));
  cr_assert_eq(storage->form, TC_ROW_FORM_MATRIX);
  system_scene_close(&s);
  system_scene_open(world, &files, "none", named, &s);
  expect_ok(tc_system_forecast_select_storage(&s.forecast, INT64_MAX, &storage));
  cr_assert_str_eq(storage->name, "ell16");
  system_scene_close(&s);
}

/* If the traffic of a solve differs from its forecast counts, the check must report an internal error. */
ParallelTest(system_forecast, wrong_counts) {
  const tc_strategy *strategy = tc_strategy_find("condensed");
  const tc_system_files files = {.matrix = system_data("jpwh_991.rua")};
  tc_system_result solved = {.ledger = {.work = {.products = 1}}};
  system_scene s;
  system_scene_open(world, &files, "none", NULL, &s);
  solved.ledger.count.terms = 7;
  expect_error(tc_system_forecast_check(&s.forecast, strategy, &solved), TC_INTERNAL,
               "a solve with strategy condensed should move");
  system_scene_close(&s);
}

ParallelTest(system_config, keys_without_effect) {
  static const struct {
    const char *override, *message;
  } cases[] = {{"time.steps=4", "-s time.steps=4"},
               {"distribution.partitioner=chunks",
                "chunks needs coordinates, which a matrix file does not contain: set it to metis"},
               {"kernel=matrix", "predict does not use it for a matrix file: remove it"},
               {"device=opencl", "systems of matrix files are solved without devices: remove it"}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const char *const override[] = {cases[k].override, NULL};
    tc_config *config = NULL;
    expect_error(system_scene_config(world, "none", override, &config), TC_USAGE, cases[k].message);
    tc_config_destroy(&config);
  }
}

ParallelTest(system_config, number_of_products) {
  static const char *const override[] = {"solver.iterations=50", NULL};
  tc_config *config = NULL;
  expect_ok(system_scene_config(world, "none", override, &config));
  cr_assert_eq(tc_system_config_products(config, 8), 400);
  cr_assert(config->mesh.file == NULL && config->time.method->solves && !config->time.method->steps);
  tc_config_destroy(&config);
}
