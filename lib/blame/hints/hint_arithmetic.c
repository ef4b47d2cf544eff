/* Hint `arithmetic`: most of the time is spent on computations without memory accesses, so changing an array
 * has little effect. */
#include "blame/hints/hint.h"

static tc_status describe_arithmetic(const tb_hint_input *in, const tb_row *row, double percent,
                                     tc_line *out) {
  (void)in, (void)row;
  tc_line_add(out,
              "%.1f %% of the samples used no memory, so no array limits the speed: check the functions "
              "and lines (--view code,lines)",
              percent);
  return TC_OK;
}

const tb_hint tb_hint_arithmetic = {.name = "arithmetic",
                                    .summary = "more than half of the samples used no memory",
                                    .kinds = 1u << TB_TOUCH_ARITHMETIC,
                                    .percent_min = 50.0,
                                    .describe = describe_arithmetic};
