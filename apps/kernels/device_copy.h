/* Copies on a device, whose rate is an upper limit of what its memory allows a product. `run` measures them
 * in the same rounds as the products and reports the rate next to theirs. */
#ifndef TC_KERNELS_DEVICE_COPY_H
#define TC_KERNELS_DEVICE_COPY_H

#include "device/device.h"

enum { KN_DEVICE_COPIES = 5 };

/* Measures KN_DEVICE_COPIES copies of `bytes` bytes on the device, in seconds by its own clock, after one
 * that is not timed. Errors: those of buffers. */
tc_status kn_device_copies(tc_device *device, size_t bytes, double seconds[KN_DEVICE_COPIES]);

#endif
