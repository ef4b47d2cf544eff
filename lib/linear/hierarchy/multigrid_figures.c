/* Sizes, bytes, messages and seconds of a multigrid hierarchy for logs, reports and models. */
#include "linear/hierarchy/multigrid.h"

#include <math.h>
#include <string.h>

#include "base/text/line.h"
#include "base/text/number_format.h"

enum { MESSAGES, VALUES, REMOTE_MESSAGES, REMOTE_VALUES, COUNTS };
enum { ROWS = COUNTS, PEERS, GHOSTS, PER_LEVEL };
enum { AGGREGATES_S = COUNTS, CONTRACTION_S, COARSE_MATRICES_S, SMOOTHING_S, TOTALS };

enum { value_B = 4, term_B = 8 /* bytes of a coupling or weight with the column number */, double_B = 8 };

/* Returns the bytes of the passes of a smoothing sequence. A pass reads the rows, b and x, and writes the
 * results of one or two sweeps. A first step from 0 that is not combined with the second one reads b and the
 * inverse diagonal. */
static double count_smoothing(const tc_multigrid_level *level, int degree, bool from_zero,
                              bool computes_residual) {
  const double vector_B = (double)level->rows * value_B,
               rows_B = (double)level->entries * term_B + 2.0 * vector_B;
  const int last = degree + computes_residual;
  double sum = 0.0;
  for (int stage = 1; stage <= last;) {
    const bool is_pair = (last - stage) % 2 == 1, is_start = from_zero && stage == 1 && !is_pair;
    sum += (is_start ? 0.0 : rows_B) + (is_pair ? 4.0 : 3.0) * vector_B;
    stage += is_pair ? 2 : 1;
  }
  return sum;
}

/* Returns the bytes of restriction and prolongation. Both read the entries of the prolongation, which have no
 * weights in plain aggregation. Restriction also reads the residual and writes b of the coarse rows.
 * Prolongation also reads x of the coarse rows, and reads and writes x. */
static double count_transfers(const tc_multigrid_level *level, int64_t coarse_rows) {
  const bool is_plain = !strcmp(level->aggregation, "plain");
  return 2.0 * (double)level->transfers * (is_plain ? value_B : term_B) +
         (3.0 * (double)level->rows + 2.0 * (double)coarse_rows) * value_B;
}

/* On level 0, a cycle also converts the residual, which it reads together with the volumes, and converts the
 * result. A direct solution reads the triangular factor twice. */
double tc_multigrid_count_level_bytes(const tc_multigrid_figures *f, int l, int degree) {
  const tc_multigrid_level *level = &f->level[l];
  const bool has_coarser = l < f->levels - 1, is_direct = !strcmp(level->aggregation, "direct");
  const double rows = (double)level->rows, application_B = l == 0 ? 3.0 * double_B + 2.0 * value_B : 0.0;
  if (is_direct) return rows * application_B + rows * rows * double_B;
  return rows * application_B + count_smoothing(level, degree, true, has_coarser) +
         count_smoothing(level, degree, false, false) +
         (has_coarser ? count_transfers(level, f->level[l + 1].rows) : 0.0);
}

double tc_multigrid_count_cycle_bytes(const tc_multigrid_figures *f, int degree) {
  double sum = 0.0;
  for (int l = 0; l < f->levels; l++) sum += tc_multigrid_count_level_bytes(f, l, degree);
  return sum;
}

/* ---- combination over all ranks ---- */

static void get_counts(const tc_cycle_counts *counts, double *out) {
  out[MESSAGES] = (double)counts->messages;
  out[VALUES] = (double)counts->values;
  out[REMOTE_MESSAGES] = (double)counts->remote_messages;
  out[REMOTE_VALUES] = (double)counts->remote_values;
}

static tc_cycle_counts counts_of(const double *number) {
  return (tc_cycle_counts){(int64_t)number[MESSAGES], (int64_t)number[VALUES],
                           (int64_t)number[REMOTE_MESSAGES], (int64_t)number[REMOTE_VALUES]};
}

static void get_level(const tc_multigrid_level *level, double *out) {
  get_counts(&level->cycle, out);
  out[ROWS] = (double)level->rank_rows;
  out[PEERS] = level->peers;
  out[GHOSTS] = level->ghosts;
}

static void set_level(const double *number, tc_multigrid_level *level) {
  level->cycle = counts_of(number);
  level->rank_rows = (int64_t)number[ROWS];
  level->peers = (int)number[PEERS];
  level->ghosts = (int32_t)number[GHOSTS];
}

static void set_totals(const double *number, tc_multigrid_figures *f) {
  f->cycle = counts_of(number);
  f->aggregates_s = number[AGGREGATES_S];
  f->contraction_s = number[CONTRACTION_S];
  f->coarse_matrices_s = number[COARSE_MATRICES_S];
  f->smoothing_s = number[SMOOTHING_S];
}

tc_status tc_multigrid_figures_combine(const tc_world *world, tc_multigrid_figures *f) {
  double level[TC_MULTIGRID_LEVELS][PER_LEVEL] = {{0}};
  double total[TOTALS] = {[AGGREGATES_S] = f->aggregates_s,
                          [CONTRACTION_S] = f->contraction_s,
                          [COARSE_MATRICES_S] = f->coarse_matrices_s,
                          [SMOOTHING_S] = f->smoothing_s};
  get_counts(&f->cycle, total);
  for (int l = 0; l < f->levels; l++) get_level(&f->level[l], level[l]);
  TC_TRY(tc_world_max(world, &level[0][0], f->levels * PER_LEVEL));
  TC_TRY(tc_world_max(world, total, TOTALS));
  for (int l = 0; l < f->levels; l++) set_level(level[l], &f->level[l]);
  set_totals(total, f);
  return tc_world_sum_int64(world, &f->bytes, 1);
}

/* ---- log lines ---- */

enum { cell_size = 32 };

/* Example: multigrid on 64 ranks: 6 levels, operator complexity 1.38, 96 rounds of pairing in the setup,
 * setup forecast 88.0 ms
 */
static void log_forecast_head(const tc_multigrid_figures *f, const tc_multigrid_forecast *forecast,
                              const tc_log *log) {
  char cell[cell_size];
  tc_line line = {0};
  tc_line_add(&line,
              "multigrid on %d rank%s: %d level%s, operator complexity %.2f, %lld rounds of pairing in the "
              "setup",
              forecast->ranks, tc_plural_suffix(forecast->ranks), f->levels, tc_plural_suffix(f->levels),
              f->complexity, (long long)f->rounds);
  if (isfinite(forecast->setup_s))
    tc_line_add(&line, ", setup forecast %s", tc_number_format_time(forecast->setup_s, cell, sizeof cell));
  tc_log_write(log, TC_LOG_NORMAL, "%s", line.text);
}

static void log_head(const tc_multigrid_figures *f, const tc_log *log) {
  tc_log_write(log, TC_LOG_NORMAL,
               "multigrid: %d level%s, operator complexity %.2f, %.0f bytes per row, setup %.2f s, %lld "
               "rounds of pairing in the setup",
               f->levels, tc_plural_suffix(f->levels), f->complexity,
               (double)f->bytes / (double)f->level[0].rows, f->aggregates_s + f->coarse_matrices_s,
               (long long)f->rounds);
}

/* Example:   one cycle  forecast 4.50 ms  24 exchanges, 0 reductions */
static void log_cycle(const tc_multigrid_forecast *forecast, const tc_log *log) {
  char cell[cell_size] = "-";
  if (isfinite(forecast->cycle_s)) tc_number_format_time(forecast->cycle_s, cell, sizeof cell);
  tc_log_write(log, TC_LOG_NORMAL, "  one cycle  forecast %s  %d exchange%s, 0 reductions", cell,
               forecast->exchanges, tc_plural_suffix(forecast->exchanges));
}

void tc_multigrid_figures_log(const tc_multigrid_figures *f, const tc_multigrid_forecast *forecast,
                              const tc_log *log) {
  if (forecast)
    log_forecast_head(f, forecast, log);
  else
    log_head(f, log);
  tc_log_write(log, TC_LOG_NORMAL,
               "  level        rows  entries/row  aggregation  ranks  peers (max)  ghosts (max)");
  for (int l = 0; l < f->levels; l++) {
    const tc_multigrid_level *level = &f->level[l];
    tc_log_write(log, TC_LOG_NORMAL, "  %5d  %10lld  %11.1f  %-11s  %5d  %11d  %12d", l,
                 (long long)level->rows, (double)(level->rows + level->entries) / (double)level->rows,
                 level->aggregation, level->ranks, level->peers, (int)level->ghosts);
  }
  if (forecast) log_cycle(forecast, log);
}
