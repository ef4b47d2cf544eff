/* Device mirrors: copies of vectors on a device, where products are computed. Operators with a device
 * (linear/operator/operator_device.c) create one tc_device_mirrors, then one mirror per vector. No function
 * is collective.
 *
 * A rank whose device fails during a step cannot notify the ranks that wait for its messages. Transfers
 * therefore store their first error instead of returning it, and the values are undefined from then on. The
 * operator retrieves the error with tc_device_mirrors_take_error at the next point at which all ranks agree
 * on errors. */
#ifndef TC_COMM_MEMORY_DEVICE_MIRROR_H
#define TC_COMM_MEMORY_DEVICE_MIRROR_H

#include "comm/layout/halo.h"
#include "comm/memory/vector.h"
#include "device/device.h"

/* Device data that the mirrors of all vectors of one operator share. */
typedef struct tc_device_mirrors {
  tc_device *device;       /* borrowed */
  int32_t sent_values;     /* number of values of a vector that peers need */
  tc_device_buffer *index; /* [sent_values] rows of the values that peers need */
  tc_device_buffer
      *packed; /* [sent_values] packed values of a vector that peers need, in the order of `index` */
  /* first error of a transfer since the last call of tc_device_mirrors_take_error; NULL if no transfer has
   * failed */
  tc_status error;
} tc_device_mirrors;

/* Values of one vector on the device, [owned + ghosts]. */
typedef struct tc_device_mirror {
  tc_device_mirrors *mirrors;
  tc_device_buffer *value;
} tc_device_mirror;

/* Creates the device data that all mirrors of an operator share. Borrows the device. Errors: those of device
 * buffers. */
tc_status tc_device_mirrors_create(tc_device *device, const tc_halo *halo, tc_device_mirrors **out);
void tc_device_mirrors_destroy(tc_device_mirrors **mirrors);

/* Creates the mirror of a vector and uploads its values. The caller destroys it before the arena of the
 * vector. Errors: those of device buffers. */
tc_status tc_device_mirror_create(tc_device_mirrors *mirrors, tc_vector *v);
void tc_device_mirror_destroy(tc_vector *v);

/* Returns the first error of a transfer since the last call of this function, and clears it. */
tc_status tc_device_mirrors_take_error(tc_device_mirrors *mirrors);

/* The following functions require vectors with a mirror. The first two transfer the `count` values of v that
 * begin at index `first` between the mirror and an array of the host. */
void tc_device_mirror_upload(const tc_vector *v, int32_t first, int32_t count, const double *from);
void tc_device_mirror_download(const tc_vector *v, int32_t first, int32_t count, double *into);

/* Packs, on the device, the values of x that peers need, and downloads them to
 * outbox[halo->send_begin[halo->peers]]. */
void tc_device_mirror_pack(const tc_vector *x, double *outbox);

/* Copies the owned values of `from` to `v` on the device. */
void tc_device_mirror_copy(const tc_vector *from, const tc_vector *v);

/* Stores the error of a transfer, unless an earlier error is already stored. Takes ownership of `status`. */
void tc_device_mirrors_set_error(tc_device_mirrors *mirrors, tc_status status);

#endif
