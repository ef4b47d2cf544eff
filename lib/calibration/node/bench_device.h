/* What a device takes that computes in place of a rank: seconds of one call, as the rank sees them, starting
 * and waiting included. All are collective, by all ranks at once, each with its device, which several may
 * share. Errors on all ranks: those of the device. */
#ifndef TC_CALIBRATION_NODE_BENCH_DEVICE_H
#define TC_CALIBRATION_NODE_BENCH_DEVICE_H

#include "calibration/timing/bench.h"
#include "device/device_matrix.h"

/* A kernel with next to nothing to do, behind one that has something, as in a step. */
tc_status tc_bench_launch(tc_bench *bench, tc_device *device, tc_estimate *seconds);

/* The mean of `bytes` up and as many down, there too. */
tc_status tc_bench_link(tc_bench *bench, tc_device *device, size_t bytes, tc_estimate *seconds);

/* The device goes through so many bytes in order: four in five are read, the others written. */
tc_status tc_bench_device_read(tc_bench *bench, tc_device *device, size_t bytes, tc_estimate *seconds);

/* The device copies from one half of so many bytes to the other. */
tc_status tc_bench_device_copy(tc_bench *bench, tc_device *device, size_t bytes, tc_estimate *seconds);

/* Repeated products x <- M x, with a matrix as in bench_product.h, and how many rows they have. */
tc_status tc_bench_device_product(tc_bench *bench, const tc_device_config *use, int width, size_t bytes,
                                  int32_t *rows, tc_estimate *seconds);

#endif
