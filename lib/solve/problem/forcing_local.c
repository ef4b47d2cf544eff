/* The forcing in operator splitting. Local steps advance v by the source, and the local states by their
 * rates. The source of each local step is compared with that of the same local step in the previous time
 * step, which bounds the change of the forcing for the watchdog. */
#include "base/core/timer.h"
#include "solve/problem/forcing_internal.h"

tc_status tc_forcing_set_split(tc_forcing *input, const tc_local_steps *local) {
  input->split = *local;
  if (!input->source || tc_local_steps_count(local) == 0) return TC_OK;
  TC_TRY(tc_source_prepare_local(input->source));
  for (int k = 0; k < tc_local_steps_count(local); k++) {
    tc_forcing_change_free(&input->local[k]);
    TC_TRY(tc_forcing_change_init(input->space, false, tc_source_value(input->source), &input->local[k]));
  }
  return TC_OK;
}

const tc_local_steps *tc_forcing_split(const tc_forcing *input) { return &input->split; }

void tc_forcing_begin_changes(tc_forcing *input, const double *source) {
  tc_forcing_change_begin(&input->drift, source);
  for (int k = 0; k < tc_local_steps_count(&input->split); k++)
    tc_forcing_change_begin(&input->local[k], source);
}

void tc_forcing_advance_local(tc_forcing *input, int index, double t, double dt, double *v,
                              tc_ledger *ledger) {
  tc_source_advance_local(input->source, &input->split, index, t, dt, v, ledger);
  const double start_s = tc_now_s();
  tc_forcing_change_add_step(&input->local[index], dt);
  if (tc_source_value(input->source))
    tc_forcing_change_add_source(&input->local[index], tc_source_local_rate(input->source));
  tc_ledger_add_time(ledger, TC_PHASE_source, start_s);
}

tc_status tc_forcing_list_sources(const tc_forcing *input, tc_restart_list *keep) {
  const int32_t owned = input->space->owned;
  const int steps = tc_local_steps_count(&input->split);
  if (!input->drift.last) return TC_OK;
  if (steps == 0) return tc_restart_list_add_cells(keep, input->drift.last, owned, "input.source");
  for (int k = 0; k < steps; k++)
    TC_TRY(tc_restart_list_add_cells(keep, input->local[k].last, owned, "input.source.%d", k));
  return TC_OK;
}

tc_status tc_forcing_add_local_changes(tc_forcing *input, double stages_time, double *change) {
  double push, local_change;
  if (input->stages.is_active) *change *= stages_time;
  for (int k = 0; k < tc_local_steps_count(&input->split); k++) {
    TC_TRY(tc_forcing_change_take(&input->local[k], &local_change, &push));
    *change += local_change;
    input->pushed += push;
  }
  return TC_OK;
}
