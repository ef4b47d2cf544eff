/* Table of `finegrain run`: access counts, measured and forecast times, and the forecast errors of both
 * variants of the model. The summary of the errors is written only if no core runs several ranks and no other
 * program used CPU time, because forecasts assume this. The summary excludes trials that are too short and
 * trials during which the access rates changed. */
#include "output/run_table.h"
#include "base/core/print.h"

#include <math.h>
#include <string.h>

#include "base/numeric/stats.h"
#include "base/text/number_format.h"
#include "output/report.h"
#include "programs/runner.h"

bool fg_run_is_comparable(const fg_timed_runs *run) {
  return !run->is_oversubscribed && run->cpu_share >= FG_CPU_SHARE_MIN;
}

static const char *format_percent(double error, char cell[FG_CELL]) {
  snprintf(cell, FG_CELL, "-");
  if (!isnan(error)) tc_snprintf(cell, FG_CELL, fabs(error) < 10.0 ? "%+.1f %%" : "%+.3g %%", 100.0 * error);
  return cell;
}

static const char *format_speedup(double value, char cell[FG_CELL]) {
  snprintf(cell, FG_CELL, "-");
  if (!isnan(value)) tc_snprintf(cell, FG_CELL, value < 0.1 ? "%.1g" : "%.2f", value);
  return cell;
}

static void write_head(const fg_timed_runs *run, FILE *out) {
  const fg_timed_run *first = run->trial;
  const int ranks = first->program_case.loops.ranks;
  fg_print_title(&first->program_case, out);
  fprintf(out, "%d rank%s on %d node%s, size %lld%s; checked: %s\n\n", ranks, tc_plural_suffix(ranks),
          run->world->nodes, tc_plural_suffix(run->world->nodes), (long long)fg_timed_run_size(first),
          run->options->collide ? ", ranks may collide" : "", first->runner->summary);
  fprintf(out, "  %-8s %5s %10s %10s %9s %10s %10s %10s %9s %10s %9s %9s %6s\n", "layer", "P", "own", "near",
          "far", "measured", "private", "forecast", "delta", "printed", "delta", "speed-up", "(3)");
}

static void write_trial(const fg_timed_run *t, FILE *out) {
  char measured[FG_CELL], private_time[FG_CELL], incremental[FG_CELL], printed[FG_CELL], delta[2][FG_CELL],
      speedups[2][FG_CELL], share[FG_CELL] = "";
  const tc_access_counts *r = &t->access_counts[TC_READS], *w = &t->access_counts[TC_WRITES];
  if (t->percent > 0) snprintf(share, sizeof share, "%d %%", t->percent);
  fprintf(out, "  %-8s %5s %10lld %10lld %9lld %10s %10s %10s %9s %10s %9s %9s %6s%s\n",
          t->program_case.layer->name, share, (long long)r->own + w->own,
          (long long)r->node_local + w->node_local, (long long)r->remote + w->remote,
          fg_format_seconds(t->shared_s, measured), fg_format_seconds(t->private_s, private_time),
          fg_format_seconds(t->program_case.forecast.total_s, incremental),
          format_percent(fg_trial_error(t, &t->program_case.forecast), delta[0]),
          fg_format_seconds(t->printed.total_s, printed),
          format_percent(fg_trial_error(t, &t->printed), delta[1]),
          format_speedup(t->serial_s / t->shared_s, speedups[0]),
          format_speedup(t->program_case.forecast.speedup, speedups[1]),
          fg_timed_run_is_steady(t) ? "" : " *");
}

/* Writes the median and the maximum of the absolute forecast errors of one variant of the model, and the
 * number of errors within 15 %. Example: absolute forecast error |delta|, variant printed: median 4.1 %,
 * largest 12 %, 4 of 5 within 15 %. */
static void write_errors(const fg_timed_runs *run, const char *name, bool is_printed, FILE *out) {
  double error[FG_OPTIONS_LIST * FG_OPTIONS_LIST], largest = 0.0;
  int n = 0, accurate = 0;
  for (int i = 0; i < run->trials; i++) {
    const fg_timed_run *t = &run->trial[i];
    const double e = fabs(fg_trial_error(t, is_printed ? &t->printed : &t->program_case.forecast));
    if (!fg_timed_run_is_counted(t) || isnan(e)) continue;
    error[n++] = e;
    largest = fmax(largest, e);
    accurate += e <= 0.15;
  }
  if (n > 0)
    tc_fprintf(out,
               "absolute forecast error |delta|, variant %s: median %.1f %%, largest %.1f %%, %d of %d "
               "within 15 %%.\n",
               name, 100.0 * tc_median(error, (size_t)n), 100.0 * largest, accurate, n);
}

static void write_notes(const fg_timed_runs *run, FILE *out) {
  bool has_unsteady = false, has_cached = false, has_short = false;
  for (int i = 0; i < run->trials; i++) {
    has_short = has_short || run->trial[i].shared_s < FG_TIMED_RUN_MIN_S;
    has_unsteady = has_unsteady || !fg_timed_run_is_steady(&run->trial[i]);
    has_cached = has_cached || strcmp(run->trial[i].layer.name, "cached") == 0;
  }
  fputs("\nown, near, far: values of the rank itself, of other ranks of its node, of other nodes in one run; "
        "maximum over the\nranks. measured, private: time of the slowest rank, and with private memory. "
        "forecast (incremental): private time plus\nthe extra time of shared accesses; printed: private "
        "time plus the whole time of shared accesses. delta: forecast /\nmeasured - 1. speed-up: over one "
        "rank with private memory, measured and by (3).\n",
        out);
  if (has_cached && run->world->nodes == 1)
    fputs("Layer cached: no value is remote on one node, so nothing is cached.\n", out);
  if (has_short)
    tc_fprintf(out,
               "Programs of less than %.0f us, mostly barriers and clock resolution, are excluded below.\n",
               1e6 * FG_TIMED_RUN_MIN_S);
  if (has_unsteady)
    tc_fprintf(out, "*: the rates changed by more than %.0f %% in each attempt; excluded below.\n",
               100.0 * FG_RATE_CHANGE_MAX);
}

void fg_print_run_table(const fg_timed_runs *run, FILE *out) {
  write_head(run, out);
  for (int i = 0; i < run->trials; i++) write_trial(&run->trial[i], out);
  write_notes(run, out);
  if (run->is_oversubscribed)
    fputs("Forecasts are not compared with measurements, because ranks share cores.\n", out);
  else if (!fg_run_is_comparable(run))
    tc_fprintf(out,
               "Forecasts are not compared with measurements, because a rank had its core for %.0f %% of the "
               "time only.\n",
               100.0 * run->cpu_share);
  else {
    write_errors(run, "incremental", false, out);
    write_errors(run, "printed", true, out);
  }
}
