#include "report/document/job_text.h"

#include <math.h>
#include <stdio.h>

#include "base/core/print.h"
#include "base/text/number_format.h"
#include "solve/observe/monitor.h"

enum { text_size = 32 };

const char *tc_job_format_bound(double seconds, char *out, size_t size) {
  if (!isfinite(seconds) || !(seconds > 0.0)) {
    snprintf(out, size, "-");
    return out;
  }
  const double unit = pow(10.0, floor(log10(seconds)) - 1.0), rounded = ceil(seconds / unit - 1e-9) * unit;
  if (rounded >= 60.0)
    tc_number_format_duration(rounded, out, size);
  else
    tc_snprintf(out, size, "%.2g s", rounded);
  return out;
}

const char *tc_job_format_records(const tc_job_report *job, tc_line *line) {
  const int records = job->bound.records;
  if (!job->identity)
    tc_line_add(line, "the assumed spread (without records)");
  else if (records == 0)
    tc_line_add(line, "the assumed spread (no records of %s yet)", job->identity);
  else
    tc_line_add(line, "%d record%s of %s%s", records, tc_plural_suffix(records), job->identity,
                job->bound.is_assumed ? " and the assumed spread" : "");
  return line->text;
}

const char *tc_job_format_total(const tc_job_report *job, tc_line *line) {
  const tc_job_times total = tc_job_report_total(job);
  char text[text_size];
  if (!isfinite(total.forecast_s)) return line->text;
  tc_number_format_duration(total.forecast_s, text, sizeof text);
  tc_line_add(line, "%s", text);
  if (isfinite(total.bound_s))
    tc_line_add(line, ", at most %s with %.0f %%", tc_job_format_bound(total.bound_s, text, sizeof text),
                100.0 * job->bound.level);
  return line->text;
}
