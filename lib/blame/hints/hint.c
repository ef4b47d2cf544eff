#include "blame/hints/hint.h"

#define TC_REGISTRY_TYPE tb_hint
#define TC_REGISTRY_DEF  "blame/hints/hints.def"
#include "base/text/registry.inc"

static tc_status add_message(const tb_hint_input *in, const tb_hint *hint, const tb_row *row, double percent,
                             tb_hints *out) {
  tc_line line = {0};
  TC_TRY(hint->describe(in, row, percent, &line));
  if (line.length == 0 || out->count == TB_HINTS_MAX) return TC_OK;
  tb_hint_message *message = &out->hint[out->count++];
  message->hint = hint;
  return tc_pool_printf(&out->pool, &message->text, "%s", line.text);
}

static tc_status add_messages(const tb_hint_input *in, const tb_hint *hint, const tb_rows *touch,
                              tb_hints *out) {
  if (!hint->kinds) return add_message(in, hint, NULL, 0.0, out);
  for (int i = 0; i < touch->count; i++) {
    const tb_row *row = &touch->row[touch->order[i]];
    const double percent = 100.0 * tb_selection_share(row->samples, in->selection->used_samples);
    if ((hint->kinds >> row->touched->kind & 1) && percent >= hint->percent_min)
      TC_TRY(add_message(in, hint, row, percent, out));
  }
  return TC_OK;
}

tc_status tb_hints_collect(const tb_rows *variables, const tb_rows *touch, tb_hints *out) {
  tb_source_lines sources = {.pool = &out->pool};
  const tb_hint_input in = {variables->selection, variables, &sources};
  *out = (tb_hints){0};
  for (int h = 0; h < tb_hint_count(); h++) TC_TRY(add_messages(&in, tb_hint_at(h), touch, out));
  return TC_OK;
}

void tb_hints_clear(tb_hints *hints) {
  tc_pool_free(&hints->pool);
  hints->count = 0;
}

static int64_t count_touch_samples(const tb_selection *s, const tb_stack *stack,
                                   const tb_touched_data *searched) {
  int64_t samples = 0;
  for (int c = 0; c < stack->cells; c++) {
    const tb_touched_data *touched = &s->profile->touched[stack->cell[c].touch_number];
    if (touched->kind == searched->kind && touched->name == searched->name &&
        touched->owner == searched->owner)
      samples += stack->cell[c].samples;
  }
  return samples;
}

const tb_frame *tb_hint_hottest_frame(const tb_selection *s, const tb_touched_data *touched, bool in_file) {
  const tb_frame *hottest = NULL;
  int64_t samples_max = 0;
  for (int i = 0; i < s->stacks; i++) {
    const tb_selected_stack *p = &s->stack[i];
    const tb_frame *frame = p->stack->user_frame < p->frames ? &p->stack->frame[p->stack->user_frame] : NULL;
    const int64_t samples = frame ? count_touch_samples(s, p->stack, touched) : 0;
    if (samples <= samples_max || (in_file && !frame->file)) continue;
    samples_max = samples;
    hottest = frame;
  }
  return hottest;
}
