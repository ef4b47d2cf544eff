/* Vectors whose values are on a device: products are made there, and only what other ranks need, or somebody
 * wants to see, comes down. Not collective.
 *
 * A rank whose device fails in a step cannot tell those that wait for it; so nothing here fails at once. What
 * is then in the vectors means nothing, and tc_device_mirrors_take_error tells of it where all ranks meet. */
#ifndef TC_COMM_MEMORY_DEVICE_MIRROR_H
#define TC_COMM_MEMORY_DEVICE_MIRROR_H

#include "comm/layout/halo.h"
#include "comm/memory/vector.h"
#include "device/device.h"

/* What the vectors of one operator share on a device. */
typedef struct tc_device_mirrors {
  tc_device *device;        /* borrowed */
  int32_t sent;             /* values that others need: */
  tc_device_buffer *index;  /* which, */
  tc_device_buffer *packed; /* and themselves, one after the other */
  tc_status failed;         /* the first error of a step */
} tc_device_mirrors;

/* A vector's values there, [owned + ghosts]. */
typedef struct tc_device_mirror {
  tc_device_mirrors *mirrors;
  tc_device_buffer *value;
} tc_device_mirror;

/* Errors: those of buffers. */
tc_status tc_device_mirrors_create(tc_device *device, const tc_halo *halo, tc_device_mirrors **out);
void tc_device_mirrors_destroy(tc_device_mirrors **mirrors);

/* The same of a vector, whose values go up. To be closed before its arena is destroyed. */
tc_status tc_device_mirror_create(tc_device_mirrors *mirrors, tc_vector *v);
void tc_device_mirror_destroy(tc_vector *v);

/* The first error since the last time, which is then forgotten. */
tc_status tc_device_mirrors_take_error(tc_device_mirrors *mirrors);

/* What follows is for vectors with a mirror. Values from `first` on go up or come down, of the vector or of
 * the same number elsewhere. */
void tc_device_mirror_upload(const tc_vector *v, int32_t first, int32_t count, const double *from);
void tc_device_mirror_download(const tc_vector *v, int32_t first, int32_t count, double *into);

/* outbox[halo->send_begin[peers]]: what the peers need, gathered on the device. */
void tc_device_mirror_pack(const tc_vector *x, double *outbox);

/* Own values of one, on the device, become those of the other. */
void tc_device_mirror_copy(const tc_vector *from, const tc_vector *v);

/* A step's error, kept. */
void tc_device_mirrors_set_error(tc_device_mirrors *mirrors, tc_status status);

#endif
