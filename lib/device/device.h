/* Devices that compute beside the processor, their memory, and how one is chosen. Nothing here is collective;
 * every call returns when the device has done what it says. */
#ifndef TC_DEVICE_DEVICE_H
#define TC_DEVICE_DEVICE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text/registry.h"

typedef struct tc_backend tc_backend;

TC_REGISTRY(tc_backend); /* backends.def */

const char *tc_backend_name(const tc_backend *backend);

/* Why this build has no such back-end; NULL: it has. */
const char *tc_backend_unavailable_reason(const tc_backend *backend);

/* How many devices it finds on this machine. */
int tc_backend_devices(const tc_backend *backend);

typedef struct tc_device {
  const tc_backend *backend;
  int index;              /* among those of the back-end */
  char name[256];         /* as its maker calls it */
  bool processor;         /* it computes on the cores of this machine: times say nothing about GPUs */
  int max_group_size;     /* work items of a group, threads of a block */
  size_t shared_memory_B; /* shared memory of one */
  size_t memory_B;        /* in all, */
  size_t max_buffer_B;    /* of one buffer, */
  size_t allocated_B;     /* and of the buffers that there are */
  /* Of its last cache, and what a single read moves from there, as it announces; 0: it does not. */
  size_t cache_B;
  int sector_B;
  void *context; /* of the back-end */
} tc_device;

/* Which device: of a command line or a config. */
typedef struct tc_device_options {
  bool automatic;            /* the first GPU that there is, else none */
  const tc_backend *backend; /* NULL: none */
  int index;                 /* -1: not said */
} tc_device_options;

/* Reads "none", "auto", or the name of a back-end, with ":i" its device i. where: for messages. Errors,
 * TC_USAGE: none of these; a back-end that was not built. */
tc_status tc_device_options_parse(const char *where, const char *word, tc_device_options *out);

/* Opens it, for the process `rank` of those that share the machine: where no number is said they take the
 * devices in turns. *out NULL: none is wanted. Errors, TC_INTERNAL: there is no such device, or it has no
 * double precision. */
tc_status tc_device_open(const tc_device_options *choice, int rank, tc_device **out);
void tc_device_close(tc_device **device);

/* Memory of a device. */
typedef struct tc_device_buffer {
  tc_device *device;
  size_t bytes;
  void *memory; /* of the back-end */
} tc_device_buffer;

/* Bytes that buffers can still take. Errors: TC_INTERNAL. */
tc_status tc_device_free_memory(const tc_device *device, size_t *bytes);

/* Uninitialised; 0 bytes are fine. what: for the message. Errors: TC_INTERNAL, naming the device and what is
 * needed and left. */
tc_status tc_device_buffer_create(tc_device *device, size_t bytes, const char *what, tc_device_buffer **out);
void tc_device_buffer_destroy(tc_device_buffer **buffer);

/* bytes from or to memory of the processor; `at`: where in the buffer. */
tc_status tc_device_buffer_upload(tc_device_buffer *buffer, size_t at, const void *from, size_t bytes);
tc_status tc_device_buffer_download(const tc_device_buffer *buffer, size_t at, void *into, size_t bytes);

/* From one buffer to another of the same device. *seconds: of the device alone, by its own clock. */
tc_status tc_device_buffer_copy(const tc_device_buffer *from, tc_device_buffer *to, size_t bytes,
                                double *seconds);

/* A buffer with a copy of an array. */
tc_status tc_device_buffer_create_from(tc_device *device, const void *from, size_t bytes, const char *what,
                                       tc_device_buffer **out);

/* out_k = x of index_k, and x of index_k = in_k, for k = 0 .. count-1. index: int32. */
tc_status tc_device_gather(const tc_device_buffer *index, int32_t count, const tc_device_buffer *x,
                           tc_device_buffer *out);
tc_status tc_device_scatter(const tc_device_buffer *index, int32_t count, const tc_device_buffer *in,
                            tc_device_buffer *x);

/* Reads x in order: sum_i = what the quarters of x have in place i. count: of a quarter. */
tc_status tc_device_sum_quarters(const tc_device_buffer *x, int32_t count, tc_device_buffer *sum);

#endif
