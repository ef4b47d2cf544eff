/* Product with an instance on the processor: the CPU kernels of Langguth et al. (2015), Figures 4 and 5.
 * `kernels run` creates one for each line and round, warms it up, makes steps and checks the result. x and
 * the weights are those of test_values.h. Not collective. */
#ifndef TC_KERNELS_PRODUCT_H
#define TC_KERNELS_PRODUCT_H

#include <stdbool.h>

#include "device/device_matrix.h"
#include "sparse/ell.h"
#include "sparse/reuse_distance.h"

/* Form of a row. All forms have the same result. */
typedef struct kn_row_form {
  const char *name, *summary;
  int flop, flop_each; /* FLOPs of a row: flop + flop_each * width */
  int bytes; /* minimum number of bytes per row without values and columns: x, y and, in form matrix, the
                diagonal */
  bool differences; /* true if rows are differences, as in tc_ell, with a leading factor of 0 */
} kn_row_form;

extern const tc_registry kn_row_forms;
const kn_row_form *kn_row_form_at(int index);

/* Return the FLOPs of a row and the minimum number of bytes that it moves. */
int kn_row_form_flop(const kn_row_form *form, int width);
int kn_row_form_bytes(const kn_row_form *form, int width);

/* Kernel: states whether the processor or a device computes, and how the arrays are placed. */
typedef struct kn_kernel {
  const char *name, *summary;
  bool placed;    /* true if each thread touches its own part of the arrays first; false if the first thread
                     touches all */
  bool on_device; /* true if a device computes (device_product.h) */
  tc_staging staging; /* memory from which a device reads the matrix */
} kn_kernel;

extern const tc_registry kn_kernels;
const kn_kernel *kn_kernel_at(int index);

typedef struct kn_product {
  const kn_row_form *form;
  tc_ell *A;
  double *x, *y; /* [A->rows] input and result of the product */
  int32_t step;  /* number of the step to which x belongs (test_values.h) */
} kn_product;

/* Creates a product with these columns, whose width is a multiple of 4, and with the weights and the x of
 * step 0. Sets the number of threads of the program. Errors: TC_USAGE if there are too many threads;
 * TC_INTERNAL if memory is exhausted. */
tc_status kn_product_create(const kn_row_form *form, const kn_kernel *kernel, const tc_ell_pattern *columns,
                            int threads, kn_product **out);
void kn_product_destroy(kn_product **product);

/* Computes y = A x with all threads, each on consecutive rows. */
void kn_product_multiply(kn_product *product);

/* Returns the share of all pages (0 to 1) that are on the NUMA node of the thread that uses them; NAN if the
 * system does not report it. */
double kn_product_local_page_share(const kn_product *product);

/* Computes the x of the next step. Each thread computes its own rows. */
void kn_product_advance(kn_product *product);

/* Computes the x of the next step and the product. Returns the seconds of the product. */
double kn_product_step(kn_product *product);

/* Performs steps until products get no faster, and at least 5. The pages are then mapped and the caches are
 * filled, which takes dozens of products for large caches. Ends after half a second at the latest. */
void kn_product_warm_up(kn_product *product);

#endif
