/* Checks of the field at the end of a run (see run_internal.h). */
#include <float.h>
#include <math.h>

#include "base/core/memory.h"
#include "run/session/run_internal.h"

static bool solves_systems(const tc_prepared *p) { return p->plan->config->time.method->solves; }

tc_status tc_run_compare_exact(const tc_run *r, tc_result *result) {
  const tc_prepared *p = r->prepared;
  double *exact = NULL;
  if (!p->plan->config->exact) return TC_OK;
  TC_TRY(TC_WORLD_ALLOC(p->plan->world, exact, p->problem->space->owned));
  tc_status status = tc_field_evaluate(p->problem->space, tc_expression_where(p->plan->config->exact),
                                       p->plan->config->exact, tc_run_end_time(r), exact);
  if (!status)
    status = tc_field_compare(p->problem->space, r->value, exact, &result->l2_error, &result->max_error);
  tc_free(exact);
  return status;
}

static bool may_overshoot(const tc_prepared *p) {
  return solves_systems(p) && p->plan->config->time.method->steps && p->plan->config->time.theta < 1.0;
}

/* Collective. Stores in *out the number of cells on all ranks whose value is below `low` or above `high`. */
static tc_status count_outside(const tc_space *space, const double *value, double low, double high,
                               int64_t *out) {
  *out = 0;
  for (int32_t i = 0; i < space->owned; i++) *out += value[i] < low || value[i] > high;
  return tc_world_sum_int64(space->world, out, 1);
}

void tc_run_warn_of_limit(const tc_run *r) {
  const tc_prepared *p = r->prepared;
  const tc_error_control_record *record = &r->controlled;
  if (record->overshoots == 0) return;
  tc_log_warn(p->plan->log,
              "time.overshoot: in %lld of %lld steps values exceed the initial range by more than this limit "
              "(up to %.2g times the width of the range), but these steps are not repeated, because they "
              "are not longer than a stable step of explicit Euler: set it to a larger number%s",
              (long long)record->overshoots, (long long)record->steps, record->largest_overshoot,
              p->problem->scheme->symmetric ? "" : ", or diffusion.scheme to two-point");
}

tc_status tc_run_log_overshoot(const tc_run *r, const tc_result *result) {
  const tc_prepared *p = r->prepared;
  const bool steps = p->plan->config->time.method->steps;
  double range[2] = {steps ? p->start.min : INFINITY, steps ? p->start.max : -INFINITY};
  /* in a steady solve with a source, the range of the field is unknown */
  if (p->source && !steps) return TC_OK;
  if (p->forcing) tc_forcing_widen_range(p->forcing, range);
  const double width = range[1] - range[0], largest = fmax(fabs(range[0]), fabs(range[1])),
               accepted = 0.05 * width + (1e-14 + 1e-15 * (double)r->steps_done) * largest;
  tc_extreme_cell worst;
  int64_t cells;
  if (!result->valid || !(width > 0.0) || isinf(width)) return TC_OK;
  TC_TRY(tc_field_find_outside_range(p->problem->space, r->value, range[0], range[1], &worst));
  TC_TRY(count_outside(p->problem->space, r->value, range[0] - accepted, range[1] + accepted, &cells));
  if (worst.value > accepted)
    tc_log_warn(p->plan->log,
                "the value of cell %lld is outside the range of %s%s, %.6g to %.6g, by %.2g %% of the width "
                "of the range (%lld cell%s by more than 5 %%), so values are unreliable: %srefine the mesh "
                "at sharp fronts, or improve its cells if the tensor is anisotropic",
                (long long)worst.cell, steps ? "the initial field" : "the boundary data",
                steps && p->forcing ? " and of the forcing" : "", range[0], range[1],
                100.0 * worst.value / width, (long long)cells, cells == 1 ? "" : "s",
                may_overshoot(p) ? "set time.theta to 1 or use smaller steps, or " : "");
  return TC_OK;
}

/* Returns the likely reason why the change of the integral differs from inflow and source, with a remedy, as
 * text for a warning. */
static const char *why_not_balanced(const tc_run *r, const tc_field_stats *field) {
  const tc_prepared *p = r->prepared;
  const tc_labels *regions = p->problem->space->regions;
  const double largest = fmax(fabs(field->min), fabs(field->max));
  double volume = 0.0;
  for (int32_t k = 0; k < regions->count; k++) volume += regions->size[k];
  const double rounding = DBL_EPSILON * largest * volume * sqrt((double)r->steps_done + 1.0);
  if (fabs(tc_outcome_defect(r->outcome)) <= rounding)
    return "it is as small as the rounding of the values: subtract the mean of the field from the initial "
           "field and the boundary values (and add it to v in a source)";
  return solves_systems(p)
             ? "the residuals of the solves are the likely cause: use a smaller solver.tolerance"
             : "the rounding of many steps is the likely cause: compare with larger or fewer steps";
}

void tc_run_warn_of_balance(const tc_run *r, const tc_field_stats *field) {
  const tc_prepared *p = r->prepared;
  const double most = 1e-6, error = tc_outcome_error(r->outcome);
  if (error > most)
    tc_log_warn(p->plan->log,
                "balance: the change of the integral differs from inflow and source by a relative error of "
                "%.2g: %s",
                error, why_not_balanced(r, field));
}
