/* Speed probe: a benchmark of about 5 ms that shows how fast the machine is at this moment. A calibration
 * calls it when it measures the machine, and a run calls it before, during and after its steps. The
 * difference shows which part of a forecast error is due to a changed speed of the machine
 * (model/interval/error_split.h). The functions use the calling thread only and do not communicate. */
#ifndef TC_CALIBRATION_NODE_SPEED_PROBE_H
#define TC_CALIBRATION_NODE_SPEED_PROBE_H

#include "base/core/status.h"
#include "machine/parameters/probe_times.h"

typedef struct tc_speed_probe tc_speed_probe;

/* Allocates the buffer of 16 MiB and touches it. Not collective. Error: TC_INTERNAL if memory is exhausted.
 */
tc_status tc_speed_probe_create(tc_speed_probe **out);

/* Performs one call of each kernel and returns the seconds of processor time of each. Not collective. */
tc_probe_times tc_speed_probe_call(tc_speed_probe *probe);

/* Frees the probe and sets *probe to NULL. *probe may be NULL. Not collective. */
void tc_speed_probe_destroy(tc_speed_probe **probe);

/* Creates a probe, performs `calls` calls, at most TC_SPEED_PROBE_CALLS, destroys the probe, and returns the
 * median of each kernel. Not collective. 15 calls need about 0.08 s. Error: TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_speed_probe_measure(int calls, tc_probe_times *median);

#endif
