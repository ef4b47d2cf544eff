/* Files of a report: the document that they render, and the table of CSV. */
#include <math.h>

#include "base/document/render.h"
#include "report/render/report_items.h"

static tc_item forecast_of(const char *key, const tc_result *result, int model, int part) {
  const bool exists = result->forecast[model].phase_s;
  return tc_item_number(key, exists ? tc_result_predicted_s(result, model, part) : (double)NAN);
}

/* Appends the row of one part of a step, or of the whole step if part < 0. */
static void add_part(tc_section *table, const tc_report *report, const tc_result *result, int part) {
  const tc_result_solver *s = result->solver;
  const tc_solver_options *options = s ? &s->options.solver : NULL;
  tc_section *row =
      tc_section_add(table, NULL,
                     TC_ITEMS(tc_item_text("strategy", result->strategy),
                              tc_item_text("distribution", result->distribution),
                              tc_item_integer("block_size", result->block_size),
                              tc_item_integer("ranks", result->ranks),
                              tc_item_integer("threads", report->threads),
                              tc_item_integer("nodes", result->nodes),
                              tc_item_text("part", part < 0 ? "total" : tc_phase_name(part)),
                              tc_item_if(!result->dry_run,
                                         tc_item_number("measured_s", tc_result_measured_s(result, part))),
                              forecast_of("predicted_s", result, report->model, part)));
  for (int m = 0; m < TC_MODEL_COUNT; m++)
    tc_item_add(row, forecast_of(tc_document_format(table->document, "%s_s", tc_model_at(m)->name), result, m,
                                 part));
  tc_items_add(row, TC_ITEMS(tc_item_text("method", s ? options->method->name : NULL),
                             tc_item_text("preconditioner", s ? options->preconditioner->name : NULL),
                             tc_item_number("iterations",
                                            s ? tc_solve_statistics_median(&s->record) : (double)NAN),
                             tc_item_text("order", result->order),
                             tc_item_integer("order_block", result->order_block)));
}

/* Appends the table of CSV, which has a row for each result and part. */
static void add_parts(tc_section *section, const tc_report *report) {
  tc_section *table = tc_list_add(section, "parts", TC_NO_ITEMS);
  for (int i = 0; i < report->results; i++)
    for (int part = -1; part < TC_PHASE_COUNT; part++) add_part(table, report, &report->result[i], part);
}

void tc_report_build(const tc_report *report, tc_report_text *text, tc_document *document) {
  tc_section *root = tc_document_begin(document, NULL), *json = tc_group_add(root, TC_RENDERER_JSON);
  tc_items_add_program(json, "tetracast");
  tc_items_add_report(json, report);
  add_parts(tc_group_add(root, TC_RENDERER_CSV), report);
  if (text) text(tc_group_add(root, TC_RENDERER_TEXT), report);
}

tc_status tc_report_json(const tc_report *report, const char *path) {
  tc_document document;
  tc_report_build(report, NULL, &document);
  return tc_document_write(&document, tc_document_json, path);
}

tc_status tc_report_csv(const tc_report *report, const char *path) {
  tc_document document;
  tc_report_build(report, NULL, &document);
  return tc_document_write(&document, tc_document_csv, path);
}
