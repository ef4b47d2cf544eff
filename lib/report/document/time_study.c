/* Observed orders of a study of time integration. The reference is a run of the same method with more steps.
 * The error of the reference has the same sign as the errors of the other runs. All differences from the
 * reference are therefore too small, and the observed orders are too high. The functions remove this bias. */
#include "report/document/time_study.h"

#include <math.h>

double tc_time_apparent_order(double order, int64_t before, int64_t after, int64_t reference) {
  const double rest = pow((double)reference, -order);
  const double coarse = pow((double)before, -order) - rest, fine = pow((double)after, -order) - rest;
  return log(coarse / fine) / log((double)after / (double)before);
}

/* The apparent order of a run rises with the true order p of the method. Returns by bisection the p whose
 * apparent order is `observed`; NaN if p would be below 0.01. */
static double find_order(double observed, int64_t before, int64_t after, int64_t reference) {
  double low = 0.01, high = observed;
  if (!(high > low && tc_time_apparent_order(low, before, after, reference) < observed)) return NAN;
  for (int k = 0; k < 60; k++) {
    const double middle = 0.5 * (low + high);
    if (tc_time_apparent_order(middle, before, after, reference) < observed)
      low = middle;
    else
      high = middle;
  }
  return 0.5 * (low + high);
}

static double observe_order(const tc_time_run *before, const tc_time_run *after) {
  if (!(before->error > 0.0 && after->error > 0.0)) return NAN;
  return log(before->error / after->error) / log((double)after->steps / (double)before->steps);
}

/* Estimates the error of the reference run from the error of the last run and the order of convergence
 * between the last two runs. */
static double estimate_reference_error(const tc_time_study *s) {
  const double order = tc_time_study_order(s);
  const tc_time_run *last = &s->run[s->count - 1];
  return last->error / (pow((double)s->reference.steps / (double)last->steps, order) - 1.0);
}

void tc_time_study_compute_orders(tc_time_study *s) {
  for (int i = 0; i < s->count; i++) {
    tc_time_run *run = &s->run[i];
    run->order = run->bias = NAN;
    if (i == 0) continue;
    run->order = observe_order(run - 1, run);
    run->bias = run->order - find_order(run->order, run[-1].steps, run->steps, s->reference.steps);
  }
  s->reference.error = s->count > 1 ? estimate_reference_error(s) : NAN;
}

double tc_time_study_order(const tc_time_study *s) {
  return s->count > 1 ? s->run[s->count - 1].order - s->run[s->count - 1].bias : NAN;
}

bool tc_time_study_exceeds_order(const tc_time_study *s) {
  const double tolerance = 0.1;
  for (int i = 0; i < s->count && s->method_order > 0; i++)
    if (s->run[i].order - s->run[i].bias > s->method_order + tolerance) return true;
  return false;
}

void tc_time_study_set_stabilisation(tc_time_study *s) {
  s->stabilisation = s->reference.stabilisation;
  for (int i = 0; i < s->count; i++)
    if (s->run[i].stabilisation != s->stabilisation) s->stabilisation = NAN;
}
