#include "report/report.h"

int tc_report_main_model(int chosen, int results, const tc_result *result) {
  int best = 0, most = 0;
  if (chosen != TC_MODEL_AUTO) return chosen;
  for (int model = 0; model < TC_MODEL_COUNT; model++) {
    int forecasts = 0;
    for (int i = 0; i < results; i++) forecasts += result[i].forecast[model].part != NULL;
    if (forecasts < most) continue;
    best = forecasts > 0 ? model : best;
    most = forecasts;
  }
  return best;
}

double tc_result_measured_s(const tc_result *result, int part) {
  double most = 0.0;
  if (result->imagined) return 0.0;
  for (int r = 0; r < result->ranks; r++) {
    tc_parts parts = result->measured[r].part_s;
    double value = part < 0 ? result->measured[r].total_s : *tc_part_at(&parts, part);
    if (value > most) most = value;
  }
  return most;
}

double tc_result_predicted_s(const tc_result *result, int model, int part) {
  const tc_forecast *forecast = &result->forecast[model];
  if (part < 0) return forecast->total_s;
  double most = 0.0;
  for (int r = 0; r < result->ranks; r++) {
    tc_parts parts = forecast->part[r];
    double value = *tc_part_at(&parts, part);
    if (value > most) most = value;
  }
  return most;
}

tc_wall tc_result_wall(const tc_result *result) {
  tc_wall longest = {0};
  if (result->imagined) return longest;
  for (int r = 0; r < result->ranks; r++)
    if (result->measured[r].wall.total_s > longest.total_s) longest = result->measured[r].wall;
  return longest;
}

tc_traffic tc_result_traffic(const tc_result *result) {
  tc_traffic sum = {0};
  for (int r = 0; r < result->ranks; r++) {
    tc_traffic own = result->measured[r].traffic;
    for (int c = 0; c < tc_traffic_count(); c++) *tc_traffic_at(&sum, c) += *tc_traffic_at(&own, c);
  }
  return sum;
}

double tc_result_memory_B(const tc_result *result) {
  double sum = 0.0;
  for (int r = 0; r < result->ranks; r++) sum += result->measured[r].peak_memory_B;
  return sum;
}

/* What a rank is busy for in a step. */
static double busy_s(const tc_result *result, int model, int rank) {
  const tc_parts *part = result->forecast[model].part;
  if (result->imagined) return tc_parts_total(&part[rank]);
  const tc_measure *m = &result->measured[rank];
  const double own = part ? part[rank].transfer : 0.0, transfer = m->part_s.transfer;
  return m->total_s - transfer + (own < transfer ? own : transfer);
}

int tc_result_slowest(const tc_result *result, int model) {
  int slowest = -1;
  double most = 0.0;
  if (result->imagined && !result->forecast[model].part) return -1;
  for (int r = 0; r < result->ranks; r++) {
    const double busy = busy_s(result, model, r);
    if (slowest >= 0 && busy <= most) continue;
    most = busy;
    slowest = r;
  }
  return slowest;
}
