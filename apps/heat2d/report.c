/* Tables of `heat2d run` and `heat2d predict`. A measured time is the maximum over the ranks of their
 * medians. Values without a forecast are NaN and printed as "-". report_json.c writes the same results as
 * JSON. */
#include "report.h"
#include "base/core/print.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/text/number_format.h"

static const char *const names[H2_TIME_COUNT] = {"pack", "barrier", "get",  "unpack",
                                                 "halo", "compute", "total"};

const char *h2_time_name(h2_time time) { return names[time]; }

double h2_measured_s(const h2_report *report, h2_time time) {
  double most = 0.0;
  for (int r = 0; r < report->ranks; r++) most = fmax(most, report->measured[r].s[time]);
  return most;
}

double h2_forecast_s(const tc_heat2d_forecast *f, h2_time time) {
  switch (time) {
  case H2_TIME_PACK: return f->pack;
  case H2_TIME_GET: return f->get;
  case H2_TIME_UNPACK: return f->unpack;
  case H2_TIME_HALO: return f->halo;
  case H2_TIME_COMPUTE: return f->compute;
  case H2_TIME_TOTAL: return f->halo + f->compute;
  default: return NAN;
  }
}

/* Returns a text for the source of the machine parameters: the path of the machine file, or "this one". If
 * ranks share cores, the machine is not measured, because the measured times would be wrong, and the text
 * states this. */
static const char *machine_of(const h2_report *r) {
  if (r->machine_file) return r->machine_file;
  return r->machine.private_bandwidth_Bps > 0.0 ? "this one" : "not measured, because ranks share cores";
}

static void write_head(const h2_report *r, FILE *out) {
  const tc_heat2d_grid *grid = &r->wave->grid;
  tc_fprintf(out, "2D heat equation: %d x %d points, %d step%s of %.6g\n", (int)grid->rows, (int)grid->cols,
             (int)r->steps, tc_plural_suffix(r->steps), r->wave->dt);
  fprintf(out, "%d rank%s (%dx%d) x %d thread%s on %d node%s", r->ranks, tc_plural_suffix(r->ranks),
          grid->mprocs, grid->nprocs, r->threads, tc_plural_suffix(r->threads), r->nodes,
          tc_plural_suffix(r->nodes));
  if (r->machine.private_bandwidth_Bps > 0.0)
    tc_fprintf(out, "; memory bandwidth %.3g GB/s per rank", 1e-9 * r->machine.private_bandwidth_Bps);
  fprintf(out, " (machine: %s)\n", machine_of(r));
}

/* Writes the text `line` to `out` without its trailing blanks. */
static void write_trimmed(const char *line, FILE *out) {
  int length = (int)strlen(line);
  while (length > 0 && line[length - 1] == ' ') length--;
  fprintf(out, "%.*s\n", length, line);
}

static void write_time(const h2_report *report, h2_time time, FILE *out) {
  char measured[32], predicted[32] = "-  ", error[32] = "-  ", line[128];
  const double actual = h2_measured_s(report, time), forecast = h2_forecast_s(&report->forecast, time);
  tc_number_format_seconds(actual, measured, sizeof measured);
  if (!isnan(forecast)) {
    tc_number_format_seconds(forecast, predicted, sizeof predicted);
    tc_number_format_error(forecast, actual, h2_measured_s(report, H2_TIME_TOTAL), error, sizeof error);
  }
  snprintf(line, sizeof line, "  %-10s %14s %14s %12s", names[time], measured, predicted, error);
  write_trimmed(line, out);
}

static bool in_cache(const h2_report *report) {
  const long cache = sysconf(_SC_LEVEL2_CACHE_SIZE);
  double most = 0.0;
  for (int r = 0; r < report->ranks; r++)
    most = fmax(most, 16.0 * report->counts[r].rows * report->counts[r].cols);
  return cache > 0 && most <= (double)cache;
}

static void write_legend(const h2_report *report, FILE *out) {
  fprintf(out,
          "\nmeasured: median over the steps, slowest rank; halo: pack to unpack; total: halo and compute\n"
          "*: error above 25 %%, in a part above 5 %% of the step\n"
          "Waiting in the barrier is part of halo and total, but no forecast covers it.\n");
  if (isnan(report->forecast.compute))
    fprintf(out, "No forecast (-): the machine has no parameters (%s).\n", machine_of(report));
  else if (isnan(report->forecast.halo))
    fprintf(out, "No forecast (-) across nodes: the machine lacks remote parameters: set --machine FILE.\n");
  if (in_cache(report) && !isnan(report->forecast.compute))
    fprintf(out, "The block of a rank fits into its cache, but the model assumes memory bandwidth: the "
                 "forecast is too high.\n");
}

void h2_table(const h2_report *report, FILE *out) {
  const h2_exact_solution_check *check = &report->check;
  write_head(report, out);
  fprintf(out, "\nseconds per step:\n  %-10s %14s %14s %12s\n", "part", "measured", "forecast", "error");
  for (int time = 0; time < H2_TIME_COUNT; time++) write_time(report, (h2_time)time, out);
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

static void write_imagined(const h2_predictions *all, const h2_prediction *o, FILE *out) {
  char grid[32];
  snprintf(grid, sizeof grid, "%dx%d", o->grid.mprocs, o->grid.nprocs);
  fprintf(out, "%7d %6d %9s", o->ranks, o->nodes, grid);
  write_seconds(all->steps * o->printed.halo, 14, out);
  write_seconds(all->steps * o->tabulated.halo, 14, out);
  fputc(o->split_rows ? '*' : ' ', out);
  write_seconds(all->steps * o->printed.compute, 12, out);
  fputc('\n', out);
}

void h2_predictions_table(const h2_predictions *all, FILE *out) {
  bool split = false;
  fprintf(out, "2D heat equation: %d x %d points; seconds for %d step%s on %s, %d rank%s per node\n\n",
          (int)all->rows, (int)all->cols, (int)all->steps, tc_plural_suffix(all->steps), all->machine_file,
          all->ranks_per_node, tc_plural_suffix(all->ranks_per_node));
  fprintf(out, "%7s %6s %9s %14s %14s %13s\n", "ranks", "nodes", "grid", "halo, printed", "halo, second",
          "compute");
  for (int i = 0; i < all->count; i++) {
    write_imagined(all, &all->run[i], out);
    split = split || all->run[i].split_rows;
  }
  fprintf(out, "\nprinted: equations (20)-(22) of Lagraviere et al. 2019 as printed; compute: (23).\n"
               "second: (21) with the local factor 1 instead of 2, no latency, and every node counted as an\n"
               "inner one, which gives the halo column of the paper's Table 5 for its 16 to 256 ranks.\n");
  if (split)
    fprintf(out, "*: a row of the grid spans several nodes. Table 5 has one such case, 512 ranks, whose\n"
                 "   published halo times follow from neither reading.\n");
}
