/* Product y = A x with an instance (a constructed sparse matrix) on the processor: the CPU kernels of
 * Langguth et al. (2015), Figures 4 and 5. For each table line `kernels run` creates such a product in each
 * round, warms it up, times several products and checks the last result. x and the weights are those of
 * test_values.h. Not collective. */
#ifndef TC_KERNELS_PRODUCT_H
#define TC_KERNELS_PRODUCT_H

#include <stdbool.h>

#include "device/device_matrix.h"
#include "sparse/ell.h"
#include "sparse/reuse_distance.h"

/* Formula by which a row of the product is computed. All formulas have the same result. */
typedef struct kn_row_form {
  const char *name, *summary;
  int flop, flop_per_entry; /* a row of `width` columns needs flop + flop_per_entry * width floating-point
                               operations */
  /* minimum number of bytes that a row moves for x, y and, in form `matrix`, the diagonal; without matrix
   * values and columns */
  int bytes;
  bool differences; /* true if y_i is the sum of a_ij (x_j - x_i); false if it is the sum of a_ij x_j */
} kn_row_form;

extern const tc_registry kn_row_forms;
const kn_row_form *kn_row_form_at(int index);

/* kn_row_form_flop returns the number of floating-point operations of a row with `width` columns, and
 * kn_row_form_bytes the minimum number of bytes that the row moves. */
int kn_row_form_flop(const kn_row_form *form, int width);
int kn_row_form_bytes(const kn_row_form *form, int width);

/* Kernel: where a product is computed (processor or device) and how its arrays are placed in memory. */
typedef struct kn_kernel {
  const char *name, *summary;
  /* true if each thread is the first to touch the rows that it computes, so that their pages are on its NUMA
   * node; false if the first thread touches all pages */
  bool is_placed;
  bool on_device;     /* true if a device computes (device_product.h) */
  tc_staging staging; /* how a device reads the matrix: through shared memory or through its cache */
} kn_kernel;

extern const tc_registry kn_kernels;
const kn_kernel *kn_kernel_at(int index);

typedef struct kn_product {
  const kn_row_form *form;
  tc_ell *A;
  double *x, *y; /* [A->rows] input and result of the product */
  int32_t step;  /* number of the current step, which determines the values of x (test_values.h) */
} kn_product;

/* Creates a product with the weights of test_values.h and the x of step 0. columns->width must be a multiple
 * of 4. Sets the number of OpenMP threads of the program to `threads`. Errors: TC_USAGE if there are too many
 * threads; TC_INTERNAL if memory is exhausted. */
tc_status kn_product_create(const kn_row_form *form, const kn_kernel *kernel, const tc_ell_pattern *columns,
                            int threads, kn_product **out);
void kn_product_destroy(kn_product **product);

/* Computes y = A x with all threads, each on consecutive rows. */
void kn_product_multiply(kn_product *product);

/* Returns the share of the product's pages that are on the NUMA node of the thread that uses them; NAN if the
 * system does not report it. */
double kn_product_local_page_share(const kn_product *product);

/* Computes the x of the next step with all threads and raises product->step. */
void kn_product_advance(kn_product *product);

/* Computes the x of the next step, then the product. Returns the seconds of the product alone. */
double kn_product_step(kn_product *product);

/* Performs at least 5 steps, then further ones until the products do not get faster or half a second has
 * passed. Afterwards all pages are mapped and the caches are filled. Large caches need dozens of products. */
void kn_product_warm_up(kn_product *product);

#endif
