#include "blame/views/view.h"

#define TC_REGISTRY_TYPE tb_view
#define TC_REGISTRY_DEF  "blame/views/views.def"
#include "base/text/registry.inc"

tc_status tb_view_build(const tb_view *view, const tb_selection *selection, tb_rows *out) {
  *out = (tb_rows){.selection = selection};
  TC_TRY(view->build(out));
  return tb_rows_arrange(out);
}
