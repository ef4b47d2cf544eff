#include "report/document/job_text.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/core/print.h"
#include "base/text/number_format.h"

enum { text_size = 32 };

static bool is_bound(double seconds) { return isfinite(seconds) && seconds > 0.0; }

/* Rounds up to two significant digits. */
static double round_up(double value) {
  const double digit = pow(10.0, floor(log10(value)) - 1.0);
  return ceil(value / digit - 1e-9) * digit;
}

const char *tc_job_format_bound(double seconds, char *out, size_t size) {
  if (!is_bound(seconds)) {
    snprintf(out, size, "-");
    return out;
  }
  const double rounded = round_up(seconds);
  if (rounded >= 60.0)
    tc_number_format_duration(rounded, out, size);
  else
    tc_snprintf(out, size, "%.2g s", rounded);
  return out;
}

double tc_job_limit_s(double bound_s) {
  const double minute_s = 60.0, digits = bound_s < 1.0 ? 100.0 : bound_s < 10.0 ? 10.0 : 1.0;
  if (!is_bound(bound_s)) return bound_s;
  /* Dividing by `digits` gives the double that is nearest to the decimal number; multiplying by 1 / digits
   * might not. */
  const double limit_s = ceil(bound_s * digits - 1e-9) / digits;
  return limit_s < minute_s ? limit_s : minute_s * ceil(bound_s / minute_s - 1e-9);
}

const char *tc_job_format_limit(double limit_s, char *out, size_t size) {
  if (!is_bound(limit_s))
    snprintf(out, size, "-");
  else if (limit_s < 60.0)
    tc_snprintf(out, size, "%.2g s", limit_s);
  else
    tc_number_format_duration(limit_s, out, size);
  return out;
}

/* Unit in which all times of a line are written. */
typedef struct time_unit {
  double largest_s; /* the unit is used if the largest time of the line is at least this number of seconds */
  double seconds;   /* length of the unit in seconds */
  const char *name;
} time_unit;

static const time_unit *find_unit(double largest_s) {
  static const time_unit units[] = {{7200.0, 3600.0, "h"},
                                    {120.0, 60.0, "min"},
                                    {0.1, 1.0, "s"},
                                    {0.0, 1e-3, "ms"}};
  int u = 0;
  while (u < 3 && !(largest_s >= units[u].largest_s)) u++;
  return &units[u];
}

const char *tc_job_format_in_unit(double seconds, double largest_s, char *out, size_t size) {
  const time_unit *unit = find_unit(largest_s);
  if (isnan(seconds)) {
    snprintf(out, size, "-");
    return out;
  }
  const double value = seconds / unit->seconds;
  tc_snprintf(out, size, "%.*f %s", value < 9.995 ? 2 : value < 99.95 ? 1 : 0, value, unit->name);
  return out;
}

const char *tc_job_format_bound_in_unit(double seconds, double largest_s, char *out, size_t size) {
  const time_unit *unit = find_unit(largest_s);
  if (!is_bound(seconds)) {
    snprintf(out, size, "-");
    return out;
  }
  const double value = round_up(seconds / unit->seconds);
  tc_snprintf(out, size, "%.*f %s", (int)fmax(1.0 - floor(log10(value) + 1e-9), 0.0), value, unit->name);
  return out;
}

const char *tc_job_format_records(const tc_job_report *job, tc_line *line) {
  const int records = job->bound.records;
  if (!job->identity)
    tc_line_add(line, "no records of earlier jobs, assumed spread");
  else if (records == 0)
    tc_line_add(line, "no records of earlier jobs on %s yet, assumed spread", job->identity);
  else
    tc_line_add(line, "%d record%s of earlier jobs on %s%s", records, tc_plural_suffix(records),
                job->identity, job->bound.is_assumed ? " and an assumed spread" : "");
  return line->text;
}

const char *tc_job_format_level(double level, char *out, size_t size) {
  tc_snprintf(out, size, "%g %%", 100.0 * level);
  return out;
}

const char *tc_job_format_total(const tc_job_report *job, tc_line *line) {
  const tc_job_times total = tc_job_report_total(job);
  char text[text_size], level[text_size];
  if (!isfinite(total.forecast_s)) return line->text;
  tc_line_add(line, "%s", tc_number_format_duration(total.forecast_s, text, sizeof text));
  if (isfinite(total.bound_s))
    tc_line_add(line, ", at most %s with a probability of %s",
                tc_job_format_bound(total.bound_s, text, sizeof text),
                tc_job_format_level(job->bound.level, level, sizeof level));
  return line->text;
}

void tc_job_add_passed(const tc_job_report *job, double passed_s, const tc_remaining *rest, tc_line *line) {
  const tc_job_times total = tc_job_report_total(job);
  char passed[text_size], median[text_size], bound[text_size];
  tc_line_add(line, "%s%s have passed, %s remain (at most %s)",
              passed_s > total.bound_s      ? "; the setup alone has exceeded the bound: "
              : passed_s > total.forecast_s ? "; the setup alone has exceeded the forecast: "
                                            : "; ",
              tc_number_format_duration(passed_s, passed, sizeof passed),
              tc_job_format_in_unit(rest->median_s, rest->bound_s, median, sizeof median),
              tc_job_format_bound_in_unit(rest->bound_s, rest->bound_s, bound, sizeof bound));
}
