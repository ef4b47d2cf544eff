/* Figures of a multigrid hierarchy for logs and reports. */
#include "linear/hierarchy/multigrid.h"

enum { PEERS, GHOSTS, PER_LEVEL };
enum { MESSAGES, VALUES, AGGREGATES_S, COARSE_MATRICES_S, TOTALS };

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

void tc_multigrid_figures_log(const tc_multigrid_figures *f, const tc_log *log) {
  tc_log_write(log, TC_LOG_NORMAL,
               "multigrid: %d level%s, operator complexity %.2f, %.0f B a row, setup %.2f s, %lld pairing "
               "rounds",
               f->levels, f->levels == 1 ? "" : "s", f->complexity,
               (double)f->bytes / (double)f->level[0].rows, f->aggregates_s + f->coarse_matrices_s,
               (long long)f->rounds);
  tc_log_write(log, TC_LOG_NORMAL,
               "  level        rows  entries/row  aggregation  ranks  peers (max)  ghosts (max)");
  for (int l = 0; l < f->levels; l++) {
    const tc_multigrid_level *level = &f->level[l];
    tc_log_write(log, TC_LOG_NORMAL, "  %5d  %10lld  %11.1f  %-11s  %5d  %11d  %12d", l,
                 (long long)level->rows, (double)(level->rows + level->entries) / (double)level->rows,
                 level->aggregation, level->ranks, level->peers, (int)level->ghosts);
  }
}
