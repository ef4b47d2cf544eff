/* Hint `chasing`: loads that overwrite the register of their own address (p = p->next), so that each load
 * waits for the previous one. */

#include "base/file/path.h"
#include "blame/facts/source_line.h"
#include "blame/hints/hint.h"

static const double least_percent = 10.0;

static tc_status add_chasing_hint(const tb_hint_input *in, const tb_row *row, tb_hints *out) {
  tb_source_lines sources = {.pool = &out->pool};
  const tb_frame *at = tb_hint_hottest_frame(in->selection, row->touched, true);
  tc_line line = {0};
  tc_line_add(&line, "%.1f %% of the samples are loads that overwrite their own address, as in p = p->next",
              tb_hint_percent(in, row));
  if (at) {
    const char *text;
    TC_TRY(tb_source_line(&sources, at->file, at->line, &text));
    tc_line_add(&line, ", most at %s:%d: %.80s", tc_path_name(at->file), at->line, text);
  }
  tc_line_add(&line, "; use an array instead of the linked list, so that loads overlap");
  return tb_hints_add(out, line.text);
}

static tc_status find_chasing(const tb_hint_input *in, tb_hints *out) {
  for (int i = 0; i < in->touch->count; i++) {
    const tb_row *row = &in->touch->row[i];
    if (row->touched->kind == TB_TOUCH_OVERWRITTEN && tb_hint_percent(in, row) >= least_percent)
      TC_TRY(add_chasing_hint(in, row, out));
  }
  return TC_OK;
}

const tb_hint tb_hint_chasing = {.name = "chasing",
                                 .summary = "loads wait for an address that another load returns",
                                 .find = find_chasing};
