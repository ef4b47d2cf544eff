#include "run/systems/system_config.h"
#include "run/systems/system_scene.h"

/* Commands for matrix files accept fewer keys than runs. A suggestion in an error message must be one of the
 * accepted keys. */
ParallelTest(system_config, similar_keys) {
  static const struct {
    const char *override, *message;
  } cases[] = {
      {"tolerance=1e-3", "-s tolerance=1e-3: unknown key 'tolerance' (did you mean 'solver.tolerance'?)"},
      {"method=cg", "unknown key 'method' (did you mean 'solver.method'?)"},
      {"name=ilu0", "unknown key 'name' (did you mean 'solver.preconditioner.name'?)"},
      {"solver.tolernce=1", "unknown key 'solver.tolernce' (did you mean 'solver.tolerance'?)"},
      {"time.steps=4", "-s time.steps=4: "},
      {"wibble=1", "unknown key 'wibble'"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const char *const override[] = {cases[k].override, NULL};
    tc_config *config = NULL;
    expect_error(system_scene_config(world, "none", override, &config), TC_USAGE, cases[k].message);
    tc_config_destroy(&config);
  }
}

ParallelTest(system_config, sections) {
  static const char *const override[] = {"solver={method: cg, tolerance: 1e-3}",
                                         "solver.preconditioner.name=ssor", NULL};
  tc_config *config = NULL;
  expect_ok(system_scene_config(world, "none", override, &config));
  cr_expect(config->solver.tolerance == 1e-3 &&
            strcmp(config->solver.preconditioner.name->name, "ssor") == 0);
  tc_config_destroy(&config);
}
