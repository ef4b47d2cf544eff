/* Devices that compute in addition to the host, their memory, and their selection. The config reader and
 * the command lines parse the options; a run and the calibration then open at most one device per rank,
 * create buffers and matrices (device_matrix.h), destroy them, and close the device last. Every call
 * returns after the device has finished its work. Not collective. */
#ifndef TC_DEVICE_DEVICE_H
#define TC_DEVICE_DEVICE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text/registry.h"

typedef struct tc_backend tc_backend;

TC_REGISTRY(tc_backend); /* registry of the back-ends listed in device/backends.def */

const char *tc_backend_name(const tc_backend *backend);

/* Returns the reason why this build lacks the back-end; NULL if it is built. */
const char *tc_backend_unavailable_reason(const tc_backend *backend);

/* Returns the number of devices that the back-end finds on this machine. */
int tc_backend_devices(const tc_backend *backend);

typedef struct tc_device {
  const tc_backend *backend;
  int index;          /* number of this device among the devices of the back-end, from 0 */
  char name[256];     /* name of the device that the driver reports */
  bool processor;     /* true if the device is the processor of this machine; times measured on it do not
                         represent GPUs */
  int max_group_size; /* largest number of work items of a group (OpenCL), or of threads of a block (CUDA) */
  size_t shared_memory_B; /* bytes of shared memory that a group can use */
  size_t memory_B;        /* bytes of memory of the device */
  size_t max_buffer_B;    /* largest number of bytes of one buffer */
  size_t allocated_B;     /* sum of the sizes of all existing buffers */
  /* cache_B: size of the last-level cache in bytes; sector_B: smallest number of bytes that a read loads. A
   * value is 0 if the device does not report it. */
  size_t cache_B;
  int sector_B;
  void *context; /* private data of the back-end for this device */
} tc_device;

/* Device that the user selected on a command line or in a config. */
typedef struct tc_device_options {
  bool automatic;            /* true if the first available GPU is used, or no device if there is no GPU */
  const tc_backend *backend; /* NULL if no device is selected or `automatic` is true */
  int index; /* number of the device among the devices of the back-end, from 0; -1 if not specified */
} tc_device_options;

/* Parses "none", "auto", or the name of a back-end, optionally followed by ":i" for its device i. `where`
 * begins the error messages. Errors: TC_USAGE for another word or for a back-end that was not built. */
tc_status tc_device_options_parse(const char *where, const char *word, tc_device_options *out);

/* Opens the selected device. `rank` is the number of this process among the processes on this machine. If the
 * user specified no device number, the processes are assigned to the devices of the back-end round robin.
 * *out is NULL if no device is selected or if, with `automatic`, none was found. Errors: TC_INTERNAL if the
 * device does not exist or has no double precision. */
tc_status tc_device_open(const tc_device_options *options, int rank, tc_device **out);
void tc_device_close(tc_device **device);

/* A buffer in the memory of a device. */
typedef struct tc_device_buffer {
  tc_device *device;
  size_t bytes;
  void *memory; /* the back-end's handle of the memory */
} tc_device_buffer;

/* Sets *bytes to the number of bytes of the device's memory that new buffers can use. Errors: TC_INTERNAL. */
tc_status tc_device_free_memory(const tc_device *device, size_t *bytes);

/* Creates a buffer of `bytes` bytes (0 is allowed), whose content is not set. `what` describes the content in
 * messages. Errors: TC_INTERNAL with the device and the needed and free memory. */
tc_status tc_device_buffer_create(tc_device *device, size_t bytes, const char *what, tc_device_buffer **out);
void tc_device_buffer_destroy(tc_device_buffer **buffer);

/* tc_device_buffer_upload copies `bytes` bytes from the host memory `from` to the buffer, and
 * tc_device_buffer_download copies from the buffer to the host memory `into`. `at` is the offset in the
 * buffer in bytes. */
tc_status tc_device_buffer_upload(tc_device_buffer *buffer, size_t at, const void *from, size_t bytes);
tc_status tc_device_buffer_download(const tc_device_buffer *buffer, size_t at, void *into, size_t bytes);

/* Copies the first `bytes` bytes of a buffer to another one of the same device. Sets *seconds to the time
 * that the device's own clock measured. */
tc_status tc_device_buffer_copy(const tc_device_buffer *from, tc_device_buffer *to, size_t bytes,
                                double *seconds);

/* Creates a buffer of `bytes` bytes with a copy of the host array `from`. `what` describes the content in
 * messages. Errors: TC_INTERNAL. */
tc_status tc_device_buffer_create_from(tc_device *device, const void *from, size_t bytes, const char *what,
                                       tc_device_buffer **out);

/* Sets out[k] = x[index[k]] for k = 0 .. count-1. The indices are int32. Errors: TC_INTERNAL. */
tc_status tc_device_gather(const tc_device_buffer *index, int32_t count, const tc_device_buffer *x,
                           tc_device_buffer *out);

/* Sets sum[i] = x[i] + x[i + count] + x[i + 2 count] + x[i + 3 count] for i < count. Reads x in order, so its
 * time measures the bandwidth. Errors: TC_INTERNAL. */
tc_status tc_device_sum_quarters(const tc_device_buffer *x, int32_t count, tc_device_buffer *sum);

#endif
