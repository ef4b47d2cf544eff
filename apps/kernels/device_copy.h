/* Copies on a device. Their rate is an upper limit of the rate at which a product can move data. `kernels
 * run` measures them in the same rounds as the products and reports both rates. */
#ifndef TC_KERNELS_DEVICE_COPY_H
#define TC_KERNELS_DEVICE_COPY_H

#include "device/device.h"

enum { KN_DEVICE_COPIES = 5 };

/* Measures KN_DEVICE_COPIES copies of `bytes` bytes on the device, in seconds by the device's clock. A first
 * copy is not timed. Errors: those of device buffers. */
tc_status kn_device_copies(tc_device *device, size_t bytes, double seconds[KN_DEVICE_COPIES]);

#endif
