#include "report/sections/records_table.h"

#include <math.h>
#include <time.h>

#include "base/text/number_format.h"
#include "model/interval/job_bound.h"

static double sum_forecast(const tc_job_record *r) {
  double sum = 0.0;
  for (int g = 0; g < TC_JOB_GROUP_COUNT; g++) sum += r->forecast_s[g];
  return sum;
}

/* Returns the forecast that was made at the start of the job and from which the bound was computed. It is
 * recovered from the score, ln((measured + 0.5 s) / (forecast + 0.5 s)). If the record has no score, returns
 * the uncorrected forecast. */
static double forecast_s(const tc_job_record *r, double measured_s) {
  const double score = isnan(r->score_now) ? r->score : r->score_now;
  const double forecast = (measured_s + tc_job_offset_s) * exp(-score) - tc_job_offset_s;
  return isnan(forecast) ? sum_forecast(r) : forecast;
}

static bool has_bound(const tc_job_record *r) { return !isnan(r->bound_s - tc_job_record_measured_s(r)); }

static bool is_held(const tc_job_record *r) { return tc_job_record_measured_s(r) <= r->bound_s; }

static const char *format_date(int64_t seconds, tc_document *document) {
  char date[32] = "-";
  struct tm utc;
  const time_t when = (time_t)seconds;
  if (gmtime_r(&when, &utc)) strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return tc_document_format(document, "%s", date);
}

static void add_record(const tc_job_record *r, tc_section *table) {
  const double measured_s = tc_job_record_measured_s(r);
  TC_SECTION(table, NULL, TC_VALUE("end", format_date(r->end_time, table->document)),
             TC_VALUE("cells", r->cells), TC_VALUE("ranks", r->key.ranks), TC_VALUE("scheme", r->key.scheme),
             TC_VALUE("method", r->key.method), TC_VALUE("steps", r->steps),
             TC_VALUE("forecast_s", forecast_s(r, measured_s)), TC_VALUE("bound_s", r->bound_s),
             TC_VALUE("measured_s", measured_s), tc_item_if(has_bound(r), TC_VALUE("held", is_held(r))),
             TC_VALUE("mesh_hash", r->key.mesh_hash), TC_VALUE("nodes", r->key.nodes),
             TC_VALUE("threads", r->key.threads), TC_VALUE("strategy", r->strategy),
             TC_VALUE("storage", r->storage), TC_VALUE("outcome", r->outcome), TC_VALUE("level", r->level),
             TC_VALUE("score", r->score), TC_VALUE("score_now", r->score_now), TC_VALUE("probe", r->probe));
}

/* Appends the table of the records. The text shows only the first columns. */
static void add_table(const tc_records_report *report, tc_section *root) {
  tc_section *table = tc_list_add(root, "records");
  table->label = "";
  TC_COLUMNS(table, tc_column_text("end", -20), tc_column_text("cells", 9), tc_column_text("ranks", 6),
             (tc_column){.label = "scheme", .width = -9, .prefix = "  "}, tc_column_text("method", -8),
             tc_column_text("steps", 9), tc_column_text("forecast", 9), tc_column_text("bound", 9),
             tc_column_text("measured", 9), tc_column_text("held", 5));
  for (int i = 0; i < report->records; i++) add_record(&report->record[i], table);
}

static void count_bounds(const tc_records_report *report, int *bounds, int *held) {
  for (int i = 0; i < report->records; i++) {
    *bounds += has_bound(&report->record[i]);
    *held += has_bound(&report->record[i]) && is_held(&report->record[i]);
  }
}

/* Writes the last line. Example: 3 records of vm: 1 of 2 bounds held (50 %) */
static void write_summary(const tc_records_report *report, int bounds, int held, tc_section *out) {
  tc_section_print(out, "%d record%s", report->records, tc_plural_suffix(report->records));
  if (report->identity) tc_section_append(out, " of %s", report->identity);
  if (bounds)
    tc_section_append(out, ": %d of %d bound%s held (%.0f %%)", held, bounds, tc_plural_suffix(bounds),
                      100.0 * held / bounds);
}

void tc_report_records_build(const tc_records_report *report, tc_document *document) {
  tc_section *root = tc_document_begin(document, NULL);
  tc_section *json = tc_group_add(root, TC_RENDERER_JSON);
  int bounds = 0, held = 0;
  count_bounds(report, &bounds, &held);
  tc_items_add_program(json, "tetracast");
  TC_ADD(json, TC_VALUE("command", "records"),
         tc_item_if(report->identity, TC_VALUE("identity", report->identity)), TC_VALUE("file", report->file),
         TC_VALUE("bounds", bounds), TC_VALUE("held", held));
  tc_section_print(tc_group_add(root, TC_RENDERER_TEXT), "%s", report->file);
  if (report->records)
    add_table(report, root);
  else
    tc_list_add(json, "records");
  write_summary(report, bounds, held, tc_group_add(root, TC_RENDERER_TEXT));
}
