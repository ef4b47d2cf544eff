/* Products on a device, with the bits of those of the processor (sparse/row_sum.h). Not collective. */
#ifndef TC_DEVICE_DEVICE_MATRIX_H
#define TC_DEVICE_DEVICE_MATRIX_H

#include "device/device.h"
#include "sparse/ell.h"

/* Where a tile of rows reads values and columns (Langguth et al. 2015, Figures 2 and 3). */
typedef enum tc_staging {
  TC_STAGING_SHARED, /* from shared memory, where the tile has brought them */
  TC_STAGING_DIRECT  /* from the device's memory, through its cache */
} tc_staging;

extern const tc_registry tc_stagings; /* "shared", "direct" */

/* How products are made on a device. */
typedef struct tc_device_config {
  tc_device *device; /* borrowed */
  tc_staging staging;
  int tile; /* 0: the usual one */
} tc_device_config;

typedef struct tc_device_matrix {
  tc_device *device;
  int32_t rows;
  int width;
  bool differences; /* as tc_ell, with their lead; then without diagonal */
  double leading_factor;
  tc_device_buffer *diagonal, *value, *column;
} tc_device_matrix;

/* A copy of A on the device. Errors: TC_INTERNAL, of buffers. */
tc_status tc_device_matrix_create(tc_device *device, const tc_ell *A, tc_device_matrix **out);
void tc_device_matrix_destroy(tc_device_matrix **A);

/* Whether the device can work so: rows of a tile, 0 for the usual (64 where values are staged, 512 where not:
 * the paper's choices, as far as the device allows). Sets *out to what is taken. where: for the message.
 * Errors: TC_USAGE, naming the most that it can do. */
tc_status tc_device_check_tile(const tc_device *device, tc_staging staging, int width, const char *where,
                               int tile, int *out);

/* y = A x; x[columns], y[rows], apart from each other. tile: one that tc_device_check_tile has given.
 * *seconds: of the device alone, by its own clock. Errors: TC_INTERNAL. */
tc_status tc_device_multiply(const tc_device_matrix *A, tc_staging staging, int tile,
                             const tc_device_buffer *x, tc_device_buffer *y, double *seconds);

#endif
