/* Calibration of a device (such as a GPU) that computes products instead of the processor. The other
 * parameters of the machine must have been measured. `tetracast calibrate` measures all device parameters. A
 * run or dry run with a device measures only the parameters that it needs. All functions are collective. All
 * ranks measure at the same time, each with its device, which several ranks may share. Previous device
 * parameters of the machine are discarded. All times are measured on the host by a rank. launch_s includes
 * the time in which the rank waits for the device. All other times exclude launch_s. Errors (on all ranks):
 * those of the device; TC_INTERNAL if memory is exhausted or MPI fails. */
#ifndef TC_CALIBRATION_DRIVER_CALIBRATE_DEVICE_H
#define TC_CALIBRATION_DRIVER_CALIBRATE_DEVICE_H

#include "base/program/log.h"
#include "calibration/driver/calibrate.h"
#include "device/device_matrix.h"

/* Measures all device parameters for a machine file. Rows of products are measured with both widths and both
 * kernels, each with its default tile size, at the working sets of the machine up to 192 MiB.
 * TC_CALIBRATE_QUICK measures only at every third working set. Values at other working sets are interpolated.
 * Beyond the largest measured working set they equal the last measured value. */
tc_status tc_calibrate_device(const tc_world *world, tc_device *device, tc_thoroughness thoroughness,
                              const tc_log *log, tc_machine *machine);

/* Measures the parameters that the forecast of one run needs. Rows have the kernel and the tile of `config`
 * and the width of `run`, at the working set of the run (at most 192 MiB). The values are stored for all
 * working sets. The measurement needs less than half a second if the memory of the device is at least as fast
 * as that of a processor. */
tc_status tc_calibrate_device_for(const tc_world *world, const tc_device_config *config,
                                  const tc_working_set *run, const tc_log *log, tc_machine *machine);

#endif
