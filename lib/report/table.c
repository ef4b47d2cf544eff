#include <math.h>

#include "report/report.h"

static const double marked_beyond = 0.25;

/* Three significant digits with a unit that fits: "12.3 us". */
static void format_seconds(double seconds, char *out, size_t size) {
  static const struct {
    double factor;
    const char *unit;
  } units[] = {{1e9, "ns"}, {1e6, "us"}, {1e3, "ms"}, {1.0, "s "}};
  int u = seconds < 1e-6 ? 0 : seconds < 1e-3 ? 1 : seconds < 1.0 ? 2 : 3;
  double value = seconds * units[u].factor;
  int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  if (seconds == 0.0)
    snprintf(out, size, "0   ");
  else
    snprintf(out, size, "%.*f %s", decimals, value, units[u].unit);
}

static void write_part(const tc_result *result, int ranks, int part, FILE *out) {
  char measured[32], predicted[32] = "-", error[32] = "-";
  double actual = tc_result_measured_s(result, ranks, part);
  bool off = false;
  format_seconds(actual, measured, sizeof measured);
  if (result->predicted) {
    double forecast = tc_result_predicted_s(result, ranks, part);
    format_seconds(forecast, predicted, sizeof predicted);
    if (actual > 0.0) {
      snprintf(error, sizeof error, "%+.0f %%", 100.0 * (forecast / actual - 1.0));
      off = fabs(forecast / actual - 1.0) > marked_beyond;
    }
  }
  fprintf(out, "  %-10s %14s %14s %10s%s\n", part < 0 ? "total" : tc_part_name(part), measured, predicted,
          error, off ? " *" : "");
}

static void write_field(const tc_result *result, FILE *out) {
  if (!result->valid) {
    fprintf(out, "  the field is not a solution: strategy %s does not exchange values\n", result->strategy);
    return;
  }
  fprintf(out, "  field: min %.6g, max %.6g, integral %.12g, hash %016llx\n", result->field.min,
          result->field.max, result->field.integral, (unsigned long long)result->field.hash);
  if (!isnan(result->l2_error))
    fprintf(out, "  against the exact solution: L2 error %.3g, largest %.3g\n", result->l2_error,
            result->max_error);
}

static void write_result(const tc_report *report, const tc_result *result, FILE *out) {
  fprintf(out, "\n%s, %s distribution, blocks of %d; seconds per step:\n", result->strategy,
          result->distribution, (int)result->block_size);
  fprintf(out, "  %-10s %14s %14s %10s\n", "part", "measured", "forecast", "error");
  for (int part = 0; part < TC_PART_COUNT; part++) write_part(result, report->ranks, part, out);
  write_part(result, report->ranks, -1, out);
  double memory = tc_result_memory_B(result, report->ranks);
  fprintf(out, "  memory: %.3g GB at most in all ranks together, %.0f B a cell\n", 1e-9 * memory,
          report->cells > 0 ? memory / report->cells : 0.0);
  write_field(result, out);
}

void tc_report_table(const tc_report *report, FILE *out) {
  fprintf(out, "%s\n", report->title);
  fprintf(out, "%s: %d cells, %d nodes; %s scheme, width %d; %lld steps of %.6g to t = %.6g\n",
          report->mesh_file, (int)report->cells, (int)report->nodes_of_mesh, report->scheme, report->width,
          (long long)report->steps, report->dt, report->time);
  fprintf(out, "%d rank%s x %d thread%s on %d node%s; memory bandwidth %.3g GB/s a rank\n", report->ranks,
          report->ranks == 1 ? "" : "s", report->threads, report->threads == 1 ? "" : "s", report->nodes,
          report->nodes == 1 ? "" : "s", 1e-9 * report->machine.private_bandwidth_Bps);
  for (int i = 0; i < report->results; i++) write_result(report, &report->result[i], out);
  fprintf(out, "\nMeasured: median over steps, then the slowest rank. * forecast more than 25 %% off.\n");
}
