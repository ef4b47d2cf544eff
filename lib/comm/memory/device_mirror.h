/* Device mirrors: copies of vectors in the memory of a device (GPU), which computes the products. Each vector
 * exists in host memory and, as its mirror, in device memory. Operators with a device
 * (linear/operator/operator_device.c) create one tc_device_mirrors, and then one mirror per vector. No
 * function is collective.
 *
 * A rank whose device fails during a step cannot notify the ranks that wait for its messages. Functions that
 * move values therefore do not return an error, but store the first error in tc_device_mirrors.error. After
 * an error all values are undefined. The operator retrieves the error with tc_device_mirrors_take_error at
 * the next point of the program at which all ranks agree on errors. */
#ifndef TC_COMM_MEMORY_DEVICE_MIRROR_H
#define TC_COMM_MEMORY_DEVICE_MIRROR_H

#include "comm/layout/halo.h"
#include "comm/memory/vector.h"
#include "device/device.h"

/* Device data that the mirrors of all vectors of one operator share. */
typedef struct tc_device_mirrors {
  tc_device *device;        /* borrowed */
  int32_t sent_values;      /* number of values of a vector that this rank sends to its peers */
  tc_device_buffer *index;  /* on the device: [sent_values] local rows of the values that are sent */
  tc_device_buffer *packed; /* on the device: [sent_values] values of these rows, in the order of `index` */
  /* first error of a function that moves values since the last call of tc_device_mirrors_take_error; NULL if
   * none has failed */
  tc_status error;
} tc_device_mirrors;

/* Mirror of one vector. */
typedef struct tc_device_mirror {
  tc_device_mirrors *mirrors; /* data that the mirrors of the operator share; borrowed */
  tc_device_buffer *value;    /* on the device: [owned + ghosts] values of the vector */
} tc_device_mirror;

/* Creates the device data that all mirrors of an operator share. Borrows the device. Errors: those of device
 * buffers. */
tc_status tc_device_mirrors_create(tc_device *device, const tc_halo *halo, tc_device_mirrors **out);
void tc_device_mirrors_destroy(tc_device_mirrors **mirrors);

/* Creates the mirror of a vector and uploads its values. The caller destroys it before the arena of the
 * vector. Errors: those of device buffers. */
tc_status tc_device_mirror_create(tc_device_mirrors *mirrors, tc_vector *v);
void tc_device_mirror_destroy(tc_vector *v);

/* Returns the first error of a function that moves values since the last call of this function; TC_OK if none
 * has failed. Clears the stored error. */
tc_status tc_device_mirrors_take_error(tc_device_mirrors *mirrors);

/* All following functions require that their vectors have a mirror. */

/* Copies from[count] in host memory to the values first to first + count - 1 of the mirror of v. */
void tc_device_mirror_upload(const tc_vector *v, int32_t first, int32_t count, const double *from);
/* Copies the values first to first + count - 1 of the mirror of v to into[count] in host memory. */
void tc_device_mirror_download(const tc_vector *v, int32_t first, int32_t count, double *into);

/* Gathers on the device the values of x that this rank sends to its peers, and downloads them to
 * outbox[sent_values] in host memory. The values of one peer are consecutive, in the order of the halo's send
 * lists. */
void tc_device_mirror_pack(const tc_vector *x, double *outbox);

/* Copies the owned values of the mirror of `from` to the mirror of `v`. Both are in device memory, and the
 * values in host memory remain unchanged. */
void tc_device_mirror_copy(const tc_vector *from, const tc_vector *v);

/* Stores `status` as the error that the next call of tc_device_mirrors_take_error returns. Does nothing if
 * `status` is TC_OK or if an earlier error is stored. Takes ownership of `status`. */
void tc_device_mirrors_set_error(tc_device_mirrors *mirrors, tc_status status);

#endif
