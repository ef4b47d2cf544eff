/* Tables of `heat2d run` and `heat2d predict`. For a measured time, each rank computes the median over the
 * steps, and the tables contain the maximum over the ranks. Values without a forecast are NaN and printed as
 * "-". report_json.c writes the same results as JSON. */
#include "report.h"
#include "base/core/print.h"

#include <math.h>
#include <unistd.h>

#include "base/text/line.h"
#include "base/text/number_format.h"

static const char *const names[H2_TIME_COUNT] = {"pack", "barrier", "get",  "unpack",
                                                 "halo", "compute", "total"};

const char *h2_time_name(h2_time time) { return names[time]; }

tc_status h2_forecast_compute(const tc_params *machine, tc_heat2d_variant variant, int ranks,
                              const tc_heat2d_counts *counts, h2_times *out) {
  tc_heat2d_forecast f;
  TC_TRY(tc_heat2d_predict(machine, variant, ranks, counts, &f));
  *out = (h2_times){{f.pack, NAN, f.get, f.unpack, f.halo, f.compute, f.halo + f.compute}};
  return TC_OK;
}

/* Returns a text for the source of the machine parameters: the path of the machine file, or "this one". If
 * ranks share cores, the machine is not measured, because its times would be wrong. The text then states
 * this. */
static const char *machine_text(const h2_report *r) {
  if (r->options->machine) return r->options->machine;
  return r->machine.private_bandwidth_Bps > 0.0 ? "this one" : "not measured, because ranks share cores";
}

/* Writes the mesh, the ranks and the machine. Example:
 * 2D heat equation: 2000 x 2000 points, 100 steps of 5e-08
 * 4 ranks (2x2) x 1 thread on 1 node; memory bandwidth 3.2 GB/s per rank (machine: this one) */
static void write_head(const h2_report *r, FILE *out) {
  const tc_heat2d_grid *grid = &r->wave->grid;
  const int steps = r->options->steps, ranks = r->world->ranks, nodes = r->world->nodes;
  tc_fprintf(out, "2D heat equation: %d x %d points, %d step%s of %.6g\n", (int)grid->rows, (int)grid->cols,
             steps, tc_plural_suffix(steps), r->wave->dt);
  fprintf(out, "%d rank%s (%dx%d) x %d thread%s on %d node%s", ranks, tc_plural_suffix(ranks), grid->mprocs,
          grid->nprocs, r->threads, tc_plural_suffix(r->threads), nodes, tc_plural_suffix(nodes));
  if (r->machine.private_bandwidth_Bps > 0.0)
    tc_fprintf(out, "; memory bandwidth %.3g GB/s per rank", 1e-9 * r->machine.private_bandwidth_Bps);
  fprintf(out, " (machine: %s)\n", machine_text(r));
}

static void write_time(const h2_report *report, int time, FILE *out) {
  char measured[32], predicted[32] = "-  ", error[32] = "-  ";
  tc_line line = {0};
  const double actual = report->measured.s[time], forecast = report->forecast.s[time];
  tc_number_format_seconds(actual, measured, sizeof measured);
  if (!isnan(forecast)) {
    tc_number_format_seconds(forecast, predicted, sizeof predicted);
    tc_number_format_error(forecast, actual, report->measured.s[H2_TIME_TOTAL], error, sizeof error);
  }
  tc_line_add(&line, "  %-10s %14s %14s %12s", names[time], measured, predicted, error);
  tc_line_trim(&line);
  fprintf(out, "%s\n", line.text);
}

static bool fits_in_cache(const h2_report *report) {
  const long cache = sysconf(_SC_LEVEL2_CACHE_SIZE);
  double largest_B = 0.0;
  for (int r = 0; r < report->world->ranks; r++)
    largest_B = fmax(largest_B, 16.0 * report->counts[r].rows * report->counts[r].cols);
  return cache > 0 && largest_B <= (double)cache;
}

static void write_legend(const h2_report *report, FILE *out) {
  fprintf(out,
          "\nmeasured: median over the steps, slowest rank; halo: pack to unpack; total: halo and compute\n"
          "*: error above 25 %%, in a part above 5 %% of the step\n"
          "Waiting in the barrier is part of halo and total, but no forecast covers it.\n");
  if (isnan(report->forecast.s[H2_TIME_COMPUTE]))
    fprintf(out, "No forecast (-): the machine has no parameters (%s).\n", machine_text(report));
  else if (isnan(report->forecast.s[H2_TIME_HALO]))
    fprintf(out, "No forecast (-) across nodes: the machine lacks remote parameters: set --machine FILE.\n");
  if (fits_in_cache(report) && !isnan(report->forecast.s[H2_TIME_COMPUTE]))
    fprintf(out, "The block of a rank fits into its cache, but the model assumes memory bandwidth: the "
                 "forecast is too high.\n");
}

void h2_table(const h2_report *report, FILE *out) {
  const h2_exact_solution_check *check = &report->check;
  write_head(report, out);
  fprintf(out, "\nseconds per step:\n  %-10s %14s %14s %12s\n", "part", "measured", "forecast", "error");
  for (int time = 0; time < H2_TIME_COUNT; time++) write_time(report, time, out);
  tc_fprintf(out, "  field: min %.6g, max %.6g, hash %016llx\n", check->min, check->max,
             (unsigned long long)check->hash);
  tc_fprintf(out, "  against the closed form: largest error %.3g (rounding: at most %.3g)\n", check->error,
             check->tolerance);
  write_legend(report, out);
}

/* Writes seconds with two decimals, as Lagraviere et al. (2019) do, or with three significant digits if the
 * number is small; "-" for NaN. */
static void write_seconds(double seconds, int width, FILE *out) {
  if (isnan(seconds))
    fprintf(out, " %*s", width, "-");
  else
    tc_fprintf(out, seconds == 0.0 || seconds >= 0.1 ? " %*.2f" : " %*.3g", width, seconds);
}

static void write_prediction(const h2_predictions *all, const h2_prediction *o, FILE *out) {
  char grid[32];
  snprintf(grid, sizeof grid, "%dx%d", o->grid.mprocs, o->grid.nprocs);
  fprintf(out, "%7d %6d %9s", o->ranks, o->nodes, grid);
  write_seconds(all->options->steps * o->printed.s[H2_TIME_HALO], 14, out);
  write_seconds(all->options->steps * o->tabulated.s[H2_TIME_HALO], 14, out);
  fputc(o->split_rows ? '*' : ' ', out);
  write_seconds(all->options->steps * o->printed.s[H2_TIME_COMPUTE], 12, out);
  fputc('\n', out);
}

void h2_predictions_table(const h2_predictions *all, FILE *out) {
  const h2_options *o = all->options;
  bool has_split_rows = false;
  fprintf(out, "2D heat equation: %d x %d points; seconds for %d step%s on %s, %d rank%s per node\n\n",
          (int)o->rows, (int)o->cols, (int)o->steps, tc_plural_suffix(o->steps), o->machine,
          all->ranks_per_node, tc_plural_suffix(all->ranks_per_node));
  fprintf(out, "%7s %6s %9s %14s %14s %13s\n", "ranks", "nodes", "grid", "halo, printed", "halo, second",
          "compute");
  for (int i = 0; i < o->ranks.count; i++) {
    write_prediction(all, &all->run[i], out);
    has_split_rows = has_split_rows || all->run[i].split_rows;
  }
  fprintf(out, "\nprinted: equations (20)-(22) of Lagraviere et al. 2019 as printed; compute: (23).\n"
               "second: (21) with the local factor 1 instead of 2, no latency, and every node counted as an\n"
               "inner one, which gives the halo column of the paper's Table 5 for its 16 to 256 ranks.\n");
  if (has_split_rows)
    fprintf(out, "*: a row of the grid spans several nodes. Table 5 has one such case, 512 ranks, whose\n"
                 "   published halo times equal neither column.\n");
}
