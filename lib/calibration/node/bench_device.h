/* Benchmarks of a device: seconds of one call as a rank experiences them, including launch and wait.
 * Calibration of devices (driver/calibrate_device.c) calls them and subtracts the time of a launch. All
 * functions are collective. All ranks measure at the same time, each with its device, which several ranks may
 * share. Errors (on all ranks): those of the device; TC_INTERNAL if memory is exhausted or MPI fails. */
#ifndef TC_CALIBRATION_NODE_BENCH_DEVICE_H
#define TC_CALIBRATION_NODE_BENCH_DEVICE_H

#include "calibration/timing/bench.h"
#include "device/device_matrix.h"

/* Measures a kernel with almost no work, launched after one with work, as in a step. */
tc_status tc_bench_launch(tc_bench *bench, tc_device *device, tc_estimate *seconds);

/* Measures the mean time of an upload and a download of `bytes` bytes, after a kernel with work as in
 * tc_bench_launch. */
tc_status tc_bench_link(tc_bench *bench, tc_device *device, size_t bytes, tc_estimate *seconds);

/* Measures the access to `bytes` bytes in order. The device reads four fifths of them and writes the rest. */
tc_status tc_bench_device_read(tc_bench *bench, tc_device *device, size_t bytes, tc_estimate *seconds);

/* Measures the copy from one half of `bytes` bytes to the other on the device. */
tc_status tc_bench_device_copy(tc_bench *bench, tc_device *device, size_t bytes, tc_estimate *seconds);

/* Measures repeated products x <- M x with a matrix as in bench_product.h. Returns its number of rows in
 * *rows. */
tc_status tc_bench_device_product(tc_bench *bench, const tc_device_config *use, int width, size_t bytes,
                                  int32_t *rows, tc_estimate *seconds);

#endif
