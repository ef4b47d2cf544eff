#include "sparse/reuse_distance.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sparse/instance.h"
#include "support/meshes.h"

/* ---- generated columns of a matrix ---- */

static int32_t draw_below(int32_t n, uint64_t index) {
  return (int32_t)(tc_hash_mix(index + 99) % (uint64_t)n);
}

static tc_ell_pattern create_pattern(int32_t rows, int32_t columns, int width) {
  int32_t *column = malloc(((size_t)rows * (size_t)width + 1) * sizeof *column);
  return (tc_ell_pattern){rows, columns, width, column, NULL};
}

/* Returns the column array of a pattern for writing. */
static int32_t *filled(const tc_ell_pattern *e) { return (int32_t *)e->column; }

static void columns_free(tc_ell_pattern *e) { free(filled(e)); }

/* Random columns within `reach` of the row. A column outside the matrix is replaced by a random one. */
static tc_ell_pattern create_random_pattern(int32_t rows, int32_t columns, int width, int32_t reach) {
  tc_ell_pattern e = create_pattern(rows, columns, width);
  for (int32_t i = 0; i < rows; i++)
    for (int k = 0; k < width; k++) {
      const size_t at = (size_t)i * (size_t)width + (size_t)k;
      const int32_t near = i - reach + draw_below(2 * reach + 1, at);
      filled(&e)[at] = near >= 0 && near < columns ? near : draw_below(columns, at + 1);
    }
  return e;
}

static tc_ell_pattern blocks(int32_t rows, int32_t b) {
  tc_ell_pattern e = create_pattern(rows, rows, 4);
  tc_instance_directed(rows, b, 4, 1, filled(&e));
  return e;
}

/* Returns the pattern of the face neighbours in a box. Cells are shuffled within groups of `shuffled`
 * consecutive cells. With 1 their order is that of the mesh. */
static tc_ell_pattern box(int32_t bricks, int32_t shuffled) {
  tc_mesh *mesh = mesh_box(bricks, bricks, bricks, 0.0);
  tc_dual *dual = NULL;
  expect_ok(tc_dual_create(mesh, &dual));
  const int32_t n = mesh->cells;
  tc_ell_pattern e = create_pattern(n, n, 4);
  int32_t *cell = malloc((size_t)n * sizeof *cell), *position = malloc((size_t)n * sizeof *position);
  for (int32_t i = 0; i < n; i++) cell[i] = i;
  for (int32_t i = 0; i < n; i++) {
    const int32_t other = i - draw_below(i % shuffled + 1, (uint64_t)i), held = cell[i];
    cell[i] = cell[other];
    cell[other] = held;
  }
  for (int32_t i = 0; i < n; i++) position[cell[i]] = i;
  for (int32_t i = 0; i < n; i++)
    for (size_t k = 0; k < 4; k++) {
      const int32_t near = dual->neighbour[4 * (size_t)cell[i] + k];
      filled(&e)[4 * (size_t)i + k] = near < 0 ? i : position[near];
    }
  free(cell);
  free(position);
  tc_dual_destroy(&dual);
  tc_mesh_destroy(&mesh);
  return e;
}

/* ---- reference counts ---- */

/* Reference: cache lines of x in the order from the last touched to the first touched, each with the row that
 * touched it last. */
typedef struct list {
  int n;
  struct {
    int32_t line, row;
  } at[2000];
} list;

static int find(const list *l, int32_t line) {
  int k = 0;
  while (k < l->n && l->at[k].line != line) k++;
  return k;
}

static void touch(list *l, int32_t line, int32_t row) {
  const int k = find(l, line);
  if (k == l->n) l->n++;
  memmove(l->at + 1, l->at, (size_t)k * sizeof *l->at);
  l->at[0].line = line;
  l->at[0].row = row;
}

/* Returns the row that touched a line last, or -1 if there is none. */
static int32_t row_of(const list *l, int32_t line) {
  const int k = find(l, line);
  return k < l->n ? l->at[k].row : -1;
}

static void read_by_hand(list *l, int32_t line, int32_t row, double row_bytes, tc_reuse *out) {
  const int k = find(l, line);
  const int32_t last = row_of(l, line);
  bool in_order = false;
  for (int side = -1; side <= 1; side += 2) {
    const int32_t near = row_of(l, line + side);
    in_order |= near > last && near >= row - 16;
  }
  if (k == l->n) {
    *(in_order ? &out->cold_in_order : &out->cold) += 1.0;
  } else {
    const double bytes = 64.0 * k + row_bytes * (row - last);
    int bin = 0;
    while (bin < TC_REUSE_BINS - 1 && bytes * bytes >= 4096.0 * exp2(bin + 1)) bin++;
    (in_order ? out->in_order : out->scattered)[bin] += 1.0;
  }
  touch(l, line, row);
}

static int compare_numbers(const void *a, const void *b) {
  const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

static tc_reuse count_by_search(const tc_ell_pattern *e, double row_bytes) {
  tc_reuse out = {.rows = e->rows, .lines = (e->columns + 7) / 8, .sampled = 1};
  list *l = calloc(1, sizeof *l);
  for (int32_t i = 0; i < e->rows; i++) {
    int32_t column[64];
    memcpy(column, e->column + (size_t)i * (size_t)e->width, (size_t)e->width * sizeof *column);
    qsort(column, (size_t)e->width, sizeof *column, compare_numbers);
    touch(l, i / 8, i);
    for (int k = 0; k < e->width; k++)
      if (column[k] != i) read_by_hand(l, column[k] / 8, i, row_bytes, &out);
  }
  free(l);
  return out;
}

static void expect_equal(const tc_reuse *got, const tc_reuse *wanted, const char *what) {
  for (int b = 0; b < TC_REUSE_BINS; b++) {
    cr_assert_eq(got->scattered[b], wanted->scattered[b], "%s: %g scattered in bin %d, expected %g", what,
                 got->scattered[b], b, wanted->scattered[b]);
    cr_assert_eq(got->in_order[b], wanted->in_order[b], "%s: %g in order in bin %d, expected %g", what,
                 got->in_order[b], b, wanted->in_order[b]);
  }
  cr_assert_eq(memcmp(got, wanted, sizeof *got), 0, "%s: the rest", what);
}

static void expect_by_hand(tc_ell_pattern e, double row_bytes, const char *what) {
  const tc_reuse wanted = count_by_search(&e, row_bytes);
  tc_reuse exact, sampled;
  expect_ok(tc_reuse_count_part(&e, 0, 1, row_bytes, &exact));
  expect_equal(&exact, &wanted, what);
  expect_ok(tc_reuse_count(&e, row_bytes, &sampled)); /* if x has few cache lines, all lines are counted */
  expect_equal(&sampled, &wanted, what);
  columns_free(&e);
}

Test(reuse, x_alone_as_a_list_of_lines_says) {
  expect_by_hand(create_random_pattern(4000, 4000, 4, 4000), 0.0, "anywhere");
  expect_by_hand(create_random_pattern(3001, 4403, 12, 40), 0.0, "near");
  expect_by_hand(blocks(4000, 8), 0.0, "blocks of 8");
  expect_by_hand(blocks(4000, 700), 0.0, "blocks of 700");
  expect_by_hand(box(8, 1), 0.0, "a box");
  expect_by_hand(box(8, 300), 0.0, "a shuffled box");
}

Test(reuse, what_the_matrix_streams_is_part_of_a_distance) {
  expect_by_hand(create_random_pattern(4000, 4000, 4, 4000), 64.0, "anywhere");
  expect_by_hand(create_random_pattern(3001, 4403, 12, 40), 160.0, "near");
  expect_by_hand(blocks(4000, 700), 1000.0, "blocks of 700");
  expect_by_hand(box(8, 300), 64.0, "a shuffled box");
}

/* Rows 0, 8, 16 and 24 read lines of each other. All other rows read only their own value. */
Test(reuse, by_hand) {
  const int32_t reads[4][2] = {{24, 16}, {0, 16}, {8, 0}, {8, 16}};
  tc_ell_pattern e = create_pattern(32, 32, 4);
  tc_reuse got;
  for (int32_t i = 0; i < 128; i++) filled(&e)[i] = i / 4;
  for (int i = 0; i < 4; i++) memcpy(filled(&e) + 32 * i, reads[i], sizeof reads[i]);
  expect_ok(tc_reuse_count(&e, 64.0, &got));
  /* Row 0 touches lines 0, 2 and 3. Line 3 follows line 2 in order. Row 8 touches its line 1, and then line 0
   * of row 7 after 1 line and 1 row (128 bytes). It then touches line 2 of row 0 after lines 3, 1 and 0 and 8
   * rows (704 bytes). The adjacent line 1 was touched later, so this read is in order. Row 16 touches its
   * line 2, and then line 0 of row 8 after lines 2 and 1 and 8 rows (640). The adjacent line 1 was touched by
   * row 15. It then touches line 1 of row 15 after lines 0 and 2 and 1 row (192). Row 24 touches its line 3,
   * and then line 1 of row 16 after lines 2 and 3 and 8 rows (640). The adjacent line 2 was touched later. It
   * then touches line 2 of row 23 after lines 1 and 3 and 1 row (192). */
  tc_reuse wanted = {.cold = 1.0, .cold_in_order = 1.0, .rows = 32.0, .lines = 4.0, .sampled = 1};
  wanted.in_order[2] = 1.0; /* one read at a distance of 128 bytes */
  wanted.in_order[6] = 3.0; /* three reads at distances of 704, 640 and 640 bytes */
  wanted.in_order[3] = 2.0; /* two reads at a distance of 192 bytes */
  expect_equal(&got, &wanted, "four rows");
  columns_free(&e);
}

/* ---- counts from samples of the reads ---- */

static double sum(const double *of) {
  double all = 0.0;
  for (int b = 0; b < TC_REUSE_BINS; b++) all += of[b];
  return all;
}

static double reads(const tc_reuse *r) {
  return sum(r->scattered) + sum(r->in_order) + r->cold + r->cold_in_order;
}

/* Compares sampled counts with exact ones. For each distance from 32 KiB (the size of an L1 cache) on, the
 * number of reads at this distance and beyond must agree within 2 %. Numbers below 1 % of all reads are not
 * compared. */
static void expect_tails(const double *sampled, const double *exact, double all, const char *what) {
  double tail = 0.0, wanted = 0.0;
  for (int b = TC_REUSE_BINS - 1; b >= 18; b--) {
    tail += sampled[b];
    wanted += exact[b];
    if (wanted < 0.01 * all) continue;
    cr_assert(fabs(tail - wanted) <= 0.02 * wanted, "%s: %g reads in bin %d and beyond, of %g", what, tail, b,
              wanted);
  }
}

static void expect_sample(tc_ell_pattern e, const char *what) {
  const double row_bytes = 12.0 * e.width + 16.0;
  tc_reuse sampled, exact;
  expect_ok(tc_reuse_count(&e, row_bytes, &sampled));
  expect_ok(tc_reuse_count_part(&e, 0, 1, row_bytes, &exact));
  cr_assert(sampled.sampled > 1, "%s: all lines were counted", what);
  const double all = reads(&exact);
  cr_assert(fabs(reads(&sampled) / all - 1.0) < 0.005, "%s: %g reads of %g", what, reads(&sampled), all);
  cr_assert(fabs(sum(sampled.in_order) - sum(exact.in_order)) < 0.01 * all);
  cr_assert(fabs(sampled.cold - exact.cold) < 0.002 * all);
  cr_assert(fabs(sampled.cold_in_order - exact.cold_in_order) < 0.002 * all);
  expect_tails(sampled.scattered, exact.scattered, all, what);
  columns_free(&e);
}

Test(reuse, samples_of_a_box_in_several_orders) {
  const int32_t shuffled[] = {1, 64, 4096, 32768, INT32_MAX};
  for (size_t i = 0; i < sizeof shuffled / sizeof *shuffled; i++) {
    char what[40];
    snprintf(what, sizeof what, "a box shuffled by %d", (int)shuffled[i]);
    expect_sample(box(45, shuffled[i]), what);
  }
}

Test(reuse, samples_of_columns_made_for_it) {
  skip_with_sanitizers("slow, and the boxes cover the same code");
  expect_sample(blocks(600000, 512), "blocks of 512");
  expect_sample(blocks(600000, 13333), "blocks of 13333");
  expect_sample(blocks(600000, 300000), "two blocks");
  expect_sample(blocks(4000000, 13333), "a sixteenth of each block");
  expect_sample(create_random_pattern(300000, 300000, 4, 300000), "anywhere");
  expect_sample(create_random_pattern(300000, 310000, 16, 5000), "near");
}

/* If the cells of a box are numbered brick by brick, the reads of distant neighbours must count as in order,
 * because consecutive rows read consecutive lines. */
Test(reuse, a_box_as_it_is_numbered_is_read_in_order) {
  tc_ell_pattern e = box(45, 1), shuffled = box(45, INT32_MAX);
  tc_reuse ordered, random;
  expect_ok(tc_reuse_count(&e, 64.0, &ordered));
  expect_ok(tc_reuse_count(&shuffled, 64.0, &random));
  cr_assert(tc_reuse_reads_beyond(&ordered, 8192.0) < 0.001 * reads(&ordered));
  cr_assert(sum(ordered.in_order) > 0.2 * reads(&ordered));
  cr_assert(tc_reuse_reads_beyond(&random, 8192.0) > 0.9 * reads(&random));
  cr_assert(sum(random.in_order) < 0.02 * reads(&random));
  columns_free(&e);
  columns_free(&shuffled);
}

/* ---- bins of distances ---- */

Test(reuse, bins_of_half_octaves) {
  cr_assert_eq(tc_reuse_bin_bytes(0), 64.0);
  cr_assert_eq(tc_reuse_bin_bytes(10), 2048.0);
  cr_assert_float_eq(tc_reuse_bin_bytes(1), 90.50966799187809, 1e-12);
  cr_assert_float_eq(tc_reuse_bin_bytes(TC_REUSE_BINS), 0x1p34, 1.0);
  const tc_reuse r = {.scattered = {[0] = 1.0, [10] = 4.0, [20] = 2.0},
                      .in_order = {[20] = 100.0},
                      .cold = 100.0};
  cr_assert_eq(tc_reuse_reads_beyond(&r, 0.0), 7.0);
  cr_assert_eq(tc_reuse_reads_beyond(&r, 64.0), 7.0);
  cr_assert_eq(tc_reuse_reads_beyond(&r, 2048.0), 6.0);
  cr_assert_float_eq(tc_reuse_reads_beyond(&r, 2048.0 * pow(2.0, 0.125)), 5.0, 1e-12);
  cr_assert_eq(tc_reuse_reads_beyond(&r, 4096.0), 2.0);
  cr_assert_eq(tc_reuse_reads_beyond(&r, 1e9), 0.0);
}

/* ---- rows in tiles ---- */

static double count_tiles_by_search(const tc_ell_pattern *e, int32_t tile, int values) {
  double all = 0.0;
  char *read = malloc((size_t)e->columns);
  for (int32_t first = 0; first < e->rows; first += tile) {
    const int32_t end = e->rows - first < tile ? e->rows : first + tile;
    memset(read, 0, (size_t)e->columns);
    for (int32_t i = first; i < end; i++) {
      read[i / values] = 1;
      for (int k = 0; k < e->width; k++) read[e->column[i * e->width + k] / values] = 1;
    }
    for (int32_t s = 0; s < e->columns; s++) all += read[s];
  }
  free(read);
  return all / e->rows;
}

Test(reuse, tiles_by_hand) {
  tc_ell_pattern e = create_random_pattern(999, 1203, 4, 60);
  for (int bytes = 8; bytes <= 64; bytes *= 2)
    for (int32_t tile = 1; tile <= 2000; tile *= 6) {
      double got;
      expect_ok(tc_reuse_count_tiles(&e, tile, bytes, &got));
      cr_assert_eq(got, count_tiles_by_search(&e, tile, bytes / 8), "tiles of %d rows, %d bytes", (int)tile,
                   bytes);
    }
  columns_free(&e);
}

/* Returns the number of sectors (32 bytes) that a device reads per row: the counted sectors of x, and 1.5
 * sectors of values and columns. A real device read 5.62 (Langguth et al. 2015, section 7.2). */
static double count_device_reads(int32_t b) {
  tc_ell_pattern e = blocks(1000000, b);
  double sectors;
  expect_ok(tc_reuse_count_tiles(&e, 64, 32, &sectors));
  columns_free(&e);
  return sectors + 1.5;
}

/* Returns the expected number of sectors per row. A tile of T rows reads its own sectors, and those of the
 * other sectors of the block that its 4 T random reads touch. */
static double expected_share(double b) {
  const double T = 64.0, own = T / 4.0, sectors = fmax(b / 4.0, own);
  return (own + (sectors - own) * (1.0 - pow(1.0 - 1.0 / sectors, 4.0 * T))) / T + 1.5;
}

Test(reuse, tiles_of_blocks_as_they_were_counted_on_a_device) {
  cr_assert_eq(count_device_reads(8), 1.75);
  cr_assert_eq(count_device_reads(64), 1.75);
  cr_assert_float_eq(expected_share(13333), 5.58, 0.005);
  cr_assert_float_eq(count_device_reads(13333), 5.58, 0.01);
  cr_assert_float_eq(expected_share(500000), 5.74, 0.01);
  cr_assert_float_eq(count_device_reads(500000), 5.74, 0.01);
  cr_assert_float_eq(count_device_reads(80000), expected_share(80000), 0.01);
}

/* ---- empty matrices ---- */

Test(reuse, without_rows) {
  tc_ell_pattern e = create_pattern(0, 0, 4);
  tc_reuse got;
  double sectors = 1.0;
  expect_ok(tc_reuse_count(&e, 64.0, &got));
  cr_assert_eq(reads(&got), 0.0);
  expect_ok(tc_reuse_count_tiles(&e, 64, 32, &sectors));
  cr_assert_eq(sectors, 0.0);
  columns_free(&e);
}

/* Cold reads must count as misses if the data of a product do not fit into the cache. These data are 100 rows
 * of 10 bytes and 16 cache lines. */
Test(reuse, behind_a_cache) {
  const tc_reuse r = {.scattered[10] = 5.0, .in_order[10] = 9.0, .cold = 2.0, .rows = 100.0, .lines = 16.0};
  cr_assert_eq(tc_reuse_cache_misses(&r, 10.0, 2048.0), 5.0);
  cr_assert_eq(tc_reuse_cache_misses(&r, 10.0, 2024.0), 7.0);
  cr_assert_eq(tc_reuse_cache_misses(&r, 10.0, 1024.0), 7.0);
  cr_assert_eq(tc_reuse_cache_misses(&r, 20.0, 2900.0), 2.0);
}

/* ---- difference of two counts ---- */

Test(reuse, what_is_read_more_often_than_elsewhere) {
  tc_reuse here = {.rows = 200, .lines = 25, .sampled = 4, .cold = 9, .cold_in_order = 3};
  tc_reuse usual = {.rows = 100, .lines = 13, .sampled = 1, .cold = 2, .cold_in_order = 2};
  const tc_reuse none = {.rows = 0};
  here.scattered[5] = 11, usual.scattered[5] = 4, usual.scattered[6] = 1;
  here.in_order[7] = 7, usual.in_order[7] = 5;
  tc_reuse_subtract(&here, &none);
  cr_assert(here.scattered[5] == 11.0 && here.cold == 9.0);
  tc_reuse_subtract(&here, &usual);
  cr_assert(here.scattered[5] == 3.0 && here.scattered[6] == -2.0 && here.in_order[7] == -3.0);
  cr_assert(here.cold == 5.0 && here.cold_in_order == -1.0);
  cr_assert(here.rows == 200.0 && here.lines == 25.0 && here.sampled == 4);
}
