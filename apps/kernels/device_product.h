/* A product with an instance on a device: the paper's kernels for GPUs (Langguth et al. 2015, Figures 2 and
 * 3).
 */
#ifndef TC_KERNELS_DEVICE_PRODUCT_H
#define TC_KERNELS_DEVICE_PRODUCT_H

#include "device/device_matrix.h"
#include "product.h"

typedef struct kn_device_product {
  kn_product *host; /* the same on the processor: where x is made, and y comes to */
  tc_device_matrix *A;
  tc_device_buffer *x, *y;
  tc_staging staging;
  int tile;
} kn_device_product;

/* As kn_product_create, with a kernel that works on devices. tile: 0 for the kernel's usual one. Errors:
 * those of kn_product_create, of buffers, and of tc_device_check_tile. */
tc_status kn_device_product_create(tc_device *device, const kn_row_form *form, const kn_kernel *kernel,
                                   int tile, const tc_ell_pattern *columns, int threads,
                                   kn_device_product **out);
void kn_device_product_destroy(kn_device_product **product);

/* y = A x. *seconds: of the device alone, without copies. Errors: TC_INTERNAL. */
tc_status kn_device_product_multiply(kn_device_product *product, double *seconds);

/* x of the next step. */
tc_status kn_device_product_advance(kn_device_product *product);

/* y is right (kn_test_check_product), and the device's bits are those of the processor's plain loop, for a
 * tenth of x too, whose sums have to be rounded. Leaves that behind in x. Errors: TC_NUMERICAL, naming
 * `what`. */
tc_status kn_device_product_check(kn_device_product *product, const tc_ell_pattern *columns, bool symmetric,
                                  const char *what);

#endif
