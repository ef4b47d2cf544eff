/* Hint `chasing`: loads that overwrite the register of their own address (p = p->next), so that each load
 * waits for the previous one. */

#include "base/file/path.h"
#include "blame/hints/hint.h"

static tc_status describe_chasing(const tb_hint_input *in, const tb_row *row, double percent, tc_line *out) {
  const tb_frame *at = tb_hint_hottest_frame(in->selection, row->touched, true);
  tc_line_add(out, "%.1f %% of the samples are loads that overwrite their own address, as in p = p->next",
              percent);
  if (at) {
    const char *text;
    TC_TRY(tb_source_line(in->sources, at->file, at->line, &text));
    tc_line_add(out, ", most at %s:%d: %.80s", tc_path_name(at->file), at->line, text);
  }
  tc_line_add(out, "; use an array instead of the linked list, so that loads overlap");
  return TC_OK;
}

const tb_hint tb_hint_chasing = {.name = "chasing",
                                 .summary = "loads wait for an address that another load returns",
                                 .kinds = 1u << TB_TOUCH_OVERWRITTEN,
                                 .percent_min = 10.0,
                                 .describe = describe_chasing};
