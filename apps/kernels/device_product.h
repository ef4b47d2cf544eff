/* Product with an instance on a device: kernels 1 and 2 of Langguth et al. (2015), Figures 2 and 3. `kernels
 * run` creates one for each line and round, alternates between multiply and advance, then checks the last
 * result. x is computed on the processor and uploaded. Not collective. */
#ifndef TC_KERNELS_DEVICE_PRODUCT_H
#define TC_KERNELS_DEVICE_PRODUCT_H

#include "device/device_matrix.h"
#include "product.h"

typedef struct kn_device_product {
  kn_product *host; /* the same product on the processor, which computes x and receives y */
  tc_device_matrix *A;
  tc_device_buffer *x, *y;
  tc_staging staging;
  int tile;
} kn_device_product;

/* Creates a product like kn_product_create, for a kernel that runs on devices. `tile` is the number of rows
 * of a tile; 0 stands for the default of the kernel. Errors: those of kn_product_create, of device buffers,
 * and of tc_device_check_tile. */
tc_status kn_device_product_create(tc_device *device, const kn_row_form *form, const kn_kernel *kernel,
                                   int tile, const tc_ell_pattern *columns, int threads,
                                   kn_device_product **out);
void kn_device_product_destroy(kn_device_product **product);

/* Computes y = A x. *seconds receives the time by the device's clock, without copies. Errors: TC_INTERNAL. */
tc_status kn_device_product_multiply(kn_device_product *product, double *seconds);

/* Computes the x of the next step and uploads it. Errors: TC_INTERNAL. */
tc_status kn_device_product_advance(kn_device_product *product);

/* Checks y (kn_test_check_product), and that it equals the result of the plain loop on the processor bit for
 * bit. The second check is repeated with x divided by ten, for which sums are rounded. x remains divided by
 * ten. Errors: TC_NUMERICAL, which names `what`; those of device buffers. */
tc_status kn_device_product_check(kn_device_product *product, const tc_ell_pattern *columns, bool symmetric,
                                  const char *what);

#endif
