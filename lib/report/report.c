#include "report/report.h"

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

int tc_result_slowest(const tc_result *result, int model) {
  const tc_parts *part = result->forecast[model].part;
  int slowest = -1;
  double most = -1.0;
  if (result->imagined && !part) return -1;
  for (int r = 0; r < result->ranks; r++) {
    double total = result->imagined ? tc_parts_total(&part[r]) : result->measured[r].total_s;
    if (total <= most) continue;
    most = total;
    slowest = r;
  }
  return slowest;
}
