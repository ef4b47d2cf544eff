#include "report/document/report.h"

#include <math.h>
#include <string.h>

int tc_report_main_model(int chosen, int results, const tc_result *result) {
  int best = 0, largest = 0;
  if (chosen != TC_MODEL_AUTO) return chosen;
  for (int model = 0; model < TC_MODEL_COUNT; model++) {
    int forecasts = 0;
    for (int i = 0; i < results; i++) forecasts += result[i].forecast[model].phase_s != NULL;
    if (forecasts < largest) continue;
    best = forecasts > 0 ? model : best;
    largest = forecasts;
  }
  return best;
}

int tc_report_unavailable_model(const tc_report *report, const tc_result *result) {
  int model = report->model;
  for (int m = 0; result->on_device && !tc_model_at(model)->on_device && m < TC_MODEL_COUNT; m++)
    if (tc_model_at(m)->on_device) model = m;
  return model;
}

const char *tc_report_partition_text(const char *partitioner) {
  if (!partitioner || strcmp(partitioner, "metis") == 0) return "";
  return strcmp(partitioner, "chunks") == 0 ? " by chunks" : " by curve";
}

double tc_result_measured_s(const tc_result *result, int part) {
  double largest = 0.0;
  if (result->dry_run) return 0.0;
  for (int r = 0; r < result->ranks; r++) {
    const tc_measurement *m = &result->measured[r];
    const double value = part < 0 ? m->total_s : m->ledger.seconds.by_index[part];
    if (value > largest) largest = value;
  }
  return largest;
}

double tc_result_predicted_s(const tc_result *result, int model, int part) {
  const tc_forecast *forecast = &result->forecast[model];
  if (part < 0) return forecast->total_s;
  double largest = 0.0;
  for (int r = 0; r < result->ranks; r++) {
    const double value = forecast->phase_s[r].by_index[part];
    if (value > largest) largest = value;
  }
  return largest;
}

tc_wall_times tc_result_wall(const tc_result *result) {
  tc_wall_times longest = {0};
  if (result->dry_run) return longest;
  for (int r = 0; r < result->ranks; r++)
    if (result->measured[r].wall.total_s > longest.total_s) longest = result->measured[r].wall;
  return longest;
}

tc_counts tc_result_counts(const tc_result *result) {
  tc_counts sum = {0};
  for (int r = 0; r < result->ranks; r++) tc_counts_add(&sum, &result->measured[r].ledger.count);
  return sum;
}

double tc_result_memory_B(const tc_result *result) {
  double sum = 0.0;
  for (int r = 0; r < result->ranks; r++) sum += result->measured[r].peak_memory_B;
  return sum;
}

double tc_result_expected_memory_B(const tc_result *result) {
  return (result->ranks - 1) * result->rank_B + result->root_B;
}

double tc_result_local_page_share(const tc_result *result) {
  int64_t local = 0, total = 0;
  for (int r = 0; r < result->ranks; r++) {
    const tc_numa_pages *pages = &result->measured[r].pages;
    local += pages->local;
    total += pages->local + pages->remote;
  }
  return total > 0 ? (double)local / (double)total : NAN;
}

/* Returns the seconds of a rank's step without its waiting. They are the forecast of `model` for a dry run,
 * and measured seconds otherwise. */
static double busy_s(const tc_result *result, int model, int rank) {
  const tc_seconds *forecast = result->forecast[model].phase_s;
  const tc_measurement *m = &result->measured[rank];
  return result->dry_run ? tc_seconds_total(&forecast[rank]) - forecast[rank].wait
                         : m->total_s - m->ledger.seconds.wait;
}

int tc_result_slowest(const tc_result *result, int model) {
  int slowest = -1;
  double largest = 0.0;
  if (result->dry_run && !result->forecast[model].phase_s) return -1;
  for (int r = 0; r < result->ranks; r++) {
    const double busy = busy_s(result, model, r);
    if (slowest >= 0 && busy <= largest) continue;
    largest = busy;
    slowest = r;
  }
  return slowest;
}
