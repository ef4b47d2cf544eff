/* No array to change: most of the time goes into computing. */
#include "blame/hints/hint.h"

static const double most_percent = 50.0;

static tc_status look(const tc_hint_input *in, tc_hints *out) {
  for (int i = 0; i < in->touch->count; i++) {
    const tc_row *row = &in->touch->row[i];
    tc_line line = {0};
    if (row->touched->kind != TC_TOUCH_ARITHMETIC || tc_hint_percent(in, row) < most_percent) continue;
    tc_line_add(&line,
                "%.1f %% of the samples used no memory: no array is to blame; look at the functions and "
                "lines "
                "(--view code,lines)",
                tc_hint_percent(in, row));
    TC_TRY(tc_hints_say(out, line.text));
  }
  return TC_OK;
}

const tc_hint tc_hint_arithmetic = {.name = "arithmetic",
                                    .summary = "more than half of the samples used no memory",
                                    .look = look};
