/* Hint `chasing`: loads that overwrite the register of their own address (p = p->next), so that each load
 * waits for the previous one. */
#include <string.h>

#include "blame/facts/source_line.h"
#include "blame/hints/hint.h"

static const double least_percent = 10.0;

/* Returns the number of samples of a stack whose instruction overwrote the register of its address. */
static int64_t count_overwritten(const tb_selection *s, const tb_stack *stack) {
  int64_t samples = 0;
  for (int c = 0; c < stack->cells; c++)
    if (s->profile->touched[stack->cell[c].touch].kind == TB_TOUCH_OVERWRITTEN)
      samples += stack->cell[c].samples;
  return samples;
}

/* Returns the innermost user frame of the stack with most such samples (count_overwritten). Ignores stacks in
 * which this frame has no source file; NULL if none is left. */
static const tb_frame *find_worst_frame(const tb_selection *s) {
  const tb_frame *frame = NULL;
  int64_t most = 0;
  for (int i = 0; i < s->stacks; i++) {
    const tb_selected_stack *p = &s->stack[i];
    const int64_t samples = count_overwritten(s, p->stack);
    if (samples <= most || p->stack->user >= p->frames || !p->stack->frame[p->stack->user].file) continue;
    most = samples;
    frame = &p->stack->frame[p->stack->user];
  }
  return frame;
}

static tc_status add_chasing_hint(const tb_hint_input *in, const tb_row *row, tb_hints *out) {
  tb_source_lines sources = {.pool = &out->pool};
  const tb_frame *at = find_worst_frame(in->selection);
  tc_line line = {0};
  tc_line_add(&line, "%.1f %% of the samples are loads that overwrite their own address, as in p = p->next",
              tb_hint_percent(in, row));
  if (at) {
    const char *text, *slash = strrchr(at->file, '/');
    TC_TRY(tb_source_line(&sources, at->file, at->line, &text));
    tc_line_add(&line, ", most at %s:%d: %.80s", slash ? slash + 1 : at->file, at->line, text);
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
