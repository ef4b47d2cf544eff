/* Document of a refinement study: JSON has a section for each scheme, CSV a row for each run, and the text a
 * table for each scheme. Also checks the paths of the files before the runs. */
#include "base/file/directory.h"
#include "base/file/file.h"
#include "report/document/refinement.h"
#include "report/document/report_text.h"
#include "report/render/report_items.h"

/* Appends the section of one run and returns it. `scheme` is the first column of a CSV row. It is NULL for
 * JSON, where the enclosing section names the scheme. */
static tc_section *add_run(tc_section *list, const char *scheme, const tc_refinement_level *l) {
  tc_section *run = tc_section_add(list, NULL);
  if (scheme) tc_item_add(run, TC_VALUE("scheme", scheme));
  TC_ADD(run, TC_VALUE("mesh", l->mesh), TC_VALUE("cells", l->cells), TC_VALUE("h", l->h),
         TC_VALUE("steps", l->steps), TC_VALUE("dt", l->dt), TC_VALUE("time", l->time),
         TC_VALUE("stabilisation", l->stabilisation), TC_VALUE("l2_error", l->l2),
         TC_VALUE("relative_l2_error", l->relative), TC_VALUE("max_error", l->max),
         TC_VALUE("order", l->order), TC_VALUE("max_order", l->max_error_order));
  return run;
}

static void add_series(tc_section *list, const tc_refinement_series *s) {
  tc_line line;
  tc_section *section =
      TC_SECTION(list, NULL, TC_VALUE("scheme", s->scheme), TC_VALUE("order", tc_refinement_series_order(s)),
                 TC_VALUE("verdict", tc_refinement_series_word(s)),
                 TC_VALUE("sentence", tc_refinement_series_format(s, &line)));
  tc_section *meshes = tc_list_add(section, "meshes");
  for (int i = 0; i < s->levels; i++)
    TC_ADD(add_run(meshes, NULL, &s->level[i]), TC_VALUE("wall_s", s->level[i].wall_s),
           TC_VALUE("hash", s->level[i].hash));
}

static void add_study(tc_section *section, const tc_refinement *study) {
  tc_items_add_program(section, "tetracast");
  TC_ADD(section, TC_VALUE("command", "verify"), TC_VALUE("title", study->title),
         TC_VALUE("config", study->config));
  tc_list_add_texts(section, "overrides", study->overrides, study->override);
  TC_ADD(section, TC_VALUE("ranks", study->ranks), TC_VALUE("threads", study->threads));
  tc_items_add_device_use(section, &study->device);
  tc_item_add(section, TC_VALUE("steady", study->steady));
  tc_section *schemes = tc_list_add(section, "schemes");
  for (int i = 0; i < study->count; i++) add_series(schemes, &study->series[i]);
}

static void add_runs(tc_section *section, const tc_refinement *study) {
  tc_section *runs = tc_list_add(section, "runs");
  for (int i = 0; i < study->count; i++)
    for (int k = 0; k < study->series[i].levels; k++)
      add_run(runs, study->series[i].scheme, &study->series[i].level[k]);
}

/* ---- text ---- */

static void print_series(const tc_refinement_series *s, bool steady, tc_section *out) {
  const tc_column columns[] = {tc_column_text("mesh", -4),
                               tc_column_text("cells", 9),
                               tc_column_number("h", 8, "%.3g"),
                               tc_column_text(steady ? "products" : "steps", 9),
                               tc_column_number("stab.", 6, "%.3g"),
                               tc_column_number("L2 error", 10, "%.2e"),
                               tc_column_number("relative", 10, "%.3g %%"),
                               tc_column_number("order", 6, "%.2f"),
                               tc_column_number("max error", 10, "%.2e"),
                               tc_column_number("order", 6, "%.2f")};
  tc_line verdict;
  tc_section_print(out, "\n%s", s->scheme);
  tc_section *table = tc_list_add(out, NULL);
  tc_columns_add(table, sizeof columns / sizeof *columns, columns);
  for (int i = 0; i < s->levels; i++) {
    const tc_refinement_level *l = &s->level[i];
    TC_SECTION(table, NULL, TC_VALUE(NULL, l->mesh), TC_VALUE(NULL, l->cells), TC_VALUE(NULL, l->h),
               TC_VALUE(NULL, l->steps), TC_VALUE(NULL, l->stabilisation), TC_VALUE(NULL, l->l2),
               TC_VALUE(NULL, 100.0 * l->relative), TC_VALUE(NULL, l->order), TC_VALUE(NULL, l->max),
               TC_VALUE(NULL, l->max_error_order));
  }
  tc_section_print(out, "  %s", tc_refinement_series_format(s, &verdict));
}

static void print_study(const tc_refinement *study, tc_section *out) {
  if (study->title) tc_section_print(out, "%s", study->title);
  tc_section_print(out,
                   "%s: errors against `exact` %s; %d rank%s x %d thread%s; h = (volume / cells)^(1/3); "
                   "stab. = stabilisation",
                   study->config, study->steady ? "when steady" : "at the end", study->ranks,
                   tc_plural_suffix(study->ranks), study->threads, tc_plural_suffix(study->threads));
  tc_report_text_device(&study->device, out);
  for (int i = 0; i < study->count; i++) print_series(&study->series[i], study->steady, out);
}

void tc_refinement_build(const tc_refinement *study, tc_document *document) {
  tc_section *root = tc_document_begin(document, NULL);
  print_study(study, tc_group_add(root, TC_RENDERER_TEXT | TC_RENDERER_HTML));
  tc_section *values = tc_group_add(root, TC_RENDERER_JSON | TC_RENDERER_HTML);
  values->label = "All values";
  add_study(values, study);
  add_runs(tc_group_add(root, TC_RENDERER_CSV), study);
  root->label = study->title ? study->title : study->config;
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
