/* Calibration: measures the parameters of a machine. `tetracast calibrate` and `machine: auto` call
 * tc_calibrate for all parameters. A run with a known machine then calls the other functions to measure the
 * parameters that its forecast needs most at its own size. Implausible values
 * (machine/parameters/plausibility.h) are measured again and replaced if they remain implausible. */
#ifndef TC_CALIBRATION_DRIVER_CALIBRATE_H
#define TC_CALIBRATION_DRIVER_CALIBRATE_H

#include <stdbool.h>

#include "base/program/log.h"
#include "comm/world/world.h"
#include "machine/parameters/machine.h"

typedef enum tc_thoroughness {
  TC_CALIBRATE_QUICK,   /* takes at most about 2 s; for use before a run */
  TC_CALIBRATE_THOROUGH /* takes some tens of seconds; for a machine file */
} tc_thoroughness;

/* Collective. Measures every parameter that the given ranks allow, on all ranks at the same time, each with
 * its OpenMP threads. Results are medians over repetitions, with their spread. Network parameters require two
 * nodes that share no memory, and parameters of shared memory require two ranks on a node. A parameter that
 * cannot be measured is 0. Progress is logged. The ranks of a node together use at most a quarter of the
 * available memory, but each rank uses working sets of at least 4 MiB. The peak memory of the process is
 * reset. Also fills in name and source. The machine is the same on all ranks. Errors (on all ranks):
 * TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_calibrate(const tc_world *world, tc_thoroughness thoroughness, const tc_log *log,
                       tc_machine *out);

/* Warns that `replaced` measured values are not used. Does nothing if `replaced` is 0. */
void tc_calibrate_warn(const tc_log *log, int replaced);

/* Work of a run on each rank, which determines the sizes at which a calibration measures. */
typedef struct tc_workload {
  double bytes; /* working set of a step; the largest one if there are several runs */
  int width;    /* width of the rows */
  bool vectors; /* true if the run solves systems */
  bool sweeps;  /* true if its solver sweeps through triangular factors */
  int kernel;   /* kernel of its rows: TC_KERNEL_.. of a format */
  /* Smallest number of bytes between two uses of the same data, in the run in which it is smallest; 0 if
   * equal to `bytes`. */
  double min;
} tc_workload;

/* Comparison of a measured working set with the previous values of the machine. */
typedef struct tc_working_set_check {
  double then_over_now; /* previous STREAM bandwidth divided by the current one, at the largest size */
  /* Number of values that contradict others of the machine (machine/parameters/plausibility.h) after repeated
   * measurement. */
  int doubts;
} tc_working_set_check;

/* Collective. Measures again the parameters on which the forecast of a run depends most, at the run's own
 * working set (from 1 to 384 MiB). These are STREAM, a row of its width with its kernel, copies, its vector
 * operations and sweeps, and the access through a pointer if the machine contains it. Rows of other kernels
 * are scaled like those of the run. If `run` describes several runs, up to three sizes between the largest
 * and the smallest are measured. Each measured size replaces the nearest working set. Takes about a tenth of
 * a second, longer for solvers and beyond 64 MiB. Takes up to three times as long if repetitions vary much or
 * values are implausible. Errors (on all ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_calibrate_working_set(const tc_world *world, const tc_workload *run, const tc_log *log,
                                   tc_machine *machine, tc_working_set_check *check);

/* Collective. Measures the cost of single reads in rows of a width, unless the machine contains it. The
 * matrix has up to 48 MiB, and every second spread up to 64 MiB is measured. Takes less than half a second,
 * or twice as long if a value is implausible. Values that remain implausible are not used. Errors (on all
 * ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_calibrate_gathers(const tc_world *world, int width, const tc_log *log, tc_machine *machine);

/* Collective. Measures accesses through pointers-to-shared to owned elements and to elements of the node,
 * unless the machine contains them. Takes some hundredths of a second. Implausible values are not used.
 * Errors (on all ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_calibrate_patterns(const tc_world *world, const tc_log *log, tc_machine *machine);

#endif
