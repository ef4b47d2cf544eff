#include "sparse/tile_cache.h"

#include <stdlib.h>

#include "sparse/instance.h"
#include "support/expect.h"

enum { degree = 4, sector = 32 };

static tc_ell_pattern instance(int32_t rows, int32_t block) {
  int32_t *column = malloc((size_t)rows * degree * sizeof *column);
  cr_assert_not_null(column);
  tc_instance_directed(rows, block, degree, 1, column);
  return (tc_ell_pattern){rows, rows, degree, column, NULL};
}

static tc_tile_reads count(const tc_ell_pattern *A, tc_tile_cache cache) {
  tc_tile_reads reads = {0};
  expect_ok(tc_tile_cache_count(A, &cache, &reads));
  return reads;
}

/* A large cache evicts nothing, so each tile must read each of its sectors once. */
Test(tile_cache, a_large_one_is_unlimited) {
  static const int32_t tiles[] = {64, 96, 500};
  const tc_ell_pattern A = instance(3001, 300);
  for (int t = 0; t < 3; t++)
    for (int all = 0; all < 2; all++) {
      double x = 0.0;
      const tc_tile_reads reads = count(&A, (tc_tile_cache){tiles[t], 1000, 1 << 20, sector, all == 1});
      expect_ok(tc_reuse_count_tiles(&A, tiles[t], sector, &x));
      cr_expect_float_eq(reads.x, x, 1e-12, "tiles of %d", (int)tiles[t]);
      cr_expect_float_eq(reads.matrix, 1.5, 1e-3, "tiles of %d", (int)tiles[t]);
    }
  free((void *)A.column);
}

/* The cache has room for one sector. A warp of 32 rows reads the x of its rows from 8 sectors, which is 0.25
 * sectors per row. For each neighbour it reads up to 32 sectors. */
Test(tile_cache, one_sector_keeps_what_a_warp_reads_in_order) {
  const tc_ell_pattern A = instance(64, 64);
  const tc_tile_reads reads = count(&A, (tc_tile_cache){64, 64, sector, sector, false});
  cr_expect_geq(reads.x, 0.25 + 0.8 * degree);
  cr_expect_leq(reads.x, 0.25 + degree);
  free((void *)A.column);
}

/* If more rows are processed at the same time, they compete for the cache, so more sectors must be read. */
Test(tile_cache, more_rows_in_flight_read_more) {
  const tc_ell_pattern A = instance(1 << 14, 512);
  double before = 0.0;
  for (int32_t rows = 512; rows <= 4096; rows *= 2) {
    const tc_tile_reads reads = count(&A, (tc_tile_cache){512, rows, 48 << 10, sector, true});
    cr_expect_gt(reads.x + reads.matrix, before, "%d rows", (int)rows);
    before = reads.x + reads.matrix;
  }
  free((void *)A.column);
}

Test(tile_cache, the_same_numbers_each_time) {
  const tc_ell_pattern A = instance(5000, 700);
  const tc_tile_cache cache = {512, 2048, 48 << 10, sector, true};
  const tc_tile_reads first = count(&A, cache), second = count(&A, cache);
  cr_expect(first.x == second.x && first.matrix == second.matrix);
  free((void *)A.column);
}

Test(tile_cache, nothing_to_read) {
  const tc_ell_pattern none = {0, 0, degree, NULL, NULL};
  const tc_tile_reads reads = count(&none, (tc_tile_cache){64, 64, 1 << 10, sector, true});
  cr_expect(reads.x == 0.0 && reads.matrix == 0.0);
}
