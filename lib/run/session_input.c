#include "base/memory.h"
#include "run/phases.h"
#include "solve/input_trial.h"

tc_boundary_choice tc_session_boundary(const tc_session *s) {
  const tc_config *c = s->config;
  return (tc_boundary_choice){c->boundary.common, c->boundary.markers.count, c->boundary.markers.item};
}

tc_status tc_session_make_source(tc_session *s) {
  const tc_source_choice *choice = &s->config->source;
  if (!choice->source && choice->states == 0) return TC_OK;
  TC_TRY(tc_source_create(s->problem->space, choice, &s->source));
  return tc_source_begin(s->source);
}

tc_status tc_session_stiffness(const tc_session *s, tc_stiffness *out) {
  *out = (tc_stiffness){0};
  return s->source ? tc_source_stiffness(s->source, s->start.min, s->start.max, out) : TC_OK;
}

tc_status tc_session_make_input(tc_session *s) {
  const tc_boundary_choice choice = tc_session_boundary(s);
  tc_boundary_input *list = NULL;
  TC_TRY(TC_WORLD_ALLOC(s->world, list, s->problem->physics->boundaries));
  const int count = tc_boundary_inputs(&choice, s->problem->physics, list);
  const tc_status status =
      count > 0 || s->source ? tc_input_create(s->problem, list, count, s->source, &s->input) : TC_OK;
  tc_free(list);
  return status;
}

tc_status tc_session_try_input(tc_session *s) {
  if (!s->input || tc_machine_kind_of(s->config->machine) == TC_MACHINE_NONE) return TC_OK;
  const tc_phase phase = tc_log_begin(s->log, "try the formulas");
  TC_TRY(tc_input_try(s->problem, s->input, tc_session_end_time(s), s->initial, &s->tried));
  tc_log_end(&phase);
  return TC_OK;
}
