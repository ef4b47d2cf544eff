/* Times of the speed probe, a short benchmark that shows the current speed of the machine
 * (calibration/node/speed_probe.h). They are stored with the parameters of a machine. Plain data. */
#ifndef TC_MACHINE_PARAMETERS_PROBE_TIMES_H
#define TC_MACHINE_PARAMETERS_PROBE_TIMES_H

enum {
  TC_PROBE_BUFFER_B = 16 << 20, /* bytes of the buffer of the speed probe */
  /* Number of consecutive calls of the probe: usually, and in a job whose steps all together are short. */
  TC_SPEED_PROBE_CALLS = 15,
  TC_SPEED_PROBE_FEW_CALLS = 5
};

/* A job is short if all its steps together take less than this time in s. */
static const double tc_probe_short_steps_s = 2.0;

/* Kernels of the speed probe. */
typedef enum tc_probe_kernel {
  TC_PROBE_INTEGER, /* dependent integer operations: clock rate */
  TC_PROBE_STREAM,  /* one pass through 16 MiB: memory bandwidth */
  TC_PROBE_GATHER,  /* dependent reads in 16 MiB: latency, state of the shared cache */
  TC_PROBE_KERNELS
} tc_probe_kernel;

/* Seconds of processor time of one call of each kernel; 0 if unknown. */
typedef struct tc_probe_times {
  double kernel_s[TC_PROBE_KERNELS];
} tc_probe_times;

#endif
