#include "blame/views/view.h"

#define TC_REGISTRY_TYPE tc_view
#define TC_REGISTRY_DEF  "blame/views/views.def"
#include "base/text/registry.inc"

tc_status tc_view_make(const tc_view *view, const tc_selection *selection, tc_rows *out) {
  *out = (tc_rows){.selection = selection};
  TC_TRY(view->make(out));
  return tc_rows_arrange(out);
}
