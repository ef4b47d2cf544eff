/* Files of a report: builds the document from which JSON, CSV, HTML and text are rendered, including the
 * table of CSV. */
#include <math.h>

#include "base/document/render.h"
#include "base/program/provenance.h"
#include "report/render/report_items.h"

static tc_item forecast_item(const char *key, const tc_result *result, int model, int part) {
  const bool exists = result->forecast[model].phase_s;
  return TC_VALUE(key, exists ? tc_result_predicted_s(result, model, part) : (double)NAN);
}

/* Appends the row of one part of a step, or of the whole step if part < 0, and returns it. */
static tc_section *add_part(tc_section *table, const tc_report *report, const tc_result *result, int part) {
  const tc_result_solver *s = result->solver;
  const tc_solver_options *options = s ? &s->options.solver : NULL;
  tc_section *row =
      TC_SECTION(table, NULL, TC_VALUE("strategy", result->strategy),
                 TC_VALUE("distribution", result->distribution), TC_VALUE("block_size", result->block_size),
                 TC_VALUE("ranks", result->ranks), TC_VALUE("threads", report->threads),
                 TC_VALUE("nodes", result->nodes), TC_VALUE("part", part < 0 ? "total" : tc_phase_name(part)),
                 tc_item_if(!result->dry_run, TC_VALUE("measured_s", tc_result_measured_s(result, part))),
                 forecast_item("predicted_s", result, report->model, part));
  for (int m = 0; m < TC_MODEL_COUNT; m++)
    tc_item_add(row, forecast_item(tc_document_format(table->document, "%s_s", tc_model_at(m)->name), result,
                                   m, part));
  TC_ADD(row, TC_VALUE("method", s ? options->method->name : NULL),
         TC_VALUE("preconditioner", s ? options->preconditioner->name : NULL),
         TC_VALUE("iterations", s ? tc_solve_statistics_median(&s->record) : (double)NAN),
         TC_VALUE("order", result->order), TC_VALUE("order_block", result->order_block));
  return row;
}

/* Appends the table of CSV, which has a row for each result and part. CSV takes the headings of the columns
 * from the first row. Without results, a row that CSV does not print is added to provide the headings. */
static void add_parts(tc_section *section, const tc_report *report) {
  tc_section *table = tc_list_add(section, "parts");
  const tc_result none = {.dry_run = true};
  if (report->results == 0) add_part(table, report, &none, -1)->renderers = TC_RENDERER_TEXT;
  for (int i = 0; i < report->results; i++)
    for (int part = -1; part < TC_PHASE_COUNT; part++) add_part(table, report, &report->result[i], part);
}

/* Appends the origin of the report (program, version, config, date) and the warnings of the log. The table
 * contains neither. */
static void add_head(tc_section *section, const tc_report *report) {
  const tc_report_run *run = &report->run;
  const tc_log_record *log = run->log;
  /* Example of the line: tetracast run 0.9.0 (abc1234, gcc 12.2), config c.yaml, 2026-05-01T12:00:00Z */
  tc_section_print(section, "tetracast%s%s %s (%s, %s)%s%s%s%s", run->command ? " " : "",
                   run->command ? run->command : "", tc_provenance_version(), tc_provenance_commit(),
                   tc_provenance_compiler(), run->config_file ? ", config " : "",
                   run->config_file ? run->config_file : "", run->date ? ", " : "",
                   run->date ? run->date : "");
  for (int w = 0; log && w < log->warnings; w++) tc_section_print(section, "Warning: %s", log->warning[w]);
}

/* Builds only the content that the requested renderers show, because the content for JSON is large if there
 * are many ranks. */
static void build_document(const tc_report *report, unsigned renderers, tc_report_text *text,
                           tc_document *document) {
  tc_section *root = tc_document_begin(document, NULL);
  if (renderers & TC_RENDERER_HTML) {
    tc_section *head = tc_group_add(root, TC_RENDERER_HTML);
    add_head(head, report);
    tc_report_add_pictures(head, report);
  }
  if (text) text(report, tc_group_add(root, TC_RENDERER_TEXT | TC_RENDERER_HTML));
  if (renderers & (TC_RENDERER_JSON | TC_RENDERER_HTML)) {
    tc_section *values = tc_group_add(root, TC_RENDERER_JSON | TC_RENDERER_HTML);
    values->label = "All values";
    tc_items_add_program(values, "tetracast");
    tc_items_add_report(values, report);
  }
  if (renderers & TC_RENDERER_CSV) add_parts(tc_group_add(root, TC_RENDERER_CSV), report);
}

void tc_report_build(const tc_report *report, tc_report_text *text, tc_document *document) {
  build_document(report, TC_RENDERER_JSON | TC_RENDERER_CSV | TC_RENDERER_HTML, text, document);
}

tc_status tc_report_json(const tc_report *report, const char *path) {
  tc_document document;
  build_document(report, TC_RENDERER_JSON, NULL, &document);
  return tc_document_write(&document, tc_document_json, path);
}

tc_status tc_report_csv(const tc_report *report, const char *path) {
  tc_document document;
  build_document(report, TC_RENDERER_CSV, NULL, &document);
  return tc_document_write(&document, tc_document_csv, path);
}

tc_status tc_report_html(const tc_report *report, tc_report_text *text, const char *path) {
  tc_document document;
  build_document(report, TC_RENDERER_HTML, text, &document);
  document.root.label = report->title ? report->title : report->mesh_file;
  return tc_document_write(&document, tc_document_html, path);
}

tc_status tc_report_print(const tc_report *report, tc_report_text *text, FILE *out) {
  tc_document document;
  build_document(report, TC_RENDERER_TEXT, text, &document);
  return tc_document_print(&document, tc_document_text, out);
}
