/* Step sizes of a run over time, as a list of spans. A span is a sequence of equal steps. A run has one span.
 * If the user resumes it with a later end time and with time.dt auto, another span may be added.
 * solve/stability/step_size.c chooses spans, solve/step/step.c and the integrators read times from them, and
 * checkpoints and reports store them as text. Pure. */
#ifndef TC_SOLVE_LOCAL_STEP_SPAN_H
#define TC_SOLVE_LOCAL_STEP_SPAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Number of a step and the simulated time at its end. A zeroed struct stands for the initial field at t = 0.
 */
typedef struct tc_time_origin {
  int64_t step;
  double time;
} tc_time_origin;

/* A sequence of equal steps of size dt. The first step begins at the time of `origin`. */
typedef struct tc_step_span {
  tc_time_origin origin;
  double dt;
} tc_step_span;

enum {
  TC_STEP_SPANS_MAX = 64,
  TC_STEP_SPANS_TEXT = TC_STEP_SPANS_MAX * 96 /* maximum number of characters of all spans as text */
};

/* All spans of a run in order. The last one contains the steps that are still to be performed.
 * Zero-initialise before use. */
typedef struct tc_step_spans {
  int count;
  tc_step_span item[TC_STEP_SPANS_MAX];
} tc_step_spans;

/* Returns the time at the end of step number `step` of a span. If the origin is zero, the result has the same
 * bits as step * dt. */
static inline double tc_time_at(const tc_time_origin *origin, double dt, int64_t step) {
  return origin->time + (double)(step - origin->step) * dt;
}

/* Returns the last span; a zeroed span if `spans` is empty. */
tc_step_span tc_step_spans_last(const tc_step_spans *spans);

/* Writes one line "step time dt" for each span. tc_step_spans_parse recovers the numbers without rounding. */
void tc_step_spans_format(const tc_step_spans *spans, char *out, size_t size);

/* Parses the text of tc_step_spans_format. Returns false if the text is malformed. */
bool tc_step_spans_parse(const char *text, tc_step_spans *out);

#endif
