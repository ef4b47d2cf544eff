/* Matrices and products on a device. The operator of a run with a device creates a matrix once, checks the
 * tile, and then multiplies in each step. Results have the bits of the host (sparse/row_sum.h). Not
 * collective. */
#ifndef TC_DEVICE_DEVICE_MATRIX_H
#define TC_DEVICE_DEVICE_MATRIX_H

#include "device/device.h"
#include "sparse/ell.h"

/* Memory from which a tile of rows reads values and columns (Langguth et al. 2015, Figures 2 and 3). */
typedef enum tc_staging {
  TC_STAGING_SHARED, /* shared memory, into which the tile copies them first */
  TC_STAGING_DIRECT  /* the device's memory, through its cache */
} tc_staging;

extern const tc_registry tc_stagings; /* "shared", "direct" */

/* Options of products on a device. */
typedef struct tc_device_config {
  tc_device *device; /* borrowed */
  tc_staging staging;
  int tile; /* rows of a tile; 0: default */
} tc_device_config;

typedef struct tc_device_matrix {
  tc_device *device;
  int32_t rows;
  int width;
  bool differences; /* rows are differences, as in tc_ell, with a leading factor and no diagonal */
  double leading_factor;
  tc_device_buffer *diagonal, *value, *column;
} tc_device_matrix;

/* Copies A to the device. The caller frees `*out`. Errors: TC_INTERNAL, those of buffers. */
tc_status tc_device_matrix_create(tc_device *device, const tc_ell *A, tc_device_matrix **out);
void tc_device_matrix_destroy(tc_device_matrix **A);

/* Checks a tile size. tile: rows of a tile; 0 for the default (64 for shared, 512 for direct, the paper's
 * choices, limited to what the device supports). Sets *out to the tile that is used. where: for the
 * message. Errors: TC_USAGE, with the largest supported tile. */
tc_status tc_device_check_tile(const tc_device *device, tc_staging staging, int width, const char *where,
                               int tile, int *out);

/* Computes y = A x with x[columns] and y[rows], which must not overlap. tile: a result of
 * tc_device_check_tile. *seconds: time on the device by its own clock. Errors: TC_INTERNAL. */
tc_status tc_device_multiply(const tc_device_matrix *A, tc_staging staging, int tile,
                             const tc_device_buffer *x, tc_device_buffer *y, double *seconds);

#endif
