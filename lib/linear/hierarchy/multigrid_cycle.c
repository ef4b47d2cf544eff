#include "linear/hierarchy/multigrid_internal.h"

static bool is_solved_directly(const tc_multigrid *m, int level) {
  return m->coarsest && level == m->figures.levels - 1;
}

static float *right_side(const tc_multigrid *m, int level) {
  return is_solved_directly(m, level) ? tc_coarsest_b(m->coarsest) : tc_cycle_level_b(m->part[level].storage);
}

static float *iterate(const tc_multigrid *m, int level) {
  return is_solved_directly(m, level) ? tc_coarsest_x(m->coarsest) : tc_cycle_level_x(m->part[level].storage);
}

float *tc_multigrid_b(const tc_multigrid *m) { return right_side(m, 0); }
float *tc_multigrid_x(const tc_multigrid *m) { return iterate(m, 0); }

/* Solves the coarsest level directly. If it is too large for this, smooths it twice, so that the cycle
 * remains symmetric and has the same smoothers on all levels. */
static tc_status solve_coarsest(const tc_multigrid *m) {
  tc_cycle_level *storage = m->part[m->figures.levels - 1].storage;
  if (m->coarsest) return tc_coarsest_solve(m->coarsest);
  TC_TRY(tc_cycle_level_smooth(storage, true));
  return tc_cycle_level_smooth(storage, false);
}

tc_status tc_multigrid_cycle(const tc_multigrid *m) {
  const int last = m->figures.levels - 1;
  for (int l = 0; l < last; l++) {
    TC_TRY(tc_cycle_level_smooth(m->part[l].storage, true));
    TC_TRY(tc_cycle_level_restrict(m->part[l].storage, right_side(m, l + 1)));
  }
  TC_TRY(solve_coarsest(m));
  for (int l = last - 1; l >= 0; l--) {
    TC_TRY(tc_cycle_level_prolong(m->part[l].storage, iterate(m, l + 1), m->part[l].factor));
    TC_TRY(tc_cycle_level_smooth(m->part[l].storage, false));
  }
  return TC_OK;
}
