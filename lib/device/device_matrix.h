/* Matrices and products on a device. The operator of a run with a device creates a matrix once, checks the
 * tile, and then multiplies in each step. Products have the same bits as those computed by the host
 * (sparse/row_sum.h). Not collective. */
#ifndef TC_DEVICE_DEVICE_MATRIX_H
#define TC_DEVICE_DEVICE_MATRIX_H

#include "device/device.h"
#include "sparse/ell.h"

/* Memory from which the threads that compute a tile of consecutive rows read the values and columns of these
 * rows (Langguth et al. 2015, Figures 2 and 3). */
typedef enum tc_staging {
  TC_STAGING_SHARED, /* shared memory of the group, into which the threads first copy values and columns of
                        the tile */
  TC_STAGING_DIRECT  /* device memory, through the cache */
} tc_staging;

extern const tc_registry tc_stagings; /* names of the stagings: "shared" and "direct" */

/* Options of products on a device. */
typedef struct tc_device_config {
  tc_device *device; /* device that computes the products; borrowed */
  tc_staging staging;
  int tile; /* number of rows of a tile; 0 for the default (tc_device_check_tile) */
} tc_device_config;

typedef struct tc_device_matrix {
  tc_device *device;
  int32_t rows;
  int width;
  bool differences; /* true if the rows are in difference form (sparse/ell.h), whose products use
                       leading_factor and not `diagonal` */
  double leading_factor;
  tc_device_buffer *diagonal, *value, *column;
} tc_device_matrix;

/* Pure. Checks that devices support the rows of A. Errors: TC_USAGE if A has general rows (sparse/ell.h). */
tc_status tc_device_matrix_check(const tc_ell *A);

/* Copies A to the device. The caller frees `*out`. Errors: those of tc_device_matrix_check; TC_INTERNAL if
 * memory is exhausted or a buffer cannot be created. */
tc_status tc_device_matrix_create(tc_device *device, const tc_ell *A, tc_device_matrix **out);
void tc_device_matrix_destroy(tc_device_matrix **A);

/* Checks a tile size and sets *out to the tile size to use. `tile` is the number of rows of a tile, or 0 for
 * the default. The default is that of Langguth et al. 2015: 64 rows for staging `shared` and 512 for
 * `direct`, or fewer if the device does not support these. `where` begins the error message. Errors: TC_USAGE
 * with the largest supported tile. */
tc_status tc_device_check_tile(const tc_device *device, tc_staging staging, int width, const char *where,
                               int tile, int *out);

/* Computes y = A x with x[columns] and y[rows], which must not overlap. `tile` is a result of
 * tc_device_check_tile. Sets *seconds to the time that the device's own clock measured. Errors: TC_INTERNAL.
 */
tc_status tc_device_multiply(const tc_device_matrix *A, tc_staging staging, int tile,
                             const tc_device_buffer *x, tc_device_buffer *y, double *seconds);

#endif
