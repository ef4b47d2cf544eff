/* Step sizes of a run over time. A run has one span of equal steps, unless it was extended with time.dt auto,
 * which adds a span. solve/stability/step_size.c chooses spans, solve/step/step.c and the integrators read
 * times from them, and checkpoints and reports store them as text. Pure. */
#ifndef TC_SOLVE_STABILITY_STEP_SPAN_H
#define TC_SOLVE_STABILITY_STEP_SPAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A step and the time at its end. The zeroed struct is the initial field at t = 0. */
typedef struct tc_time_origin {
  int64_t step;
  double time;
} tc_time_origin;

/* Equal steps of size dt that follow the origin. */
typedef struct tc_step_span {
  tc_time_origin origin;
  double dt;
} tc_step_span;

enum {
  TC_STEP_SPANS_MAX = 64,
  TC_STEP_SPANS_TEXT = TC_STEP_SPANS_MAX * 96 /* maximum number of characters of all spans as text */
};

/* All spans of a run. The last one is that of the steps to come. Zero-initialise before use. */
typedef struct tc_step_spans {
  int count;
  tc_step_span item[TC_STEP_SPANS_MAX];
} tc_step_spans;

/* Returns the time at the end of `step`. Equals step * dt bit for bit if the origin is zero. */
static inline double tc_time_at(const tc_time_origin *origin, double dt, int64_t step) {
  return origin->time + (double)(step - origin->step) * dt;
}

/* Returns the last span; a zeroed span if there is none. */
tc_step_span tc_step_spans_last(const tc_step_spans *spans);

/* Writes one line "step time dt" for each span. The numbers are parsed again with the same bits. */
void tc_step_spans_format(const tc_step_spans *spans, char *out, size_t size);

/* Parses the text of tc_step_spans_format. Returns false if the text is malformed. */
bool tc_step_spans_parse(const char *text, tc_step_spans *out);

#endif
