/* Hint `hoist`: objects that are allocated repeatedly and often accessed. Each allocation may obtain new
 * pages from the system. */
#include <inttypes.h>

#include "blame/hints/hint.h"

enum { allocations_min = 100 };

static tc_status describe_hoist(const tb_hint_input *in, const tb_row *row, double percent, tc_line *out) {
  (void)in;
  if (row->touched->allocations >= allocations_min)
    tc_line_add(out,
                "%s (%.1f %%) was allocated %" PRId64
                " times (%s): allocate it once, before the repeated code",
                row->name, percent, row->touched->allocations, row->context);
  return TC_OK;
}

const tb_hint tb_hint_hoist = {.name = "hoist",
                               .summary = "an array in use was allocated at least 100 times",
                               .kinds = 1u << TB_TOUCH_OBJECT,
                               .percent_min = 2.0,
                               .describe = describe_hoist};
