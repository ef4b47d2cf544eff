#include "base/document/render.h"
#include "report/render/report_items.h"

static void add_json(const tc_report *report, tc_section *json) {
  if (!report) {
    tc_item_add(json, tc_item_null("forecast"));
    return;
  }
  tc_section *forecast = TC_SECTION(json, "forecast", TC_VALUE("model", tc_model_at(report->model)->name),
                                    TC_VALUE("machine", report->machine_name));
  tc_items_add_result(tc_list_add(forecast, "results"), report, report->result);
}

void tc_report_add_solve(const tc_report *report, tc_section *root) {
  add_json(report, tc_group_add(root, TC_RENDERER_JSON));
  if (report) tc_report_solve(report, tc_group_add(root, TC_RENDERER_TEXT));
}
