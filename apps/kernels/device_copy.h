/* At what rate a device copies: what its memory allows, measured beside products. */
#ifndef TC_KERNELS_DEVICE_COPY_H
#define TC_KERNELS_DEVICE_COPY_H

#include "device/device.h"

enum { KN_DEVICE_COPIES = 5 };

/* Seconds of so many copies of `bytes` on the device, by its own clock, after one that is not timed. Errors:
 * those of buffers. */
tc_status kn_device_copies(tc_device *device, size_t bytes, double seconds[KN_DEVICE_COPIES]);

#endif
