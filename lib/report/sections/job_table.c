/* Section about the whole job. It has a table of the phases with measured seconds, forecast, bound and error.
 * Lines below the table state if the job exceeded its bound, the time to measure the machine, the time limit,
 * and the remaining times that the run displayed. The last line splits the error of the forecast. Reports of
 * runs end with this section. `predict` writes it after its advice, without measured times. Short phases are
 * merged, so the table has at most twelve lines. */
#include "report/sections/job_table.h"

#include <math.h>

#include "base/text/number_format.h"
#include "report/document/job_text.h"

enum { rows_max = 9 }; /* largest number of phases that the table shows separately */

/* Phases that take less than the share min_share of the job are merged into one row. If more than rows_max
 * phases remain, the share is repeatedly multiplied by share_growth. */
static const double min_share = 0.01, share_growth = 1.5;

/* The factor by which earlier jobs correct the forecast is printed if the absolute value of the logarithm is
 * at least this number. */
static const double min_correction = 0.1;

enum { cell_size = 32 };

static double longest_s(const tc_job_report *job, int phase) {
  const tc_job_times times = tc_job_report_phase(job, phase);
  return fmax(fmax(times.measured_s, times.forecast_s), 0.0);
}

static int count_longer(const tc_job_report *job, double seconds) {
  int count = 0;
  for (int p = 0; p < TC_JOB_PHASE_COUNT; p++) count += longest_s(job, p) >= seconds;
  return count;
}

/* Returns the smallest time in s for which a phase has its own row in the table. */
static double find_row_limit(const tc_job_report *job) {
  double sum = 0.0, share = min_share;
  for (int p = 0; p < TC_JOB_PHASE_COUNT; p++) sum += longest_s(job, p);
  while (sum > 0.0 && count_longer(job, share * sum) > rows_max) share *= share_growth;
  return share * sum;
}

void tc_job_add_seconds(tc_section *row, double seconds) {
  char text[cell_size];
  if (!(seconds >= 60.0)) {
    tc_cell_seconds(row, seconds);
    return;
  }
  tc_cell_print(row, "%s", tc_number_format_duration(seconds, text, sizeof text));
}

/* Appends the row of a phase, or of the whole job. `total_s` is the measured time of the job. */
static void add_row(const tc_job_report *job, const char *name, const tc_job_times *times,
                    tc_section *table) {
  char bound[cell_size];
  tc_section *row = TC_SECTION(table, NULL, TC_VALUE(NULL, name));
  if (job->has_measured) tc_job_add_seconds(row, times->measured_s);
  tc_job_add_seconds(row, times->forecast_s);
  if (job->has_bound) tc_cell_print(row, "%s", tc_job_format_bound(times->bound_s, bound, sizeof bound));
  if (job->has_measured) tc_cell_error(row, times->forecast_s, times->measured_s, job->total_s);
}

/* Appends one row with the sum of all phases whose time is below the limit. Appends nothing if there are no
 * such phases. */
static void add_other_phases(const tc_job_report *job, double limit_s, tc_section *table) {
  tc_job_times sum = {job->has_measured ? 0.0 : (double)NAN, job->has_forecast ? 0.0 : (double)NAN, NAN};
  int count = 0;
  for (int p = 0; p < TC_JOB_PHASE_COUNT; p++) {
    const tc_job_times times = tc_job_report_phase(job, p);
    if (longest_s(job, p) >= limit_s || !tc_job_times_occur(&times)) continue;
    sum.measured_s += times.measured_s;
    sum.forecast_s += times.forecast_s;
    count++;
  }
  if (count > 0)
    add_row(job, tc_document_format(table->document, "%d shorter phase%s", count, tc_plural_suffix(count)),
            &sum, table);
}

tc_column tc_job_bound_column(const tc_job_report *job, tc_section *table) {
  char level[cell_size];
  return tc_column_text(tc_document_format(table->document, "at most %s",
                                           tc_job_format_level(job->bound.level, level, sizeof level)),
                        13);
}

static void add_columns(const tc_job_report *job, tc_section *table) {
  TC_COLUMNS(table, tc_column_text("phase", -36));
  if (job->has_measured) TC_COLUMNS(table, tc_column_text("measured", 10));
  TC_COLUMNS(table, tc_column_text("forecast", 10));
  if (job->has_bound) TC_COLUMNS(table, tc_job_bound_column(job, table));
  if (job->has_measured) TC_COLUMNS(table, tc_column_text("error", 10));
}

static void write_phases(const tc_job_report *job, tc_section *out) {
  const double limit_s = find_row_limit(job);
  const tc_job_times total = tc_job_report_total(job);
  tc_section *table = tc_list_add(out, NULL);
  add_columns(job, table);
  for (int p = 0; p < TC_JOB_PHASE_COUNT; p++) {
    const tc_job_times times = tc_job_report_phase(job, p);
    if (tc_job_times_occur(&times) && longest_s(job, p) >= limit_s)
      add_row(job, tc_job_phase_text(p), &times, table);
  }
  add_other_phases(job, limit_s, table);
  add_row(job, "total", &total, table);
}

/* Writes if the job exceeded its bound, and the records or the assumed spread from which the bound was
 * computed. */
static void write_bound(const tc_job_report *job, tc_section *out) {
  tc_line line = {0};
  if (!job->has_bound) return;
  tc_section_print(out, "  bound");
  if (job->has_measured) tc_section_append(out, " %s", job->is_held ? "held" : "exceeded");
  tc_section_append(out, " (%s); bounds of phases do not add up to that of the job",
                    tc_job_format_records(job, &line));
}

/* Writes the factor by which the records of earlier jobs have changed the forecast of the steps, unless it is
 * close to 1. */
static void write_correction(const tc_job_report *job, tc_section *out) {
  const double centre = job->has_bound ? job->bound.centre[TC_JOB_GROUP_steps] : 0.0;
  if (fabs(centre) >= min_correction)
    tc_section_print(out,
                     "  forecast of the steps: forecast of the model, multiplied by %.2g as earlier jobs "
                     "suggest",
                     exp(centre));
}

static void write_machine(const tc_job_report *job, tc_section *out) {
  char text[cell_size];
  if (!job->has_measured || !(job->machine_s > 0.0)) return;
  tc_section_print(out, "  measuring the machine for the forecast: %s",
                   tc_number_format_duration(job->machine_s, text, sizeof text));
}

static void write_limit(const tc_job_report *job, tc_section *out) {
  char text[cell_size];
  if (!(job->limit_s > 0.0)) return;
  tc_section_print(out, "  time limit of the job: %s",
                   tc_number_format_duration(job->limit_s, text, sizeof text));
}

static bool is_shown(const tc_job_mark *mark) { return isfinite(mark->shown_s) && isfinite(mark->true_s); }

static double longest_remaining_s(const tc_job_report *job) {
  double longest = 0.0;
  for (int k = 0; k < job->marks; k++) {
    const tc_job_mark *mark = &job->mark[k];
    if (is_shown(mark)) longest = fmax(longest, fmax(fmax(mark->shown_s, mark->bound_s), mark->true_s));
  }
  return longest;
}

/* Appends one displayed remaining time. Example: 10 %: 27.1 s (at most 33 s), later measured 26.6 s */
static void write_mark(const tc_job_mark *mark, double longest, tc_section *out) {
  char shown[cell_size], bound[cell_size], real[cell_size];
  tc_section_append(out, " %.0f %%: %s (at most %s), later measured %s", 100.0 * mark->share,
                    tc_job_format_in_unit(mark->shown_s, longest, shown, sizeof shown),
                    tc_job_format_bound_in_unit(mark->bound_s, longest, bound, sizeof bound),
                    tc_job_format_in_unit(mark->true_s, longest, real, sizeof real));
}

/* Writes the remaining times that the run displayed. All times have the same unit. */
static void write_remaining(const tc_job_report *job, tc_section *out) {
  const double longest = longest_remaining_s(job);
  bool is_first = true;
  for (int k = 0; k < job->marks; k++) {
    if (!is_shown(&job->mark[k])) continue;
    if (is_first)
      tc_section_print(out, "  remaining time, as forecast at a share of the steps:");
    else
      tc_section_append(out, ";");
    write_mark(&job->mark[k], longest, out);
    is_first = false;
  }
}

/* Writes the sentence that splits the error of the forecast into a factor of the machine and a factor of the
 * model. */
static void write_split(const tc_job_report *job, tc_section *out) {
  char sentence[TC_SPLIT_SENTENCE_SIZE];
  if (!job->has_measured) return;
  tc_split_format(&job->split, sentence, sizeof sentence);
  if (*sentence) tc_section_print(out, "%s", sentence);
}

void tc_report_text_job(const tc_job_report *job, const char *name, tc_section *out) {
  if (!job || !(job->has_forecast || job->has_measured)) return;
  tc_section_print(out, "\nJob%s, from the start of the program to its end:", name);
  write_phases(job, out);
  write_bound(job, out);
  write_correction(job, out);
  write_machine(job, out);
  write_limit(job, out);
  write_remaining(job, out);
  write_split(job, out);
}
