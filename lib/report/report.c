#include "report/report.h"

double tc_result_measured_s(const tc_result *result, int ranks, int part) {
  double most = 0.0;
  for (int r = 0; r < ranks; r++) {
    tc_parts parts = result->measured[r].part_s;
    double value = part < 0 ? result->measured[r].total_s : *tc_part_at(&parts, part);
    if (value > most) most = value;
  }
  return most;
}

double tc_result_predicted_s(const tc_result *result, int ranks, int part) {
  if (part < 0) return result->predicted_total_s;
  double most = 0.0;
  for (int r = 0; r < ranks; r++) {
    tc_parts parts = result->predicted[r];
    double value = *tc_part_at(&parts, part);
    if (value > most) most = value;
  }
  return most;
}

tc_traffic tc_result_traffic(const tc_result *result, int ranks) {
  tc_traffic sum = {0};
  for (int r = 0; r < ranks; r++) {
    tc_traffic own = result->measured[r].traffic;
    for (int c = 0; c < tc_traffic_count(); c++) *tc_traffic_at(&sum, c) += *tc_traffic_at(&own, c);
  }
  return sum;
}

double tc_result_memory_B(const tc_result *result, int ranks) {
  double sum = 0.0;
  for (int r = 0; r < ranks; r++) sum += result->measured[r].peak_memory_B;
  return sum;
}
