#include "device_product.h"

#include <math.h>

#include "sparse/instance.h"
#include "support/device.h"
#include "support/expect.h"
#include "test_values.h"

enum { rows = 1003 };

static int32_t column[rows * TC_INSTANCE_DEGREE];
static const tc_ell_pattern columns = {rows, rows, TC_INSTANCE_DEGREE, column, NULL};

static kn_device_product *a_product(tc_device *device, const char *form, const char *kernel, int tile) {
  kn_device_product *p = NULL;
  expect_ok(tc_instance_symmetric(rows, 40, 2, column));
  expect_ok(kn_device_product_create(device, kn_row_form_at(tc_registry_find(&kn_row_forms, form)),
                                     kn_kernel_at(tc_registry_find(&kn_kernels, kernel)), tile, &columns, 2,
                                     &p));
  return p;
}

static void expect_products(tc_device *device, const char *form, const char *kernel, int tile) {
  kn_device_product *p = a_product(device, form, kernel, tile);
  double seconds;
  for (int step = 0; step < 3; step++) {
    expect_ok(kn_device_product_multiply(p, &seconds));
    if (step < 2) expect_ok(kn_device_product_advance(p));
  }
  expect_ok(kn_device_product_check(p, &columns, true, "this one"));
  kn_device_product_destroy(&p);
}

Test(device_product, is_right) {
  tc_device *device = a_device();
  for (int f = 0; f < kn_row_forms.count; f++) {
    expect_products(device, kn_row_forms.name(f), "shared", 0);
    expect_products(device, kn_row_forms.name(f), "shared", 256);
    expect_products(device, kn_row_forms.name(f), "direct", 0);
    expect_products(device, kn_row_forms.name(f), "direct", 64);
  }
  tc_device_close(&device);
}

/* The check must detect the result of the previous step, and a result that differs from that of the CPU in
 * the last bit. */
Test(device_product, wrong_ones_are_found) {
  tc_device *device = a_device();
  kn_device_product *p = a_product(device, "difference", "shared", 64);
  double seconds;
  expect_ok(kn_device_product_multiply(p, &seconds));
  expect_ok(kn_device_product_advance(p));
  expect_error(kn_device_product_check(p, &columns, true, "this one"), TC_NUMERICAL, "this one: row ");
  expect_ok(kn_device_product_multiply(p, &seconds));
  expect_ok(kn_device_product_check(p, &columns, true, "this one"));
  kn_device_product_destroy(&p);
  p = a_product(device, "matrix", "direct", 64);
  expect_ok(kn_device_product_multiply(p, &seconds));
  for (int e = 0; e < 4 * rows; e++) p->host->A->value[e] = nextafter(p->host->A->value[e], 0.0);
  expect_error(kn_device_product_check(p, &columns, true, "this one"), TC_NUMERICAL, " on the processor");
  kn_device_product_destroy(&p);
  tc_device_close(&device);
}

Test(device_product, tiles_that_do_not_fit) {
  tc_device d = made_up_device();
  kn_device_product *p = NULL;
  expect_error(kn_device_product_create(&d, kn_row_form_at(0), kn_kernel_at(2), 257, &columns, 1, &p),
               TC_USAGE, "--tile 257: ");
  cr_assert_null(p);
}
