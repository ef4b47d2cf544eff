#include "run/plan/job_counts.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "calibration/driver/calibration_budget.h"
#include "comm/exchange/strategy.h"
#include "io/config/config_check.h"
#include "io/config/config_forecast.h"
#include "io/machine/machine_lookup.h"
#include "io/mesh/fibre_file.h"
#include "io/mesh/tetgen_range.h"
#include "io/mesh/tetgen_ranks.h"
#include "run/plan/checkpoint_values.h"
#include "run/plan/format_choice.h"
#include "solve/observe/history.h"
#include "solve/observe/steady_stop.h"
#include "solve/observe/watchdog_hook.h"

/* ---- files ---- */

/* Adds the size of the fibre file. Does nothing if the mesh file contains the fibres, because this file is
 * read only once. */
static void add_fibres(const tc_config *c, tc_job_counts *out) {
  const char *file = c->diffusion.fibres.file;
  struct stat info;
  if (!file || strcmp(file, c->mesh.file) == 0 || stat(file, &info) != 0) return;
  *(tc_fibres_is_hdf(file) ? &out->binary_B : &out->text_B) += (double)info.st_size;
  out->files++;
}

static void set_files(const tc_config *c, const tc_mesh_input_bytes *files, int ranks, tc_job_counts *out) {
  const int readers = tc_tetgen_count_readers(files->text, TC_TETGEN_BYTES_PER_READER, ranks);
  out->text_B = files->text * tc_tetgen_range_time(readers);
  out->binary_B = files->binary;
  out->import_text_B = files->imported;
  out->files = files->files;
  add_fibres(c, out);
}

/* ---- steps ---- */

static int64_t find_divisor(int64_t a, int64_t b) { return b == 0 ? a : find_divisor(b, a % b); }

/* Returns the least common multiple of two intervals, or `most` + 1 if it is larger than `most`; 0 if an
 * interval is 0. */
static int64_t find_multiple(int64_t a, int64_t b, int64_t most) {
  if (a == 0 || b == 0) return 0;
  const int64_t factor = b / find_divisor(a, b);
  return a > most / factor ? most + 1 : a * factor;
}

/* Returns the number of multiples of `every` after step `from` up to `last`; 0 if `every` is 0. */
static int64_t count_multiples(int64_t every, int64_t from, int64_t last) {
  return every > 0 ? last / every - from / every : 0;
}

/* Returns the number of steps before the last one that are multiples of at least one of three intervals, by
 * the inclusion-exclusion principle. */
static int64_t count_union(const int64_t every[3], int64_t from, int64_t last) {
  const int64_t end = last - 1;
  int64_t count = 0, all = every[0];
  for (int k = 0; k < 3; k++) {
    count += count_multiples(every[k], from, end);
    count -= count_multiples(find_multiple(every[k], every[(k + 1) % 3], last), from, end);
    if (k > 0) all = find_multiple(all, every[k], last);
  }
  return count + count_multiples(all, from, end);
}

/* Returns the number of checks of the watchdog (stability of the run) and of the steady stop, which ends a
 * run whose field no longer changes. The watchdog checks at its own interval, at the last step, and once at
 * each step with outputs of the field. */
static int64_t count_checks(const tc_config *c, int64_t from, int64_t last) {
  const int64_t every[] = {c->time.method->stabilised ? 1 : TC_WATCHDOG_INTERVAL,
                           c->snapshots.file ? c->snapshots.every : 0,
                           c->checkpoint.file ? c->checkpoint.every : 0},
                steady = c->time.method->solves ? 1 : TC_STEADY_STOP_INTERVAL;
  return count_union(every, from, last) + 1 +
         (c->time.steady > 0.0 ? tc_hook_count_after(steady, from, last) : 0);
}

/* Returns the number of snapshots after the step from which the run resumes. Requested times are assumed to
 * be evenly distributed over the steps. */
static int64_t count_snapshots(const tc_config *c, const tc_job_numbers *n, int64_t last) {
  const int64_t from = n->resume_step;
  if (!tc_config_has_output_times(c)) return tc_hook_count_after(c->snapshots.every, from, last);
  const double part = (double)(last - from) / (double)(n->steps - from);
  return last >= n->steps ? n->requested : 1 + (int64_t)(part * (double)n->requested);
}

void tc_job_counts_set_steps(const tc_config *c, const tc_job_numbers *n, int64_t last, tc_job_counts *out) {
  const int64_t from = n->resume_step, rows_every = tc_history_interval(c->history.every, n->steps);
  const bool any = last > from;
  out->steps = any ? last - from : 0;
  out->snapshots = any && c->snapshots.file ? count_snapshots(c, n, last) : 0;
  out->checkpoints = any && c->checkpoint.file ? tc_hook_count_after(c->checkpoint.every, from, last) : 0;
  out->history_rows = any && tc_config_has_history(c) ? tc_hook_count_after(rows_every, from, last) : 0;
  out->checks = any ? count_checks(c, from, last) : 0;
}

/* ---- all counts ---- */

/* Returns the number of METIS blocks of an ordering in blocks. If METIS also distributes the cells, each rank
 * divides its own cells into blocks. Otherwise the whole mesh is divided, into at least one block per
 * rank. */
static int64_t count_blocks(const tc_config *c, const tc_footprint_run *run) {
  if (!c->order.method->in_blocks) return 0;
  if (c->distribution.kind != TC_DISTRIBUTION_METIS) return run->parts;
  return c->order.block > 0 ? run->cells / run->ranks / c->order.block : 0;
}

static void set_mesh(const tc_config *c, const tc_footprint_run *run, tc_job_counts *out) {
  out->cells = run->cells;
  out->vertices = run->nodes;
  out->faces = run->faces;
  out->order = c->order.method->name;
  out->order_blocks = count_blocks(c, run);
  const tc_layout_options layout = tc_config_layout(c, 1);
  out->partitions = c->distribution.kind == TC_DISTRIBUTION_METIS && run->ranks > 1;
  out->partitioner = tc_layout_partitioner(&layout, run->cells);
}

static void set_ranks(const tc_footprint_run *run, const tc_job_numbers *n, tc_job_counts *out) {
  out->ranks = run->ranks;
  out->nodes = n->nodes;
  out->threads = n->threads;
  out->rows = n->rows;
  out->ghosts = n->ghosts;
  out->peers = n->peers;
  out->moved = n->nodes > 1 ? run->cells / n->nodes * (n->nodes - 1) : 0;
}

/* Returns the number of strategies whose traffic the run counts: that of the config, or all among which it
 * chooses (run/session/forecasts.c). */
static int count_strategies(const tc_config *c, bool on_device) {
  int count = 0;
  if (c->strategy) return 1;
  for (int i = 0; i < tc_strategy_count(); i++) {
    const tc_strategy *each = tc_strategy_at(i);
    count += tc_strategy_is_valid(each) && !tc_strategy_uses_pointers(each) &&
             tc_strategy_supports(each, c->kernel) && (!on_device || each->transport);
  }
  return count;
}

static void set_matrix(const tc_config *c, const tc_footprint_run *run, const tc_job_numbers *n,
                       tc_job_counts *out) {
  out->scheme = c->diffusion.scheme->name;
  out->width = run->width;
  out->scratch_B = (double)run->scratch;
  out->strategies = count_strategies(c, n->on_device);
  out->stages = n->stages;
  out->has_tensors = run->tensors || c->diffusion.tensor.form != TC_TENSOR_SCALAR;
  out->searches = true;
  out->tries_formats = tc_format_is_measured(c, n->on_device, n->steps * (n->stages > 0 ? n->stages : 1));
  out->uses_machine = tc_machine_kind_of(c->machine) == TC_MACHINE_AUTO;
  out->probes = tc_config_has_speed_probe(c);
}

static void set_outputs(const tc_config *c, const tc_job_numbers *n, tc_job_counts *out) {
  const int values = tc_checkpoint_values_count(c).max;
  out->has_snapshot_file = c->snapshots.file;
  out->axis_values = n->adds_snapshots ? 0 : 6 * c->snapshots.tensor + 3 * c->snapshots.fibres;
  out->snapshot_fields = 1 + c->source.states;
  out->compress = c->snapshots.compress;
  out->checkpoint_B = (double)sizeof(double) * values * (double)out->cells;
  out->history_points = c->probes.count;
}

void tc_job_counts_set(const tc_config *c, const tc_footprint_run *run, const tc_mesh_input_bytes *files,
                       const tc_job_numbers *n, tc_job_counts *out) {
  *out = (tc_job_counts){0};
  set_mesh(c, run, out);
  set_files(c, files, run->ranks, out);
  set_ranks(run, n, out);
  set_matrix(c, run, n, out);
  set_outputs(c, n, out);
  tc_job_counts_set_steps(c, n, n->steps, out);
}

void tc_job_counts_set_search(const tc_stable_step *stable, bool is_cached, tc_job_counts *out) {
  if (stable->trials == 0) return;
  out->searches = !is_cached;
  out->trials = stable->trials;
  /* A cached step needs one assembly without stabilisation, and a second one if its stabilisation is
   * positive. */
  if (is_cached) out->trials = stable->stabilisation > 0.0 ? 2 : 1;
  out->search_products = stable->products + stable->cached_products;
  out->response_products = stable->response.products;
}

/* ---- forecast ---- */

/* Returns the time that the run grants to measuring the machine (run/environment/machine_auto.c). */
static double budget_seconds(const tc_params *machine, const tc_job_counts *n) {
  const double bytes = (double)n->rows * tc_row_bytes(n->width),
               Bps = tc_params_curve(machine, machine->stream_Bps, bytes);
  const double products = (double)n->steps * (n->stages > 0 ? n->stages : 1);
  return tc_calibration_budget_seconds(tc_calibration_rest_s(products, bytes, Bps));
}

/* Returns the forecast time in s from the first step to the last one, in which checkpoints at intervals of
 * checkpoint.seconds are written. */
static double loop_s(const tc_job_forecast *f) {
  static const int phase[] = {TC_JOB_PHASE_steps, TC_JOB_PHASE_checks, TC_JOB_PHASE_snapshots,
                              TC_JOB_PHASE_checkpoints, TC_JOB_PHASE_history};
  double sum = 0.0;
  for (size_t k = 0; k < sizeof phase / sizeof *phase; k++) sum += f->phase_s[phase[k]];
  return sum;
}

void tc_job_counts_forecast(const tc_config *c, const tc_params *machine, bool allows_defaults,
                            tc_job_counts *counts, tc_job_forecast *out) {
  counts->machine_budget_s = budget_seconds(machine, counts);
  tc_job_forecast_compute(machine, counts, allows_defaults, out);
  if (!(c->checkpoint.seconds > 0.0) || counts->steps == 0) return;
  /* There is at most one checkpoint per step, and one at the end. */
  const double intervals = floor(loop_s(out) / c->checkpoint.seconds),
               timed = fmin(intervals, (double)counts->steps - 1.0) + 1.0;
  if (!isfinite(intervals) || timed <= (double)counts->checkpoints) return;
  /* The watchdog checks the field before each of these checkpoints. */
  counts->checks += (int64_t)timed - counts->checkpoints;
  counts->checkpoints = (int64_t)timed;
  tc_job_forecast_compute(machine, counts, allows_defaults, out);
}
