#include "solve/local/step_span.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/text.h"

tc_step_span tc_step_spans_last(const tc_step_spans *spans) {
  return spans->count > 0 ? spans->item[spans->count - 1] : (tc_step_span){.dt = 0.0};
}

void tc_step_spans_format(const tc_step_spans *spans, char *out, size_t size) {
  size_t length = 0;
  out[0] = '\0';
  for (int k = 0; k < spans->count && length < size; k++) {
    const tc_step_span *span = &spans->item[k];
    char time[TC_TEXT_NUMBER], dt[TC_TEXT_NUMBER];
    tc_text_format_double(span->origin.time, time);
    tc_text_format_double(span->dt, dt);
    const int added =
        snprintf(out + length, size - length, "%" PRId64 " %s %s\n", span->origin.step, time, dt);
    length += added > 0 ? (size_t)added : 0;
  }
}

/* True if `span` may follow the spans parsed so far: it begins at a later step, or at step 0 if it is the
 * first one, and its numbers are valid. */
static bool is_valid(const tc_step_spans *spans, const tc_step_span *span) {
  const tc_time_origin previous = tc_step_spans_last(spans).origin;
  const bool is_first = spans->count == 0;
  const bool is_later = is_first ? span->origin.step == 0 : span->origin.step > previous.step;
  return is_later && span->origin.time >= previous.time && isfinite(span->origin.time) && span->dt > 0.0 &&
         isfinite(span->dt);
}

static bool parse_span(const char *line, const char *end, tc_step_span *out) {
  tc_text rest = {line, end};
  return tc_text_parse_int64(&rest, &out->origin.step) && tc_text_parse_double(&rest, &out->origin.time) &&
         tc_text_parse_double(&rest, &out->dt) && tc_text_at_end(&rest);
}

bool tc_step_spans_parse(const char *text, tc_step_spans *out) {
  *out = (tc_step_spans){.count = 0};
  while (*text) {
    const char *end = text + strcspn(text, "\n");
    tc_step_span span;
    if (out->count == TC_STEP_SPANS_MAX || !parse_span(text, end, &span) || !is_valid(out, &span))
      return false;
    out->item[out->count++] = span;
    text = *end ? end + 1 : end;
  }
  return out->count > 0;
}
