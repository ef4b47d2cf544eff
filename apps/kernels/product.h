/* A product with an instance: the paper's kernels for CPUs (Langguth et al. 2015, Figures 4 and 5). */
#ifndef TC_KERNELS_PRODUCT_H
#define TC_KERNELS_PRODUCT_H

#include <stdbool.h>

#include "device/device_matrix.h"
#include "sparse/ell.h"
#include "sparse/reuse_distance.h"

/* How the row is written: both give the same sum. */
typedef struct tc_form {
  const char *name, *summary;
  int flop, flop_each; /* of a row, and of each of its columns */
  int bytes;           /* of a row beside values and columns, that have to move: x and y once each, .. */
  bool differences;    /* as a tc_ell has it, with a lead of 0 */
} tc_form;

extern const tc_registry tc_forms;
const tc_form *tc_form_at(int index);

/* Operations of a row, and bytes of it that have to move. */
int tc_form_flop(const tc_form *form, int width);
int tc_form_bytes(const tc_form *form, int width);

/* Who computes, and where the arrays lie. */
typedef struct tc_kernel {
  const char *name, *summary;
  bool placed;        /* each thread touches first what it will use; otherwise the first thread touches all */
  bool on_device;     /* a device computes (device_product.h), */
  tc_staging staging; /* and reads its matrix so */
} tc_kernel;

extern const tc_registry tc_kernels;
const tc_kernel *tc_kernel_at(int index);

typedef struct tc_product {
  const tc_form *form;
  tc_ell *A;
  double *x, *y; /* [A->rows] */
  int32_t step;  /* x is that of this step (test_values.h) */
} tc_product;

/* Of these columns, a multiple of 4 in a row, with the weights and x of test_values.h, step 0. From then on
 * the program has so many threads. Errors: TC_USAGE too many threads, TC_INTERNAL out of memory. */
tc_status tc_product_create(const tc_form *form, const tc_kernel *kernel, const tc_columns *columns,
                            int threads, tc_product **out);
void tc_product_destroy(tc_product **product);

/* y = A x, by all threads, each a consecutive part of the rows. */
void tc_product_multiply(tc_product *product);

/* The share of the pages of all arrays that lie on the memory node of the thread that uses them; NAN where
 * the system does not tell. */
double tc_product_near(const tc_product *product);

/* x of the next step, by the threads that own it. */
void tc_product_advance(tc_product *product);

/* The next step, x and product; returns the seconds of the product. */
double tc_product_step(tc_product *product);

/* Steps until products get no faster, 5 of them at least: pages are there and caches keep what fits into
 * them, which takes the large ones dozens. Ends in any case after half a second more. */
void tc_product_warm_up(tc_product *product);

#endif
