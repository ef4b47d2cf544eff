#include "run/plan/checkpoint_values.h"

#include "run/plan/memory_requirements.h"

/* Returns the number of values per cell that a checkpoint within a solve contains in addition to the field.
 * The result is 0 unless the run solves for a steady state, because only such runs write checkpoints within a
 * solve. */
static int solve_values(const tc_config *c) {
  enum { right_solution_residual = 3 };
  const tc_solver_options solver = tc_config_implicit(c).solver;
  const tc_method_options choice = tc_solver_method_options(&solver);
  if (c->time.method->steps) return 0;
  const tc_method_storage room = tc_method_count_storage(tc_memory_requirements_method(c), &choice);
  return right_solution_residual + room.arrays + room.operands;
}

tc_checkpoint_values tc_checkpoint_values_count(const tc_config *c) {
  /* A checkpoint contains the field, and with implicit integrators also its difference from the background
   * (solve/problem/background.h). */
  enum { input_values = 4 };
  const int fields = c->time.method->solves ? 2 : 1,
            inputs = tc_source_is_configured(&c->source) ? input_values : 0, min = fields + c->source.states;
  return (tc_checkpoint_values){min, min + inputs + solve_values(c)};
}
