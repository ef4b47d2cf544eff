/* Times copies within the memory of a device (GPU). The rate of a copy in bytes per second is an upper limit
 * of the rate at which a product can move data. `kernels run` times copies in the same rounds as the products
 * and reports both rates. */
#ifndef TC_KERNELS_DEVICE_COPY_H
#define TC_KERNELS_DEVICE_COPY_H

#include "device/device.h"

enum { KN_DEVICE_COPIES = 5 };

/* Copies `bytes` bytes within the memory of the device KN_DEVICE_COPIES times and stores the seconds of each
 * copy by the device's clock. Makes one more copy before these, which is not timed. Errors: those of device
 * buffers. */
tc_status kn_device_copies(tc_device *device, size_t bytes, double seconds[KN_DEVICE_COPIES]);

#endif
