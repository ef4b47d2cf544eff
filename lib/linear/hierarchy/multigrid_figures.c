/* Figures of a multigrid hierarchy for logs, reports and counts of bytes. */
#include "linear/hierarchy/multigrid.h"

#include <string.h>

enum { PEERS, GHOSTS, PER_LEVEL };
enum { MESSAGES, VALUES, AGGREGATES_S, COARSE_MATRICES_S, TOTALS };

enum { value_B = 4, term_B = 8 /* a coupling or weight with the column */, double_B = 8 };

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
 * weights in plain aggregation. The residual is read, b of the coarse rows written and their x read, and x is
 * read and written. */
static double count_transfers(const tc_multigrid_level *level, int64_t coarse_rows) {
  const bool is_plain = !strcmp(level->aggregation, "plain");
  return 2.0 * (double)level->transfers * (is_plain ? value_B : term_B) +
         (3.0 * (double)level->rows + 2.0 * (double)coarse_rows) * value_B;
}

/* The application converts the residual, which it reads with the volumes, and its result, and a direct
 * solution reads the triangular factor twice. */
double tc_multigrid_count_cycle_bytes(const tc_multigrid_figures *f, int degree) {
  double sum = (double)f->level[0].rows * (3.0 * double_B + 2.0 * value_B);
  for (int l = 0; l < f->levels; l++) {
    const tc_multigrid_level *level = &f->level[l];
    const bool has_coarser = l < f->levels - 1, is_direct = !strcmp(level->aggregation, "direct");
    if (is_direct) return sum + (double)level->rows * (double)level->rows * double_B;
    sum += count_smoothing(level, degree, true, has_coarser) + count_smoothing(level, degree, false, false);
    if (has_coarser) sum += count_transfers(level, f->level[l + 1].rows);
  }
  return sum;
}

tc_status tc_multigrid_figures_combine(const tc_world *world, tc_multigrid_figures *f) {
  double maximum[TC_MULTIGRID_LEVELS][PER_LEVEL] = {{0}};
  double total[TOTALS] = {[MESSAGES] = (double)f->cycle.messages,
                          [VALUES] = (double)f->cycle.values,
                          [AGGREGATES_S] = f->aggregates_s,
                          [COARSE_MATRICES_S] = f->coarse_matrices_s};
  for (int l = 0; l < f->levels; l++) {
    maximum[l][PEERS] = f->level[l].peers;
    maximum[l][GHOSTS] = f->level[l].ghosts;
  }
  TC_TRY(tc_world_max(world, &maximum[0][0], f->levels * PER_LEVEL));
  TC_TRY(tc_world_max(world, total, TOTALS));
  for (int l = 0; l < f->levels; l++) {
    f->level[l].peers = (int)maximum[l][PEERS];
    f->level[l].ghosts = (int32_t)maximum[l][GHOSTS];
  }
  f->cycle = (tc_cycle_counts){(int64_t)total[MESSAGES], (int64_t)total[VALUES]};
  f->aggregates_s = total[AGGREGATES_S];
  f->coarse_matrices_s = total[COARSE_MATRICES_S];
  return tc_world_sum_int64(world, &f->bytes, 1);
}

static void log_head(const tc_multigrid_figures *f, int ranks, const tc_log *log) {
  const char *suffix = f->levels == 1 ? "" : "s";
  if (ranks > 0)
    tc_log_write(log, TC_LOG_NORMAL,
                 "multigrid on %d rank%s: %d level%s, operator complexity %.2f, %lld pairing rounds", ranks,
                 ranks == 1 ? "" : "s", f->levels, suffix, f->complexity, (long long)f->rounds);
  else
    tc_log_write(log, TC_LOG_NORMAL,
                 "multigrid: %d level%s, operator complexity %.2f, %.0f B a row, setup %.2f s, %lld pairing "
                 "rounds",
                 f->levels, suffix, f->complexity, (double)f->bytes / (double)f->level[0].rows,
                 f->aggregates_s + f->coarse_matrices_s, (long long)f->rounds);
}

void tc_multigrid_figures_log(const tc_multigrid_figures *f, int ranks, const tc_log *log) {
  log_head(f, ranks, log);
  tc_log_write(log, TC_LOG_NORMAL,
               "  level        rows  entries/row  aggregation  ranks  peers (max)  ghosts (max)");
  for (int l = 0; l < f->levels; l++) {
    const tc_multigrid_level *level = &f->level[l];
    tc_log_write(log, TC_LOG_NORMAL, "  %5d  %10lld  %11.1f  %-11s  %5d  %11d  %12d", l,
                 (long long)level->rows, (double)(level->rows + level->entries) / (double)level->rows,
                 level->aggregation, level->ranks, level->peers, (int)level->ghosts);
  }
}
