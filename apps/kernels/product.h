/* A product with an instance: the paper's kernels for CPUs (Langguth et al. 2015, Figures 4 and 5). */
#ifndef TC_KERNELS_PRODUCT_H
#define TC_KERNELS_PRODUCT_H

#include <stdbool.h>

#include "device/device_matrix.h"
#include "sparse/ell.h"
#include "sparse/reuse_distance.h"

/* How the row is written: both give the same sum. */
typedef struct kn_row_form {
  const char *name, *summary;
  int flop, flop_each; /* of a row, and of each of its columns */
  int bytes;           /* of a row beside values and columns, that have to move: x and y once each, .. */
  bool differences;    /* as a tc_ell has it, with a lead of 0 */
} kn_row_form;

extern const tc_registry kn_row_forms;
const kn_row_form *kn_row_form_at(int index);

/* Operations of a row, and bytes of it that have to move. */
int kn_row_form_flop(const kn_row_form *form, int width);
int kn_row_form_bytes(const kn_row_form *form, int width);

/* Who computes, and where the arrays lie. */
typedef struct kn_kernel {
  const char *name, *summary;
  bool placed;        /* each thread touches first what it will use; otherwise the first thread touches all */
  bool on_device;     /* a device computes (device_product.h), */
  tc_staging staging; /* and reads its matrix so */
} kn_kernel;

extern const tc_registry kn_kernels;
const kn_kernel *kn_kernel_at(int index);

typedef struct kn_product {
  const kn_row_form *form;
  tc_ell *A;
  double *x, *y; /* [A->rows] */
  int32_t step;  /* x is that of this step (test_values.h) */
} kn_product;

/* Of these columns, a multiple of 4 in a row, with the weights and x of test_values.h, step 0. From then on
 * the program has so many threads. Errors: TC_USAGE too many threads, TC_INTERNAL out of memory. */
tc_status kn_product_create(const kn_row_form *form, const kn_kernel *kernel, const tc_ell_pattern *columns,
                            int threads, kn_product **out);
void kn_product_destroy(kn_product **product);

/* y = A x, by all threads, each a consecutive part of the rows. */
void kn_product_multiply(kn_product *product);

/* The share of the pages of all arrays that lie on the memory node of the thread that uses them; NAN where
 * the system does not tell. */
double kn_product_local_page_share(const kn_product *product);

/* x of the next step, by the threads that own it. */
void kn_product_advance(kn_product *product);

/* The next step, x and product; returns the seconds of the product. */
double kn_product_step(kn_product *product);

/* Steps until products get no faster, 5 of them at least: pages are there and caches keep what fits into
 * them, which takes the large ones dozens. Ends in any case after half a second more. */
void kn_product_warm_up(kn_product *product);

#endif
