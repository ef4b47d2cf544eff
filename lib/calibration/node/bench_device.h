/* Benchmarks of a device. Each function returns the seconds of one operation as measured on the host,
 * including the launch of the kernel and the wait for its end. Calibration of devices
 * (driver/calibrate_device.c) calls them and subtracts the time of a launch where necessary. All functions
 * are collective. All ranks measure at the same time, each with its device, which several ranks may share.
 * Errors (on all ranks): those of the device; TC_INTERNAL if memory is exhausted or MPI fails. */
#ifndef TC_CALIBRATION_NODE_BENCH_DEVICE_H
#define TC_CALIBRATION_NODE_BENCH_DEVICE_H

#include "calibration/timing/bench.h"
#include "device/device_matrix.h"

/* Measures the seconds of a kernel with almost no work. It is launched directly after a kernel with work, as
 * in a step. */
tc_status tc_bench_launch(tc_bench *bench, tc_device *device, tc_estimate *seconds);

/* Measures the seconds of one transfer of `bytes` bytes between host and device, as the mean of an upload and
 * a download. A kernel with work precedes the transfers, as in tc_bench_launch. */
tc_status tc_bench_link(tc_bench *bench, tc_device *device, size_t bytes, tc_estimate *seconds);

/* Measures the seconds in which a device accesses `bytes` bytes of device memory in order. The device reads
 * four fifths of these bytes and writes one fifth. */
tc_status tc_bench_device_read(tc_bench *bench, tc_device *device, size_t bytes, tc_estimate *seconds);

/* Measures the seconds in which a device copies one half of `bytes` bytes of device memory to the other
 * half. */
tc_status tc_bench_device_copy(tc_bench *bench, tc_device *device, size_t bytes, tc_estimate *seconds);

/* Measures the seconds of one of many repeated products x <- M x on the device that `config` describes. M is
 * the artificial matrix of bench_product.h with off-diagonal width `width`. Returns the number of rows of M
 * in *rows. */
tc_status tc_bench_device_product(tc_bench *bench, const tc_device_config *config, int width, size_t bytes,
                                  int32_t *rows, tc_estimate *seconds);

#endif
