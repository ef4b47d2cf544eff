#include "comm/access/node_rows.h"

#include <math.h>
#include <stdlib.h>

#include "base/numeric/hash.h"
#include "sparse/ell_kernels.h"
#include "support/expect.h"

enum { ranks = 3, self = 1, rows = 50, foreign = 70, columns = rows + foreign, widest = 64 };
static const int widths[] = {4, 8, 12, 16, widest};
enum { width_count = sizeof widths / sizeof *widths };

/* Returns a value of either sign, with one of 20 exponents. Values differ so much in size that another
 * order of summation almost always changes the last bits. */
static double draw_value(uint64_t index) {
  const uint64_t random = tc_hash_mix(index);
  return ldexp((double)(int64_t)random, (int)(random % 20) - 70);
}

/* A matrix whose columns belong to this rank and to two other ranks. The input x is stored twice: as one
 * vector, and as one array per rank that owns a part of it. */
typedef struct sample {
  tc_ell *M;
  double x[columns];            /* values of this rank, followed by those of the other ranks */
  double piece[ranks][columns]; /* parts of x by owner; elements without a value are NaN */
  double *near[ranks + 1];      /* pointers to the parts; NULL for the last rank, which is on another node */
  tc_location place[rows * widest]; /* owner and row of the column of each entry */
} sample;

/* This rank owns column c if c < rows. Otherwise one of the other two ranks owns it. */
static tc_location locate_column(int32_t c) {
  return c < rows ? (tc_location){self, c} : (tc_location){c % 2 ? 0 : 2, columns - 1 - c};
}

static void fill_row(sample *s, int32_t i, uint64_t seed) {
  const int width = s->M->width;
  s->M->diagonal[i] = draw_value(seed);
  for (int k = 0; k < width; k++) {
    const uint64_t name = seed + 1000 * (uint64_t)(k + 1);
    if (tc_hash_mix(name) % 5 == 0) continue; /* this entry remains padding */
    s->M->value[i * width + k] = draw_value(name + 1);
    s->M->column[i * width + k] = (int32_t)(tc_hash_mix(name + 2) % columns);
  }
}

static sample *sample_make(int width) {
  sample *s = calloc(1, sizeof *s);
  expect_ok(tc_ell_create(rows, columns, width, &s->M));
  for (int r = 0; r < ranks; r++) {
    s->near[r] = s->piece[r];
    for (int c = 0; c < columns; c++) s->piece[r][c] = NAN;
  }
  for (int32_t c = 0; c < columns; c++) {
    const tc_location place = locate_column(c);
    s->x[c] = s->piece[place.rank][place.local] = draw_value((uint64_t)c + 5000000);
  }
  for (int32_t i = 0; i < rows; i++) fill_row(s, i, 100000 * (uint64_t)(i + 1));
  for (int e = 0; e < rows * width; e++) s->place[e] = locate_column(s->M->column[e]);
  return s;
}

static void sample_free(sample *s) {
  tc_ell_destroy(&s->M);
  free(s);
}

/* Number of entries in rows `begin` to `end` - 1 whose column belongs to another rank. */
static int64_t count_foreign_entries(const sample *s, int32_t begin, int32_t end) {
  int64_t found = 0;
  for (int32_t e = begin * s->M->width; e < end * s->M->width; e++) found += s->M->column[e] >= rows;
  return found;
}

static void expect_rows(const sample *s, int32_t begin, int32_t end) {
  const tc_node_rows_input x = {s->M, self, s->piece[self], s->near};
  const int width = s->M->width;
  double wanted[rows], got[rows];
  for (int i = 0; i < rows; i++) wanted[i] = got[i] = 42.0;
  tc_ell_multiply_rows(s->M, begin, end, s->x, wanted + begin);
  const int64_t read = tc_node_rows_multiply(&x, s->place + begin * width, begin, end, got);
  for (int i = 0; i < rows; i++)
    cr_assert_eq(memcmp(&got[i], &wanted[i], sizeof *got), 0,
                 "width %d, rows %d to %d, row %d: %.17g, not %.17g", width, begin, end, i, got[i],
                 wanted[i]);
  cr_assert_eq(read, count_foreign_entries(s, begin, end), "width %d, rows %d to %d: %lld values", width,
               begin, end, (long long)read);
}

/* The product of any range of rows must have the bits that the ordinary kernel gives. The array of
 * locations that is passed begins with the first row of the range. */
Test(near_rows, the_bits_of_the_kernel) {
  for (int w = 0; w < width_count; w++) {
    sample *s = sample_make(widths[w]);
    cr_assert(count_foreign_entries(s, 0, rows) > 0 && count_foreign_entries(s, 0, rows) < rows * widths[w]);
    for (int form = 0; form < 2; form++) {
      for (int32_t begin = 0; begin <= rows; begin += 7)
        for (int32_t end = begin; end <= rows; end++) expect_rows(s, begin, end);
      tc_ell_use_differences(s->M, 0.7);
    }
    sample_free(s);
  }
}

/* Counts the entries whose column is foreign, which means that another rank owns it. The count depends on
 * which rank multiplies, even if the addresses are the same. */
Test(near_rows, foreign_to_whom) {
  sample *s = sample_make(16);
  double y[rows];
  int64_t of[ranks] = {0}, all = 16 * rows;
  for (int e = 0; e < 16 * rows; e++) of[s->place[e].rank]++;
  for (int r = 0; r < ranks; r++) {
    const tc_node_rows_input x = {s->M, r, s->piece[self], s->near};
    cr_assert_eq(tc_node_rows_multiply(&x, s->place, 0, rows, y), all - of[r], "rank %d", r);
  }
  sample_free(s);
}
