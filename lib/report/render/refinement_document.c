/* Document of a refinement study: JSON has a section for each scheme, CSV a row for each run, and the text a
 * table for each scheme. Also checks the paths of the files before the runs. */
#include "base/document/render.h"
#include "base/file/directory.h"
#include "base/file/file.h"
#include "report/document/refinement.h"
#include "report/render/report_items.h"

static const char *verdict_word(tc_verdict verdict) {
  switch (verdict) {
  case TC_VERDICT_EXACT: return "exact";
  case TC_VERDICT_SECOND: return "second order";
  case TC_VERDICT_CONVERGES: return "converges";
  case TC_VERDICT_INCONSISTENT: return "not consistent";
  case TC_VERDICT_NONE: break;
  }
  return NULL;
}

/* Appends a run and returns it. Rows of CSV begin with the scheme, which is NULL in JSON. */
static tc_section *add_run(tc_section *list, const char *scheme, const tc_refinement_level *l) {
  tc_section *run = tc_section_add(list, NULL, TC_NO_ITEMS);
  if (scheme) tc_item_add(run, tc_item_text("scheme", scheme));
  tc_items_add(run,
               TC_ITEMS(tc_item_text("mesh", l->mesh), tc_item_integer("cells", l->cells),
                        tc_item_number("h", l->h), tc_item_integer("steps", l->steps),
                        tc_item_number("dt", l->dt), tc_item_number("time", l->time),
                        tc_item_number("stabilisation", l->stabilisation), tc_item_number("l2_error", l->l2),
                        tc_item_number("relative_l2_error", l->relative), tc_item_number("max_error", l->max),
                        tc_item_number("order", l->order), tc_item_number("max_order", l->max_error_order)));
  return run;
}

static void add_series(tc_section *list, const tc_refinement_series *s) {
  tc_line line;
  tc_section *section =
      tc_section_add(list, NULL,
                     TC_ITEMS(tc_item_text("scheme", s->scheme),
                              tc_item_number("order", tc_refinement_series_order(s)),
                              tc_item_text("verdict", verdict_word(tc_refinement_series_verdict(s))),
                              tc_item_text("sentence", tc_refinement_series_format(s, &line))));
  tc_section *meshes = tc_list_add(section, "meshes", TC_NO_ITEMS);
  for (int i = 0; i < s->levels; i++)
    tc_items_add(add_run(meshes, NULL, &s->level[i]), TC_ITEMS(tc_item_number("wall_s", s->level[i].wall_s),
                                                               tc_item_hash("hash", s->level[i].hash)));
}

static void add_study(tc_section *section, const tc_refinement *study) {
  tc_items_add(section, TC_ITEMS(tc_item_text("command", "verify"), tc_item_text("title", study->title),
                                 tc_item_text("config", study->config)));
  tc_list_add_texts(section, "overrides", study->overrides, study->override);
  tc_items_add(section,
               TC_ITEMS(tc_item_integer("ranks", study->ranks), tc_item_integer("threads", study->threads)));
  tc_items_add_device_use(section, &study->device);
  tc_item_add(section, tc_item_bool("steady", study->steady));
  tc_section *schemes = tc_list_add(section, "schemes", TC_NO_ITEMS);
  for (int i = 0; i < study->count; i++) add_series(schemes, &study->series[i]);
}

tc_status tc_refinement_json(const tc_refinement *study, const char *path) {
  tc_document document;
  add_study(tc_document_begin(&document, "tetracast"), study);
  return tc_document_write(&document, tc_document_json, path);
}

tc_status tc_refinement_csv(const tc_refinement *study, const char *path) {
  tc_document document;
  tc_section *runs = tc_list_add(tc_document_begin(&document, NULL), "runs", TC_NO_ITEMS);
  for (int i = 0; i < study->count; i++)
    for (int k = 0; k < study->series[i].levels; k++)
      add_run(runs, study->series[i].scheme, &study->series[i].level[k]);
  return tc_document_write(&document, tc_document_csv, path);
}

tc_status tc_refinement_prepare(const char *json, const char *csv, const char *plot) {
  TC_TRY(tc_report_prepare("tetracast", json, NULL));
  TC_TRY(tc_report_check_command("verify", json, NULL));
  TC_TRY(tc_file_prepare(csv, "scheme,mesh,cells,", "a CSV report of tetracast verify"));
  if (!plot) return TC_OK;
  TC_TRY(tc_refinement_plot_check(plot));
  TC_TRY(tc_directory_prepare(plot));
  return tc_file_check_replaceable(plot, tc_refinement_plot_is_own(plot), "a plot of tetracast verify");
}
