#include "run/studies/fit_paraiso.h"

#include <string.h>

#include "linear/solver/method.h"
#include "support/expect.h"
#include "support/parallel.h"

/* The study must fit the parameters of all available methods, and those of messages if there are several
 * ranks. Each parameter must be in its valid range, and its R^2 at most 1. Other parameters must remain 0. */
ParallelTest(fit, what_can_be_fitted_is) {
  tc_machine machine = {.ranks_per_node = 1};
  const tc_log log = {0};
  expect_ok(tc_paraiso_fit_machine(world, true, &log, &machine));
  for (int p = 0; p < TC_PARAM_COUNT; p++) {
    const double value = *tc_param_at(&machine.params, p), r2 = *tc_param_at(&machine.spread, p);
    const char *name = tc_param_name(p);
    const bool fit = strncmp(name, "fit_", 4) == 0,
               message = strstr(name, "_send_") || strstr(name, "_receive_"),
               known = fit &&
                       (message ? world->ranks > 1 : strncmp(name, "fit_sor_", 8) || tc_method_find("sor"));
    if (!known) {
      cr_expect(value == 0.0 && r2 == 0.0, "%s: %g", name, value);
      continue;
    }
    cr_expect(value >= tc_param_range_of(p).min && value <= tc_param_range_of(p).max, "%s: %g", name, value);
    cr_expect(r2 >= 0.0 && r2 <= 1.0, "%s: R^2 %g", name, r2);
  }
  double same[TC_PARAM_COUNT];
  for (int p = 0; p < TC_PARAM_COUNT; p++) same[p] = *tc_param_at(&machine.params, p);
  expect_ok(tc_world_max(world, same, TC_PARAM_COUNT));
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    cr_expect_eq(same[p], *tc_param_at(&machine.params, p), "%s differs between ranks", tc_param_name(p));
}
