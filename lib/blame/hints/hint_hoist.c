/* Hint `hoist`: objects that are allocated repeatedly and often accessed. Each allocation may obtain new
 * pages from the system. */
#include <inttypes.h>

#include "blame/hints/hint.h"

static const double least_percent = 2.0;
enum { least_allocations = 100 };

static tc_status find_hoist(const tb_hint_input *in, tb_hints *out) {
  for (int i = 0; i < in->touch->count; i++) {
    const tb_row *row = &in->touch->row[in->touch->order[i]];
    tc_line line = {0};
    if (row->touched->kind != TB_TOUCH_OBJECT || row->touched->allocations < least_allocations) continue;
    if (tb_hint_percent(in, row) < least_percent) continue;
    tc_line_add(&line,
                "%s (%.1f %%) was allocated %" PRId64
                " times (%s): allocate it once, before the repeated code",
                row->name, tb_hint_percent(in, row), row->touched->allocations, row->context);
    TC_TRY(tb_hints_add(out, line.text));
  }
  return TC_OK;
}

const tb_hint tb_hint_hoist = {.name = "hoist",
                               .summary = "an array in use was allocated at least 100 times",
                               .find = find_hoist};
