#include "blame/hints/hint.h"

#define TC_REGISTRY_TYPE tc_hint
#define TC_REGISTRY_DEF  "blame/hints/hints.def"
#include "base/text/registry.inc"

tc_status tc_hints_make(const tc_rows *variables, const tc_rows *touch, tc_hints *out) {
  const tc_hint_input in = {variables->selection, variables, touch};
  *out = (tc_hints){0};
  for (int h = 0; h < tc_hint_count(); h++) {
    out->looking = tc_hint_at(h);
    TC_TRY(out->looking->look(&in, out));
  }
  return TC_OK;
}

void tc_hints_clear(tc_hints *hints) {
  tc_pool_empty(&hints->pool);
  hints->count = 0;
}

tc_status tc_hints_say(tc_hints *hints, const char *text) {
  if (hints->count == TC_HINTS_MOST) return TC_OK;
  tc_hint_said *said = &hints->hint[hints->count];
  said->of = hints->looking;
  TC_TRY(tc_pool_print(&hints->pool, &said->text, "%s", text));
  hints->count++;
  return TC_OK;
}

double tc_hint_percent(const tc_hint_input *in, const tc_row *row) {
  return 100.0 * tc_selection_share(row->samples, in->selection->used);
}
