#include <math.h>
#include <string.h>

#include "report/format.h"
#include "report/report.h"

/* Below this number the memory of the process itself hides what a cell takes. */
enum { enough_cells = 200000 };

static const char *plural(int n) { return n == 1 ? "" : "s"; }

static void write_head(const tc_report *report, FILE *out) {
  if (report->title) fprintf(out, "%s\n", report->title);
  fprintf(out, "%s: %d cells, %d nodes; %s scheme, width %d; %lld step%s of %.6g to t = %.6g\n",
          report->mesh_file, (int)report->cells, (int)report->nodes_of_mesh, report->scheme, report->width,
          (long long)report->steps, report->steps == 1 ? "" : "s", report->dt, report->time);
  fprintf(out, "%d rank%s x %d thread%s on %d node%s; memory bandwidth %.3g GB/s a rank\n", report->ranks,
          plural(report->ranks), report->threads, plural(report->threads), report->nodes,
          plural(report->nodes), 1e-9 * report->machine.private_bandwidth_Bps);
}

/* What a reader has to know about these figures, and no more. */
static void write_legend(const tc_report *report, FILE *out) {
  bool forecast = false, missing = false;
  for (int i = 0; i < report->results; i++) {
    if (report->result[i].predicted)
      forecast = true;
    else
      missing = true;
  }
  fprintf(out, "\nMeasured: median over steps, then the slowest rank.%s\n",
          forecast ? " * forecast more than 25 % off." : "");
  if (missing && report->nodes > 1)
    fprintf(out,
            "No forecast (-) across nodes: their latency and bandwidth are not measured in this version.\n");
  else if (missing)
    fprintf(out, "No forecast (-) for naive: the model has none.\n");
  if (forecast && report->in_cache)
    fprintf(out, "This problem fits into the caches, where the model, which knows bandwidth only, is "
                 "optimistic.\n");
  if (report->crowded)
    fprintf(out,
            "Ranks and threads share cores: these times say little about a machine with a core for each.\n");
}

/* The line without the blanks at its end. */
static void write_trimmed(const char *line, FILE *out) {
  int length = (int)strlen(line);
  while (length > 0 && line[length - 1] == ' ') length--;
  fprintf(out, "%.*s\n", length, line);
}

static void write_part(const tc_result *result, int ranks, int part, FILE *out) {
  char measured[32], predicted[32] = "-  ", error[32] = "-  ";
  double actual = tc_result_measured_s(result, ranks, part);
  tc_format_seconds(actual, measured, sizeof measured);
  if (result->predicted) {
    double forecast = tc_result_predicted_s(result, ranks, part);
    tc_format_seconds(forecast, predicted, sizeof predicted);
    tc_format_error(forecast, actual, error, sizeof error);
  }
  char line[128];
  snprintf(line, sizeof line, "  %-10s %14s %14s %12s", part < 0 ? "total" : tc_part_name(part), measured,
           predicted, error);
  write_trimmed(line, out);
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

static void write_memory(const tc_report *report, const tc_result *result, FILE *out) {
  double memory = tc_result_memory_B(result, report->ranks);
  fprintf(out, "  memory: %.3g GB at most in all ranks together", 1e-9 * memory);
  if (report->cells >= enough_cells) fprintf(out, ", %.0f B a cell", memory / report->cells);
  fputc('\n', out);
}

static void write_result(const tc_report *report, const tc_result *result, FILE *out) {
  fprintf(out, "\n%s, %s distribution, blocks of %d; seconds per step:\n", result->strategy,
          result->distribution, (int)result->block_size);
  fprintf(out, "  %-10s %14s %14s %12s\n", "part", "measured", "forecast", "error");
  for (int part = 0; part < TC_PART_COUNT; part++) write_part(result, report->ranks, part, out);
  write_part(result, report->ranks, -1, out);
  write_memory(report, result, out);
  write_field(result, out);
}

void tc_report_table(const tc_report *report, FILE *out) {
  write_head(report, out);
  for (int i = 0; i < report->results; i++) write_result(report, &report->result[i], out);
  write_legend(report, out);
}

static void write_line(const tc_report *report, const tc_result *result, FILE *out) {
  char text[32];
  double total = tc_result_measured_s(result, report->ranks, -1);
  fprintf(out, "  %-10s %9d", result->strategy, (int)result->block_size);
  for (int part = 0; part < TC_PART_COUNT; part++) {
    tc_format_seconds(tc_result_measured_s(result, report->ranks, part), text, sizeof text);
    fprintf(out, " %9s", text);
  }
  tc_format_seconds(total, text, sizeof text);
  fprintf(out, " | %9s", text);
  char forecast[32] = "-  ", error[32] = "-  ", line[128];
  if (result->predicted) {
    tc_format_seconds(result->predicted_total_s, forecast, sizeof forecast);
    tc_format_error(result->predicted_total_s, total, error, sizeof error);
  }
  snprintf(line, sizeof line, " %9s %9s  %s", forecast, error, result->valid ? "" : "not a solution");
  write_trimmed(line, out);
}

void tc_report_comparison(const tc_report *report, FILE *out) {
  write_head(report, out);
  fprintf(out, "%s distribution; seconds per step:\n", report->result[0].distribution);
  fprintf(out, "  %-10s %9s", "strategy", "block");
  for (int part = 0; part < TC_PART_COUNT; part++) fprintf(out, " %9s", tc_part_name(part));
  fprintf(out, " | %9s %9s %9s\n", "total", "forecast", "error");
  for (int i = 0; i < report->results; i++) write_line(report, &report->result[i], out);
  for (int i = 0; i < report->results; i++)
    if (report->result[i].valid) {
      write_field(&report->result[i], out);
      break;
    }
  write_legend(report, out);
}
