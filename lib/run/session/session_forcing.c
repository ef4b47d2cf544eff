#include <math.h>

#include "base/core/memory.h"
#include "io/config/config_solver.h"
#include "run/session/session_internal.h"
#include "solve/problem/forcing_cost.h"
#include "solve/problem/front_resolution.h"

tc_status tc_session_create_source(tc_session *s) {
  const tc_source_options *choice = &s->config->source;
  if (!tc_source_is_configured(choice)) return TC_OK;
  TC_TRY(tc_source_create(s->problem->space, choice, &s->source));
  return tc_session_init_states(s);
}

/* Sets the options of the forcing. The diffusion rate is 0 if systems are solved, because diffusion limits
 * explicit steps only. */
static void set_forcing_options(const tc_session *s) {
  tc_forcing_set_diffusion_rate(s->input,
                                s->config->time.method->solves ? 0.0 : s->stable_step.spectrum.largest);
  tc_forcing_set_theta(s->input, tc_config_theta(s->config));
}

tc_status tc_session_create_forcing(tc_session *s) {
  const tc_boundary_options choice = tc_config_boundary(s->config);
  tc_boundary_forcing *list = NULL;
  TC_TRY(TC_WORLD_ALLOC(s->world, list, s->problem->physics->boundaries));
  const int count = tc_boundary_forcing_list(&choice, s->problem->physics, list);
  const tc_status status =
      count > 0 || s->source ? tc_forcing_create(s->problem, list, count, s->source, &s->input) : TC_OK;
  tc_free(list);
  if (s->input) set_forcing_options(s);
  return status;
}

/* Estimates the range of v in the first steps from the initial values and the boundary data at t = 0. Creates
 * the forcing for this and destroys it afterwards, because the system may be assembled again. */
static tc_status find_range(tc_session *s, double range[2]) {
  double change, wide[2] = {s->start.min, s->start.max};
  TC_TRY(tc_session_create_forcing(s));
  tc_status status = tc_forcing_begin(s->input, s->initial);
  if (!status) status = tc_forcing_take_change(s->input, &change);
  if (!status) tc_forcing_widen_range(s->input, wide);
  tc_forcing_destroy(&s->input);
  const bool bounded = !isinf(wide[1] - wide[0]);
  range[0] = bounded ? wide[0] : s->start.min;
  range[1] = bounded ? wide[1] : s->start.max;
  return status;
}

/* Warns if the mesh is too coarse for the fronts of a source that reads v. `rise` contains the largest slopes
 * of the source. */
static tc_status compare_front(const tc_session *s, const double *rise) {
  const tc_expression *source = s->config->source.source;
  tc_front front;
  if (!source || !tc_expression_uses(source, TC_SOURCE_V)) return TC_OK;
  TC_TRY(tc_front_find(s->problem->space, s->problem->physics, rise, &front));
  tc_front_report(&front, tc_expression_where(source), s->problem->space->base, s->log);
  return TC_OK;
}

tc_status tc_session_stiffness(tc_session *s, tc_stiffness *out) {
  double range[2], *rise = NULL;
  *out = (tc_stiffness){0};
  if (!s->source) return TC_OK;
  TC_TRY(find_range(s, range));
  TC_TRY(TC_WORLD_ALLOC(s->world, rise, s->problem->space->owned));
  tc_status status = tc_source_stiffness(s->source, 0.0, range, out, rise);
  if (!status) status = compare_front(s, rise);
  tc_free(rise);
  return status;
}

tc_status tc_session_measure_forcing(tc_session *s) {
  if (!s->input || !tc_run_machine_is_known(&s->machine)) return TC_OK;
  const tc_log_phase phase = tc_log_begin_phase(s->log, "measuring the formulas");
  TC_TRY(tc_forcing_measure_cost(s->problem, s->input, tc_session_end_time(s), s->initial, &s->forcing_s));
  tc_log_end_phase(&phase);
  return TC_OK;
}
