#include "base/memory.h"
#include "run/phases.h"

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

/* Boundaries that have data, and the formulas of these. */
static int list_data(const tc_session *s, tc_boundary_input *list) {
  const tc_physics *physics = s->problem->physics;
  const tc_boundary_choice choice = tc_session_boundary(s);
  int count = 0;
  for (int b = 0; b < physics->boundaries; b++)
    if (physics->boundary[b].given)
      list[count++] =
          (tc_boundary_input){b,
                              tc_boundary_datum(tc_boundary_rule_of(&choice, physics->boundary[b].marker))};
  return count;
}

tc_status tc_session_make_input(tc_session *s) {
  tc_boundary_input *list = NULL;
  TC_TRY(TC_WORLD_ALLOC(s->world, list, s->problem->physics->boundaries));
  const int count = list_data(s, list);
  const tc_status status =
      count > 0 || s->source ? tc_input_create(s->problem, list, count, s->source, &s->input) : TC_OK;
  tc_free(list);
  return status;
}
