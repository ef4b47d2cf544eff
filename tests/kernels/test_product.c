#include "product.h"

#include <math.h>
#include <stdlib.h>

#include "base/program/numa_pages.h"
#include "sparse/instance.h"
#include "support/expect.h"
#include "test_values.h"

enum { rows = 1003 };

static int32_t column[rows * TC_INSTANCE_DEGREE];
static const tc_ell_pattern columns = {rows, rows, TC_INSTANCE_DEGREE, column, NULL};

static void instance(bool directed) {
  if (directed)
    tc_instance_directed(rows, 40, TC_INSTANCE_DEGREE, 2, column);
  else
    expect_ok(tc_instance_symmetric(rows, 40, 2, column));
}

static tc_status check(const kn_product *p, bool symmetric) {
  return kn_test_check_product(&columns, symmetric, p->step, p->y, "this one");
}

/* With all row forms and kernels, the products of three steps must be correct, on one to four threads. */
Test(product, all_are_right_in_every_step) {
  for (int all = 0; all < 2 * kn_row_forms.count * kn_kernels.count; all++) {
    const bool directed = all % 2;
    const kn_row_form *form = kn_row_form_at(all / 2 % kn_row_forms.count);
    instance(directed);
    for (int threads = 1; threads < 5; threads++) {
      kn_product *p = NULL;
      expect_ok(kn_product_create(form, kn_kernel_at(all / 2 / kn_row_forms.count), &columns, threads, &p));
      for (int step = 0; step < 3; step++) {
        kn_product_multiply(p);
        expect_ok(check(p, !directed));
        kn_product_advance(p);
      }
      kn_product_destroy(&p);
    }
  }
}

/* The warm-up makes at least five steps that are not timed. The following steps must still be correct. */
Test(product, caches_are_warm_before_anything_is_timed) {
  kn_product *p = NULL;
  instance(false);
  expect_ok(kn_product_create(kn_row_form_at(0), kn_kernel_at(1), &columns, 2, &p));
  kn_product_warm_up(p);
  cr_expect_geq(p->step, 5);
  expect_ok(check(p, true));
  cr_expect_geq(kn_product_step(p), 0.0);
  expect_ok(check(p, true));
  kn_product_destroy(&p);
}

/* The check must detect the result of the previous step, an error of 1e-9 in one row, and a wrong matrix
 * entry. */
Test(product, wrong_ones_are_found) {
  kn_product *p = NULL;
  instance(false);
  expect_ok(kn_product_create(kn_row_form_at(0), kn_kernel_at(1), &columns, 2, &p));
  kn_product_multiply(p);
  kn_product_advance(p);
  expect_error(check(p, true), TC_NUMERICAL, "this one: row ");
  kn_product_multiply(p);
  expect_ok(check(p, true));
  p->y[700] += 1e-9;
  expect_error(check(p, true), TC_NUMERICAL, "row 700 of step 1 is ");
  p->A->value[4 * 17 + 3] += 1.0;
  p->x[column[4 * 17 + 3]] += 1.0; /* x is not constant, so that the weight affects y */
  kn_product_multiply(p);
  expect_error(check(p, true), TC_NUMERICAL, "this one: row ");
  kn_product_destroy(&p);
}

Test(product, rows_that_are_not_mutual_do_not_add_up) {
  kn_product *p = NULL;
  instance(true);
  expect_ok(kn_product_create(kn_row_form_at(0), kn_kernel_at(0), &columns, 1, &p));
  kn_product_multiply(p);
  expect_ok(check(p, false));
  expect_error(check(p, true), TC_NUMERICAL, "not to 0");
  kn_product_destroy(&p);
}

/* The exact result of most rows must change in every step. Otherwise the check could accept stale results. */
Test(product, x_changes_in_every_step) {
  instance(false);
  for (int32_t step = 0; step < 3; step++) {
    int differ = 0;
    double y[2][rows] = {{0}};
    for (int32_t i = 0; i < rows; i++)
      for (int later = 0; later < 2; later++)
        for (int k = 0; k < 4; k++) {
          const int32_t j = column[4 * i + k];
          y[later][i] +=
              (double)(kn_test_weight(i, j) * (kn_test_x(j, step + later) - kn_test_x(i, step + later)));
        }
    for (int32_t i = 0; i < rows; i++) differ += y[0][i] != y[1][i];
    cr_assert_gt(differ, rows * 9 / 10, "%d of %d", differ, (int)rows);
  }
}

/* On a machine with one NUMA node, all pages are local. */
Test(product, tells_where_its_pages_lie) {
  kn_product *p = NULL;
  instance(false);
  expect_ok(kn_product_create(kn_row_form_at(0), kn_kernel_at(1), &columns, 2, &p));
  const double near = kn_product_local_page_share(p);
  cr_assert(isnan(near) || (near >= 0.0 && near <= 1.0));
  if (tc_numa_node_count() == 1) cr_assert(isnan(near) || near == 1.0);
  kn_product_destroy(&p);
}

Test(product, too_many_threads_are_refused) {
  kn_product *p = NULL;
  instance(false);
  expect_error(kn_product_create(kn_row_form_at(0), kn_kernel_at(1), &columns, 1 << 20, &p), TC_USAGE,
               "threads");
  cr_assert_null(p);
}
