/* Product y = A x with an instance (a constructed sparse matrix) on a device: kernels 1 and 2 of Langguth et
 * al. (2015), Figures 2 and 3. For each table line `kernels run` creates such a product in each round, calls
 * kn_device_product_multiply and kn_device_product_advance alternately, then checks the last result. x is
 * computed on the processor and uploaded. Not collective. */
#ifndef TC_KERNELS_DEVICE_PRODUCT_H
#define TC_KERNELS_DEVICE_PRODUCT_H

#include "device/device_matrix.h"
#include "product.h"

typedef struct kn_device_product {
  /* a product on the processor with the same matrix: it computes each x, and its y receives the result of the
   * device for the check */
  kn_product *host;
  tc_device_matrix *A;
  tc_device_buffer *x, *y;
  tc_staging staging;
  int tile;
} kn_device_product;

/* Creates a product on `device` with the same matrix values and x as kn_product_create. `kernel` must be one
 * that runs on devices. `tile` is the number of rows of a tile; 0 selects the default of the kernel. Errors:
 * those of kn_product_create, of device buffers, and of tc_device_check_tile. */
tc_status kn_device_product_create(tc_device *device, const kn_row_form *form, const kn_kernel *kernel,
                                   int tile, const tc_ell_pattern *columns, int threads,
                                   kn_device_product **out);
void kn_device_product_destroy(kn_device_product **product);

/* Computes y = A x on the device. *seconds receives the time of the product by the device's clock, without
 * the transfer of x and y. Errors: TC_INTERNAL. */
tc_status kn_device_product_multiply(kn_device_product *product, double *seconds);

/* Computes the x of the next step (test_values.h) on the processor and uploads it to the device. Errors:
 * TC_INTERNAL. */
tc_status kn_device_product_advance(kn_device_product *product);

/* Checks y twice: with kn_test_check_product, and by bitwise comparison with the result of a plain loop on
 * the processor. Then divides x by ten, so that the sums have rounding errors, and repeats the bitwise
 * comparison. x remains divided by ten. Errors: TC_NUMERICAL, which names `what`; those of device buffers. */
tc_status kn_device_product_check(kn_device_product *product, const tc_ell_pattern *columns, bool symmetric,
                                  const char *what);

#endif
