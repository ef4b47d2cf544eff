/* Scene of a test that solves the linear system of a matrix file, and forecasts the solve. The scene holds
 * the config, the input and the distributed system. The test calls scene_open, then scene_close. */
#ifndef TC_TESTS_RUN_SYSTEMS_SYSTEM_SCENE_H
#define TC_TESTS_RUN_SYSTEMS_SYSTEM_SCENE_H

#include "run/run_case.h"
#include "run/systems/system_config.h"
#include "run/systems/system_forecast.h"
#include "system/system_case.h"

typedef struct system_scene {
  tc_world *world;
  tc_system_files files;
  tc_config *config;
  tc_system_input content;
  const tc_system_input *input; /* NULL on all ranks but the root */
  tc_distributed_system *system;
  tc_system_forecast forecast;
  int32_t block_size;
} system_scene;

/* Collective. Creates a config from the overrides, whose list ends with NULL. */
static inline tc_status system_scene_config(const tc_world *world, const char *machine,
                                            const char *const *override, tc_config **out) {
  tc_run_options choice = {.override = override, .machine = machine};
  while (override && override[choice.overrides]) choice.overrides++;
  return tc_system_config_read(&choice, "predict", world, NULL, out);
}

/* Collective. Reads and distributes the system, and begins its forecast. */
static inline void system_scene_open(tc_world *world, const tc_system_files *files, const char *machine,
                                     const char *const *override, system_scene *s) {
  *s = (system_scene){.world = world, .files = *files};
  expect_ok(system_scene_config(world, machine, override, &s->config));
  expect_ok(TC_ON_ROOT(world, tc_system_input_read(files, &s->content)));
  s->input = world->rank == 0 ? &s->content : NULL;
  s->block_size = s->config->distribution.block_size;
  const tc_layout_options layout = tc_config_layout(s->config, s->block_size);
  expect_ok(tc_distributed_system_create(world, &layout, s->input, NULL, &s->system));
  const tc_system_options options = tc_system_config_options(s->config, tc_strategy_find("condensed"), NULL);
  expect_ok(tc_system_forecast_begin(s->system, s->config, &options.solver, NULL, NULL, &s->forecast));
}

/* Collective. Frees the members of the scene. */
static inline void system_scene_close(system_scene *s) {
  tc_system_forecast_free(&s->forecast);
  tc_distributed_system_destroy(&s->system);
  tc_system_input_free(&s->content);
  tc_config_destroy(&s->config);
}

#endif
