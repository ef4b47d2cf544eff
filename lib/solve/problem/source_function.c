/* Source function of a program that uses the library. The function is called for all cells of the rank before
 * the parallel loop over blocks of cells, because the function may use threads and MPI. */
#include "solve/problem/source_internal.h"

bool tc_source_depends(const tc_source_options *options, int first) {
  const tc_source_function *function = options->function;
  bool depends = function && ((function->uses_time && first <= TC_SOURCE_T) ||
                              (function->uses_field && first <= TC_SOURCE_V));
  for (int k = first; options->source && !depends && k < TC_SOURCE_VARIABLES + options->states; k++)
    depends = tc_expression_uses(options->source, k);
  return depends;
}

bool tc_source_options_are_fixed(const tc_source_options *options) {
  return options->states == 0 && !tc_source_depends(options, TC_SOURCE_T);
}

const char *tc_source_where(const tc_source *s) {
  return s->options.source ? tc_expression_where(s->options.source) : "source function";
}

static int call_function(const tc_source *s, double t, const double *v, double *out) {
  return s->options.function->evaluate(s->options.function->self, t, s->space, v, out);
}

tc_status tc_source_call(const tc_source *s, double t, const double *v, double *out) {
  const tc_function_failure failure = {call_function(s, t, v, out), t};
  return tc_function_failure_status(&failure, "source function");
}

static void call_and_record(tc_source *s, double t, const double *v, double *out) {
  tc_function_failure_record(&s->failure, call_function(s, t, v, out), t);
}

/* Sets source->part to the mean of the function's values at the beginning and the end of the step, weighted
 * by theta as those of a formula are. Called only for a source that depends on time but not on the field. */
static void weigh_part(tc_source *s, const double *v) {
  call_and_record(s, s->end, v, s->late_part);
  for (int32_t i = 0; i < s->cells; i++)
    s->part[i] = (1.0 - s->theta) * s->part[i] + s->theta * s->late_part[i];
}

void tc_source_update_part(tc_source *s, const double *v) {
  if (!s->options.function || (s->fixed && s->is_here)) return;
  call_and_record(s, s->time, v, s->part);
  if (s->timed && s->theta > 0.0) weigh_part(s, v);
}
