/* Product with an instance on a device: kernels 1 and 2 of Langguth et al. (2015), Figures 2 and 3. `run`
 * creates one for each line and round, multiplies and advances alternately, then checks the last result. x is
 * computed on the processor and uploaded. Not collective. */
#ifndef TC_KERNELS_DEVICE_PRODUCT_H
#define TC_KERNELS_DEVICE_PRODUCT_H

#include "device/device_matrix.h"
#include "product.h"

typedef struct kn_device_product {
  kn_product *host; /* the same product on the processor; computes x and receives y */
  tc_device_matrix *A;
  tc_device_buffer *x, *y;
  tc_staging staging;
  int tile;
} kn_device_product;

/* Like kn_product_create, for a kernel that works on devices. tile: rows; 0: default of the kernel. Errors:
 * those of kn_product_create, of buffers, and of tc_device_check_tile. */
tc_status kn_device_product_create(tc_device *device, const kn_row_form *form, const kn_kernel *kernel,
                                   int tile, const tc_ell_pattern *columns, int threads,
                                   kn_device_product **out);
void kn_device_product_destroy(kn_device_product **product);

/* Computes y = A x. *seconds: time by the clock of the device, without copies. Errors: TC_INTERNAL. */
tc_status kn_device_product_multiply(kn_device_product *product, double *seconds);

/* Computes x of the next step and uploads it. Errors: TC_INTERNAL. */
tc_status kn_device_product_advance(kn_device_product *product);

/* Checks y (kn_test_check_product), and that its bits equal those of the plain loop on the processor, also
 * for a tenth of x, whose sums are rounded. x remains scaled. Errors: TC_NUMERICAL, naming `what`; those of
 * buffers. */
tc_status kn_device_product_check(kn_device_product *product, const tc_ell_pattern *columns, bool symmetric,
                                  const char *what);

#endif
