/* Hint `arithmetic`: most of the time is spent computing, so changing an array has little effect. */
#include "blame/hints/hint.h"

static const double most_percent = 50.0;

static tc_status find_arithmetic(const tb_hint_input *in, tb_hints *out) {
  for (int i = 0; i < in->touch->count; i++) {
    const tb_row *row = &in->touch->row[i];
    tc_line line = {0};
    if (row->touched->kind != TB_TOUCH_ARITHMETIC || tb_hint_percent(in, row) < most_percent) continue;
    tc_line_add(&line,
                "%.1f %% of the samples used no memory, so no array limits the speed: check the functions "
                "and lines (--view code,lines)",
                tb_hint_percent(in, row));
    TC_TRY(tb_hints_add(out, line.text));
  }
  return TC_OK;
}

const tb_hint tb_hint_arithmetic = {.name = "arithmetic",
                                    .summary = "more than half of the samples used no memory",
                                    .find = find_arithmetic};
