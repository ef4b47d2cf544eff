/* Product with an instance on the processor: the CPU kernels of Langguth et al. (2015), Figures 4 and 5.
 * `run` creates one for each line and round, warms it up, makes steps and checks the result. x and the
 * weights are those of test_values.h. Not collective. */
#ifndef TC_KERNELS_PRODUCT_H
#define TC_KERNELS_PRODUCT_H

#include <stdbool.h>

#include "device/device_matrix.h"
#include "sparse/ell.h"
#include "sparse/reuse_distance.h"

/* Form of a row. Both forms have the same result. */
typedef struct kn_row_form {
  const char *name, *summary;
  int flop, flop_each; /* operations of a row: flop + flop_each width */
  int bytes; /* minimum bytes per row without values and columns: x, y and, in form matrix, the diagonal */
  bool differences; /* rows are differences, as in tc_ell, with a leading factor of 0 */
} kn_row_form;

extern const tc_registry kn_row_forms;
const kn_row_form *kn_row_form_at(int index);

/* Return the operations of a row and the minimum of bytes that it moves. */
int kn_row_form_flop(const kn_row_form *form, int width);
int kn_row_form_bytes(const kn_row_form *form, int width);

/* Kernel: the processor or device that computes, and the placement of the arrays. */
typedef struct kn_kernel {
  const char *name, *summary;
  bool placed;        /* each thread touches its own part first; otherwise the first thread touches all */
  bool on_device;     /* computed on a device (device_product.h) */
  tc_staging staging; /* memory from which a device reads the matrix */
} kn_kernel;

extern const tc_registry kn_kernels;
const kn_kernel *kn_kernel_at(int index);

typedef struct kn_product {
  const kn_row_form *form;
  tc_ell *A;
  double *x, *y; /* [A->rows] */
  int32_t step;  /* number of the step that x belongs to (test_values.h) */
} kn_product;

/* Creates a product with these columns, whose width is a multiple of 4, and with the weights and x of step 0.
 * Sets the number of threads of the program. Errors: TC_USAGE if the threads are too many; TC_INTERNAL if
 * memory is exhausted. */
tc_status kn_product_create(const kn_row_form *form, const kn_kernel *kernel, const tc_ell_pattern *columns,
                            int threads, kn_product **out);
void kn_product_destroy(kn_product **product);

/* Computes y = A x with all threads, each on consecutive rows. */
void kn_product_multiply(kn_product *product);

/* Returns the share of all pages that are on the NUMA node of the thread that uses them, 0 to 1; NAN if the
 * system does not report it. */
double kn_product_local_page_share(const kn_product *product);

/* Computes x of the next step, each thread its own rows. */
void kn_product_advance(kn_product *product);

/* Computes x of the next step and the product. Returns the seconds of the product. */
double kn_product_step(kn_product *product);

/* Makes steps until products get no faster, at least 5, so that pages are mapped and caches are filled, which
 * takes dozens of products for large caches. Ends after half a second at the latest. */
void kn_product_warm_up(kn_product *product);

#endif
