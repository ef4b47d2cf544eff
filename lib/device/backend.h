/* Interface of a back-end, which drives the devices of one kind: the operations that OpenCL and CUDA
 * implement differently. Only lib/device includes it; other modules use device.h. Every call returns after
 * the device has finished the work that the call began. Not collective. */
#ifndef TC_DEVICE_BACKEND_H
#define TC_DEVICE_BACKEND_H

#include "device/device.h"

enum { TC_LAUNCH_ARGUMENTS = 8 };

/* A launch of a kernel of kernels.h with `groups` groups of `tile` work items each. An item computes one row
 * or value, and the items of a group share one block of shared memory. */
typedef struct tc_launch {
  int kernel; /* number of the kernel in kernels.def */
  size_t groups, tile;
  size_t shared_memory_B; /* bytes of shared memory of a group; 0 if the kernel needs no shared memory */
  int arguments; /* number of arguments, without the shared memory, which is an argument in OpenCL C only */
  const void *argument[TC_LAUNCH_ARGUMENTS]; /* [arguments] address of each argument of the kernel */
  size_t bytes[TC_LAUNCH_ARGUMENTS];
} tc_launch;

/* A back-end, which drives the devices of one kind. Each call returns after the device has finished the work
 * that the call began. Errors: TC_INTERNAL. */
struct tc_backend {
  const char *name, *summary;
  /* reason why this build lacks the back-end; NULL if it was built, and then all functions below are set */
  const char *missing;
  /* Returns the number of devices that the back-end can drive on this machine; 0 without a driver. */
  int (*count)(void);
  /* Fills in the properties of a device (device.h) and the back-end's own data. The caller calls `close` even
   * after an error. */
  tc_status (*open)(tc_device *device);
  void (*close)(tc_device *device);
  tc_status (*free_memory)(const tc_device *device,
                           size_t *bytes); /* sets *bytes to the free bytes of the device's memory */
  tc_status (*allocate)(tc_device *device, size_t bytes, void **memory);
  void (*release)(tc_device *device, void *memory);
  tc_status (*upload)(tc_device *device, const void *from, size_t bytes, void *memory, size_t at);
  tc_status (*download)(tc_device *device, const void *memory, size_t at, size_t bytes, void *into);
  /* Copies `bytes` bytes between two memories of the device. Sets *seconds to the time that the device's own
   * clock measured. */
  tc_status (*copy)(tc_device *device, const void *from, void *to, size_t bytes, double *seconds);
  /* Sets *items to the largest number of work items that a group of kernel number `kernel` can have. */
  tc_status (*max_group_size)(const tc_device *device, int kernel, int *items);
  tc_status (*launch)(tc_device *device, const tc_launch *launch, double *seconds);
};

/* Initialisers for the functions of a back-end. The file of each back-end defines static functions with these
 * names. */
#define TC_BACKEND_FUNCTIONS                                                                                 \
  .count = count_devices, .open = open_device, .close = close_device, .free_memory = query_free_memory,      \
  .allocate = alloc_buffer, .release = free_buffer, .upload = upload_bytes, .download = download_bytes,      \
  .copy = copy_bytes, .max_group_size = query_group_size, .launch = launch_kernel

/* Numbers of the kernels in kernels.def; TC_KERNELS is the number of all kernels. */
enum {
#define TC_DEVICE_KERNEL(name) TC_KERNEL_##name,
#include "device/kernels.def"
#undef TC_DEVICE_KERNEL
  TC_KERNELS
};

#endif
