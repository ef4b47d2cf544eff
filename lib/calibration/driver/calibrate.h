/* Calibration: measures the parameters of a machine. `tetracast calibrate` and `machine: auto` call
 * tc_calibrate for all parameters. A run for which machine parameters are already available calls the other
 * functions. They repeat the measurement of the parameters that matter most for its forecast, at the working
 * set of the run. Implausible values (machine/parameters/plausibility.h) are measured again, and replaced if
 * they remain implausible. */
#ifndef TC_CALIBRATION_DRIVER_CALIBRATE_H
#define TC_CALIBRATION_DRIVER_CALIBRATE_H

#include <stdbool.h>

#include "base/program/log.h"
#include "calibration/driver/calibration_budget.h"
#include "comm/world/world.h"
#include "machine/parameters/machine_samples.h"

typedef enum tc_thoroughness {
  TC_CALIBRATE_QUICK,   /* needs at most about 2 s; for use before a run */
  TC_CALIBRATE_THOROUGH /* needs one to three minutes; for a machine file */
} tc_thoroughness;

/* Collective. Measures every parameter that can be measured with the ranks of `world`, on all ranks at the
 * same time, each with its OpenMP threads. Results are medians over repetitions, with their spread.
 * Network parameters need two nodes that share no memory. Parameters of shared memory need two ranks on a
 * node. A parameter that cannot be measured is 0. Progress is logged. The ranks of a node together use at
 * most a quarter of the available memory, but working sets of up to 4 MiB per rank are always allowed.
 * Afterwards the peak memory that Linux records for the process is reset. The name and the source of the
 * machine are set too. The machine is the same on all ranks. Errors (on all ranks): TC_INTERNAL if memory is
 * exhausted or MPI fails. */
tc_status tc_calibrate(const tc_world *world, tc_thoroughness thoroughness, const tc_log *log,
                       tc_machine *out);

/* Logs a warning that `replaced` measured values were implausible and are not used. Does nothing if
 * `replaced` is 0. */
void tc_calibrate_warn(const tc_log *log, int replaced);

/* Memory and operations of a step on each rank. They determine which benchmarks a calibration runs, and with
 * which array sizes. */
typedef struct tc_working_set {
  double bytes; /* working set of a step in bytes; the largest one if the struct describes several runs */
  int width;    /* number of off-diagonal entries stored per row */
  bool vectors; /* true if the run solves linear systems, so that vector operations are measured */
  bool sweeps;  /* true if the solver of the run sweeps through triangular factors */
  bool cycles;  /* true if the solver of the run applies multigrid cycles, so that the smoother is measured */
  int kernel;   /* kernel of products, which depends on the storage format: a TC_KERNEL_.. constant */
  /* Number of bytes that a step accesses between two uses of the same data; 0 if this number equals `bytes`.
   * If the struct describes several runs, the smallest of their numbers. */
  double min;
  double steps; /* number of time steps of the run, or of Runge-Kutta stages if a step has several; 0 if
                   unknown */
  bool probes;  /* true if the run calls the speed probe during its steps */
} tc_working_set;

/* Collective. Measures the times of the speed probe with `calls` calls (calibration/node/speed_probe.h) on
 * all ranks at the same time, and returns those of the slowest rank. 15 calls need about 0.08 s. Errors (on
 * all ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_calibrate_probe(const tc_world *world, int calls, tc_probe_times *out);

/* Collective. Measures the parameters that the forecast of `run` needs and that `machine` lacks. `machine`
 * must be zero if nothing has been measured before. A run needs all parameters that do not depend on the
 * working set. Of the other parameters it needs the values at the working sets next to its own sizes, for its
 * width, kernel and operations. If the time budget is short, fewer repetitions are made. The values at the
 * other working sets are estimated, and get spread 0. A value was disturbed if the spread of the repetitions
 * exceeds half of it. Such a value is measured again once if the budget allows it. Implausible values are
 * measured again once and then replaced. If anything was measured, a line of the log contains the purpose and
 * the time in s. Errors (on all ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_calibrate_run(const tc_world *world, const tc_working_set *run,
                           const tc_calibration_budget *budget, const tc_log *log, tc_machine *machine);

/* Collective. Measures all parameters at further working sets of `machine`, in rising order, until the time
 * budget is spent. Called after all measurements that the run needs. Errors (on all ranks): TC_INTERNAL if
 * memory is exhausted or MPI fails. */
tc_status tc_calibrate_more(const tc_world *world, const tc_calibration_budget *budget, const tc_log *log,
                            tc_machine *machine);

/* Comparison of the newly measured machine parameters with their previous values. */
typedef struct tc_working_set_check {
  /* previous divided by new STREAM bandwidth, at the largest of the measured sizes */
  double then_over_now;
  /* Number of values that contradict other machine parameters (machine/parameters/plausibility.h) even after
   * they were measured again. */
  int doubts;
  tc_run_values values; /* all measured values */
} tc_working_set_check;

/* Collective. Repeats the measurement of the parameters on which the forecast of a run depends most, at the
 * working set of the run (at least 1 and at most 384 MiB). These parameters are the STREAM bandwidth, copies,
 * the time of a row with the width and the kernel of the run, and pointer_s if `machine` contains it. The
 * vector operations, sweeps and the smoother (up to 96 MiB) are measured if the run needs them. If ranks
 * share memory, rows of the first kernel and rows through pointers are measured too, because the forecasts of
 * other strategies need them. All other parameters get interpolated values. If `run` describes several runs,
 * the parameters are measured at up to three sizes from the largest to the smallest. Each measured size
 * replaces the nearest working set of `machine`. The measurement takes about 0.1 s, and more for solvers and
 * beyond 64 MiB. It takes up to three times as long if repetitions vary much or values are implausible.
 * Errors (on all ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_calibrate_working_set(const tc_world *world, const tc_working_set *run, const tc_log *log,
                                   tc_machine *machine, tc_working_set_check *check);

/* Collective. Measures the costs of single reads (calibration/node/node_benches.h) in rows of a width, unless
 * `machine` already contains them. The matrix has up to 48 MiB. The costs depend on the spread, which is the
 * size in bytes of the part of x that is read at random. They are measured at every second tabulated spread
 * up to 64 MiB, and interpolated at the others. The measurement takes less than 0.5 s, or twice as long if a
 * value is implausible. Values that remain implausible are not used. Errors (on all ranks): TC_INTERNAL if
 * memory is exhausted or MPI fails. */
tc_status tc_calibrate_gathers(const tc_world *world, int width, const tc_log *log, tc_machine *machine);

/* Collective. Variant of tc_calibrate_gathers for one run. The largest spread is twice the working set of the
 * run, but at least 8 and at most 64 MiB. The time budget determines the number of repetitions. Also measures
 * if `machine` contains costs only for spreads below the working set of the run. */
tc_status tc_calibrate_run_gathers(const tc_world *world, const tc_working_set *run,
                                   const tc_calibration_budget *budget, const tc_log *log,
                                   tc_machine *machine);

/* Collective. Measures accesses through pointers-to-shared to owned elements and to elements of the node,
 * unless `machine` already contains these parameters. The measurement needs some hundredths of a second.
 * Implausible values are not used. Errors (on all ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_calibrate_patterns(const tc_world *world, const tc_log *log, tc_machine *machine);

#endif
