#include "blame/hints/hint.h"

#define TC_REGISTRY_TYPE tb_hint
#define TC_REGISTRY_DEF  "blame/hints/hints.def"
#include "base/text/registry.inc"

tc_status tb_hints_collect(const tb_rows *variables, const tb_rows *touch, tb_hints *out) {
  const tb_hint_input in = {variables->selection, variables, touch};
  *out = (tb_hints){0};
  for (int h = 0; h < tb_hint_count(); h++) {
    out->looking = tb_hint_at(h);
    TC_TRY(out->looking->find(&in, out));
  }
  return TC_OK;
}

void tb_hints_clear(tb_hints *hints) {
  tc_pool_free(&hints->pool);
  hints->count = 0;
}

tc_status tb_hints_add(tb_hints *hints, const char *text) {
  if (hints->count == TB_HINTS_MAX) return TC_OK;
  tb_hint_message *said = &hints->hint[hints->count];
  said->hint = hints->looking;
  TC_TRY(tc_pool_printf(&hints->pool, &said->text, "%s", text));
  hints->count++;
  return TC_OK;
}

double tb_hint_percent(const tb_hint_input *in, const tb_row *row) {
  return 100.0 * tb_selection_share(row->samples, in->selection->used);
}

static int64_t samples_of(const tb_selection *s, const tb_stack *stack, const tb_touched_data *wanted) {
  int64_t samples = 0;
  for (int c = 0; c < stack->cells; c++) {
    const tb_touched_data *touched = &s->profile->touched[stack->cell[c].touch];
    if (touched->kind == wanted->kind && touched->name == wanted->name && touched->owner == wanted->owner)
      samples += stack->cell[c].samples;
  }
  return samples;
}

const tb_frame *tb_hint_hottest_frame(const tb_selection *s, const tb_touched_data *touched, bool in_file) {
  const tb_frame *hottest = NULL;
  int64_t most = 0;
  for (int i = 0; i < s->stacks; i++) {
    const tb_selected_stack *p = &s->stack[i];
    const tb_frame *frame = p->stack->user < p->frames ? &p->stack->frame[p->stack->user] : NULL;
    const int64_t samples = frame ? samples_of(s, p->stack, touched) : 0;
    if (samples <= most || (in_file && !frame->file)) continue;
    most = samples;
    hottest = frame;
  }
  return hottest;
}
