/* Measures a device that computes in place of a rank, for a machine that is known otherwise. Collective; all
 * ranks at once, each with its device, which several may share. What the machine knew of a device before is
 * forgotten. All parameters are as a rank sees them: launch_s has the waiting in it, and the others are
 * beyond that. Errors on all ranks, those of the device. */
#ifndef TC_CALIBRATION_DRIVER_CALIBRATE_DEVICE_H
#define TC_CALIBRATION_DRIVER_CALIBRATE_DEVICE_H

#include "base/program/log.h"
#include "calibration/driver/calibrate.h"
#include "device/device_matrix.h"

/* All of it, for a machine file: rows of both widths and kernels, with their usual tiles, at the machine's
 * working sets up to 192 MiB; all of them, or every third. Larger ones take what the largest of these did. */
tc_status tc_calibrate_device(const tc_world *world, tc_device *device, tc_thoroughness thoroughness,
                              const tc_log *log, tc_machine *machine);

/* What one run needs: its kernel, tile and width, at the bytes that its step works on (at most 192 MiB), as
 * if that were so at any. In less than half a second where the device's memory is no slower than that of a
 * processor. */
tc_status tc_calibrate_device_for(const tc_world *world, const tc_device_config *use, const tc_workload *run,
                                  const tc_log *log, tc_machine *machine);

#endif
