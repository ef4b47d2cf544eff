/* What drives the devices of one kind: the few things that OpenCL and CUDA do each their way. For this floor;
 * others use device.h. */
#ifndef TC_DEVICE_BACKEND_H
#define TC_DEVICE_BACKEND_H

#include "device/device.h"

enum { TC_LAUNCH_ARGUMENTS = 8 };

/* A kernel of kernels.h at work on `groups` tiles of `tile` items each. */
typedef struct tc_launch {
  int kernel; /* in kernels.def */
  size_t groups, tile;
  size_t shared_memory_B;                    /* shared memory of a tile; 0: the kernel has none */
  int arguments;                             /* without that memory, the last one in OpenCL C */
  const void *argument[TC_LAUNCH_ARGUMENTS]; /* where each lies */
  size_t bytes[TC_LAUNCH_ARGUMENTS];
} tc_launch;

/* Waits for nothing that it has not begun itself: each call returns when all is done. Errors: TC_INTERNAL. */
struct tc_backend {
  const char *name, *summary;
  const char *missing; /* why this build has none; NULL: it does, and all that follows is there */
  /* How many devices there are; 0 where nothing is installed for them. */
  int (*count)(void);
  /* Fills in what device.h tells of a device, and its context. close also after an error. */
  tc_status (*open)(tc_device *device);
  void (*close)(tc_device *device);
  tc_status (*free_memory)(const tc_device *device, size_t *bytes); /* of its memory */
  tc_status (*allocate)(tc_device *device, size_t bytes, void **memory);
  void (*release)(tc_device *device, void *memory);
  tc_status (*upload)(tc_device *device, const void *from, size_t bytes, void *memory, size_t at);
  tc_status (*download)(tc_device *device, const void *memory, size_t at, size_t bytes, void *into);
  /* seconds: of the device itself, by its own clock. */
  tc_status (*copy)(tc_device *device, const void *from, void *to, size_t bytes, double *seconds);
  /* Work items of a group at most, where it is this kernel's. */
  tc_status (*max_group_size)(const tc_device *device, int kernel, int *items);
  tc_status (*launch)(tc_device *device, const tc_launch *launch, double *seconds);
};

/* Kernels, by number. */
enum {
#define TC_DEVICE_KERNEL(name) TC_KERNEL_##name,
#include "device/kernels.def"
#undef TC_DEVICE_KERNEL
  TC_KERNELS
};

#endif
