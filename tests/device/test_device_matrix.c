#include "device/device_matrix.h"

#include <math.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "sparse/ell_kernels.h"
#include "support/device.h"
#include "support/expect.h"

enum { ghosts = 37 };

/* Returns a pseudo-random value of either sign that uses all digits of the fraction. */
static double number(uint64_t of) { return (double)(int64_t)tc_hash_mix(of) * 0x1p-62; }

static tc_ell *a_matrix(int32_t rows, int width) {
  tc_ell *A = NULL;
  expect_ok(tc_ell_create(rows, rows + ghosts, width, &A));
  for (int32_t i = 0; i < rows; i++) {
    A->diagonal[i] = number((uint64_t)i);
    for (size_t e = (size_t)i * (size_t)width; e < ((size_t)i + 1) * (size_t)width; e++) {
      A->value[e] = number(1000000 + e);
      A->column[e] = (int32_t)(tc_hash_mix(e) % (uint64_t)A->columns);
    }
  }
  return A;
}

/* True if two values have the same bits or both are NaN. The bits of a NaN differ between processors. */
static bool is_same_or_nan(double a, double b) {
  return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

/* Compares a product on the device with that on the processor. y contains other values before the product.
 * The value after the end of y must not change. */
static void expect_product(tc_device *device, const tc_ell *A, tc_staging staging, int tile) {
  const size_t bytes = (size_t)A->rows * sizeof(double);
  tc_device_matrix *M = NULL;
  tc_device_buffer *from = NULL, *to = NULL;
  double *x = NULL, *y = NULL, *right = NULL, seconds = -1.0;
  expect_ok(TC_ALLOC(x, A->columns));
  expect_ok(TC_ALLOC(y, A->rows + 1));
  expect_ok(TC_ALLOC(right, A->rows));
  for (int32_t i = 0; i < A->columns; i++) x[i] = number(77 + (uint64_t)i * 1001);
  memset(y, 0x5a, bytes + sizeof *y);
  expect_ok(tc_device_matrix_create(device, A, &M));
  expect_ok(tc_device_buffer_create_from(device, x, (size_t)A->columns * sizeof *x, "x", &from));
  expect_ok(tc_device_buffer_create_from(device, y, bytes + sizeof *y, "y", &to));
  expect_ok(tc_device_check_tile(device, staging, A->width, "tile", tile, &tile));
  expect_ok(tc_device_multiply(M, staging, tile, from, to, &seconds));
  cr_assert(seconds >= 0.0);
  expect_ok(tc_device_buffer_download(to, 0, y, bytes + sizeof *y));
  tc_ell_multiply(A, x, right);
  for (int32_t i = 0; i < A->rows; i++)
    cr_assert(is_same_or_nan(y[i], right[i]),
              "differences %d, %s, width %d, tile %d, row %d of %d: %a, not %a", (int)A->differences,
              tc_stagings.name((int)staging), A->width, tile, (int)i, (int)A->rows, y[i], right[i]);
  uint64_t guard_value;
  memcpy(&guard_value, &y[A->rows], sizeof guard_value);
  cr_assert_eq(guard_value, 0x5a5a5a5a5a5a5a5a);
  tc_device_buffer_destroy(&to);
  tc_device_buffer_destroy(&from);
  tc_device_matrix_destroy(&M);
  tc_free(right);
  tc_free(y);
  tc_free(x);
}

/* Tests the products in matrix form, and in difference form with the leading factors 0.7 and 0. */
static void expect_products(int32_t rows, int width) {
  tc_device *device = a_device();
  tc_ell *A = a_matrix(rows, width);
  for (int form = 0; form < 3; form++) {
    if (form > 0) tc_ell_use_differences(A, form == 1 ? 0.7 : 0.0);
    for (int all = 0; all < 4; all++) expect_product(device, A, (tc_staging)(all & 1), all >> 1 ? 256 : 64);
  }
  tc_ell_destroy(&A);
  tc_device_close(&device);
}

/* Kernels process tiles of rows. The numbers of rows give no tile, incomplete tiles and complete tiles. */
Test(multiply, bits_of_the_processor_width_4) {
  static const int32_t rows[] = {0, 1, 63, 64, 65, 256, 1003};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) expect_products(rows[i], 4);
}

Test(multiply, bits_of_the_processor_width_16) { expect_products(515, 16); }

Test(multiply, bits_of_the_processor_any_width) {
  expect_products(130, 8);
  expect_products(77, 28);
}

Test(multiply, tiles_of_odd_sizes) {
  static const int tiles[] = {0, 1, 7, 100};
  tc_device *device = a_device();
  tc_ell *A = a_matrix(205, 4);
  for (size_t i = 0; i < 2 * sizeof tiles / sizeof *tiles; i++)
    expect_product(device, A, (tc_staging)(i % 2), tiles[i / 2]);
  tc_ell_destroy(&A);
  tc_device_close(&device);
}

/* Zeros in the result must have the sign that they have on the processor. Values that are not finite must
 * propagate. */
Test(multiply, zeros_and_infinities) {
  tc_device *device = a_device();
  tc_ell *A = a_matrix(64, 4);
  for (int32_t e = 0; e < 64 * 4; e++)
    A->value[e] = e % 3 == 0 ? -0.0 : e % 3 == 1 ? 0.0 : e % 5 == 0 ? HUGE_VAL : 5e-324;
  for (int32_t i = 0; i < 64; i++) A->diagonal[i] = i % 2 ? -0.0 : -5e-324;
  for (int all = 0; all < 2; all++) expect_product(device, A, (tc_staging)all, 64);
  tc_ell_destroy(&A);
  tc_device_close(&device);
}

Test(multiply, tiles_that_do_not_fit) {
  const tc_device d = made_up_device();
  int tile = 0;
  expect_ok(tc_device_check_tile(&d, TC_STAGING_SHARED, 4, "--tile", 0, &tile));
  cr_assert_eq(tile, 64);
  expect_ok(tc_device_check_tile(&d, TC_STAGING_DIRECT, 4, "--tile", 0, &tile));
  cr_assert_eq(tile, 256);
  expect_error(tc_device_check_tile(&d, TC_STAGING_DIRECT, 4, "--tile", 257, &tile), TC_USAGE,
               "--tile 257: made:0 (up) supports tiles of at most 256 rows of 4 entries with kernel direct");
  expect_ok(tc_device_check_tile(&d, TC_STAGING_SHARED, 16, "--tile", 240,
                                 &tile)); /* a row has 17 values and columns */
  expect_error(tc_device_check_tile(&d, TC_STAGING_SHARED, 16, "--tile", 241, &tile), TC_USAGE,
               "tiles of at most 240 rows of 16 entries with kernel shared");
  expect_ok(tc_device_check_tile(&d, TC_STAGING_DIRECT, 16, "--tile", 0, &tile)); /* limit of this kernel */
  cr_assert_eq(tile, 128);
  expect_error(tc_device_check_tile(&d, TC_STAGING_DIRECT, 16, "--tile", 129, &tile), TC_USAGE,
               "tiles of at most 128 rows of 16 entries with kernel direct");
}
