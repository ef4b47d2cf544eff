#include "run/plan/read_counts.h"

#include "calibration/node/bench_product.h"

/* `kept`: number of entries in the cache of counts of reads. `digits`: number of different values to which
 * numbers of rows between two consecutive powers of two are rounded. */
enum { kept = 16, digits = 1 << 7 };
typedef struct usual {
  int32_t rows[kept];
  tc_reuse reuse[kept];
} usual;

/* Returns the numbers of reads by reuse distance of a benchmark matrix with about `rows` rows. Takes them
 * from the cache `u`, or computes and caches them. The number of rows is rounded, so that METIS subdomains,
 * which have similar sizes, use the same entry. */
static tc_status find_usual(usual *u, int32_t rows, int width, const tc_reuse **out) {
  int32_t step = 1;
  while (rows / step >= 2 * digits) step *= 2;
  const int32_t number = (rows + step / 2) / step, slot = number % kept, about = number * step;
  if (u->rows[slot] != about) TC_TRY(tc_bench_matrix_reuse(about, width, &u->reuse[slot]));
  u->rows[slot] = about;
  *out = &u->reuse[slot];
  return TC_OK;
}

tc_status tc_read_counts_subtract_usual(int ranks, double width, const tc_reuse *reuse, tc_reuse *excess) {
  const int entries = width < 1.0 ? 1 : (int)(width + 0.5);
  usual known = {.rows = {0}};
  const tc_reuse *found;
  for (int r = 0; r < ranks; r++) {
    excess[r] = reuse[r];
    if (!(reuse[r].rows > 0.0)) continue;
    TC_TRY(find_usual(&known, (int32_t)reuse[r].rows, entries, &found));
    tc_reuse_subtract(&excess[r], found);
  }
  return TC_OK;
}
