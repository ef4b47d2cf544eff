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
