/* Benchmarks of a calibration, in groups of parameters that are measured together. The drivers calibrate.c,
 * calibrate_run.c, calibrate_working_set.c and calibrate_device.c call them in the order that each driver
 * needs. `finegrain bench` uses only tc_calibration_limit. Usage: initialise a tc_calibration for the largest
 * working set, measure groups of parameters, free the tc_calibration. All functions are collective, with
 * errors on all ranks, unless stated otherwise. */
#ifndef TC_CALIBRATION_DRIVER_CALIBRATION_H
#define TC_CALIBRATION_DRIVER_CALIBRATION_H

#include "base/program/log.h"
#include "calibration/timing/bench.h"
#include "machine/parameters/machine.h"

/* State of one calibration. If a parameter is measured repeatedly, `machine` retains the value with the
 * smallest cost (shortest time or highest rate), because disturbances only increase a cost. */
typedef struct tc_calibration {
  tc_bench bench;
  const tc_log *log;
  tc_log_level progress; /* log level of the messages that name the current benchmark */
  tc_machine *machine;   /* receives the parameters; borrowed */
  /* Number of working sets at which sweeps are measured, beginning with the smallest one. A quick calibration
   * measures only small working sets, because creating large triangular factors would take longer than all
   * other benchmarks. tc_calibration_extrapolate_sweeps fills in the other working sets. */
  int sweep_sets;
  bool measures_gathers;  /* true if the costs of single reads are measured, which takes some seconds */
  bool measures_patterns; /* true if accesses to shared arrays are measured, which takes some seconds */
  /* Largest number of ranks that share memory; 0 if some node has more threads than cores. Plausibility
   * checks use this number. */
  int ranks;
} tc_calibration;

/* Smallest working set in bytes, and the largest one of a quick calibration, which exceeds the caches of
 * ordinary machines. */
enum { TC_CALIBRATION_MIN = 1 << 20, TC_CALIBRATION_QUICK_MAX = 96 << 20 };

/* Not collective. Chooses the working sets bytes[TC_WORKING_SETS], in equal ratios from TC_CALIBRATION_MIN to
 * max_B bytes. */
void tc_calibration_choose_sets(double max_B, double *bytes);

/* Sets *bytes to the working set `requested`, or to the largest allowed working set if that is smaller.
 * Working sets up to 4 MiB are always allowed. The working sets of all ranks of a node together may have at
 * most a twelfth of the available memory. Calibration allocates three times the working set, and thus at most
 * a quarter of the memory. */
tc_status tc_calibration_limit(const tc_world *world, double requested, double *bytes);

/* Initialises a calibration for working sets up to `bytes` bytes. Results are recorded in `machine`. Borrows
 * world, log and machine. */
tc_status tc_calibration_init(const tc_world *world, tc_bench_effort effort, double bytes, const tc_log *log,
                              tc_machine *machine, tc_calibration *out);

/* Collective. Sets machine->cpu_share to the smallest CPU share of any rank during the benchmarks so far; 0
 * if threads share cores. */
tc_status tc_calibration_record_cpu_share(tc_calibration *c);
void tc_calibration_free(tc_calibration *c); /* not collective */

/* Not collective. Records a measured value and its relative spread in the machine as value number `w` of a
 * parameter. Does nothing if the recorded value is better: a shorter time or a higher rate. */
void tc_calibration_record(tc_calibration *c, int param, int w, tc_estimate estimate);

/* Not collective. Returns `status`, the status of a benchmark, and records its estimate if there is no
 * error. */
tc_status tc_calibration_record_measured(tc_calibration *c, int param, int w, tc_status status,
                                         const tc_estimate *estimate);

/* These functions measure parameters at working set number w. `width` is the index of a matrix width.
 * `.._values` measures STREAM bandwidth and copies, `.._vectors` the vector operations of a solver,
 * `.._sweeps` rows of sweeps, `.._smoothing` rows of the multigrid smoother at both widths, and `.._row` rows
 * of products with one kernel. The smoother is not measured at working sets above TC_CALIBRATION_QUICK_MAX,
 * because creating its rows for each measurement would take too long. Rows of the kernel TC_KERNEL_pointer,
 * which reads x through pointers, can be measured only after the rows of kernel 0 and a barrier.
 * `.._pointer_run` measures the extra time of a short run of consecutive rows of this kernel. If every node
 * has only one rank, this kernel is not measured. tc_calibration_measure_working_set measures all of these
 * parameters, with rows of products in every format and through pointers. */
tc_status tc_calibration_measure_values(tc_calibration *c, int w);
tc_status tc_calibration_measure_vectors(tc_calibration *c, int w);
tc_status tc_calibration_measure_sweeps(tc_calibration *c, int w, int width);
tc_status tc_calibration_measure_smoothing(tc_calibration *c, int w);
tc_status tc_calibration_measure_row(tc_calibration *c, int w, int width, int kernel);
tc_status tc_calibration_measure_pointer_run(tc_calibration *c, int w);
/* Not collective. Sets the times of sweeps and of the smoother at the working sets at which these are not
 * measured. Each time is the time at the largest measured working set, multiplied by the ratio of the row
 * times of products at the two working sets. */
void tc_calibration_extrapolate_sweeps(tc_calibration *c);
tc_status tc_calibration_measure_working_set(tc_calibration *c, int w);

/* tc_calibration_find_caches records the cache sizes that the system reports. tc_calibration_measure_levels
 * also measures the read bandwidth of each memory level. */
tc_status tc_calibration_find_caches(tc_calibration *c);
tc_status tc_calibration_measure_levels(tc_calibration *c);

/* Measures the costs of single reads (calibration/node/node_benches.h) at the width with index `width`. A
 * spread is the size in bytes of the part of x from which entries are read at random. Spreads are at most
 * `most` bytes and depend on the size of the second-level cache. Must be called after
 * tc_calibration_find_caches. If `all` is false, every second spread is measured and the others are
 * interpolated. If another width has already been measured with spreads up to `most`, the same spreads are
 * used again. `most` is at most the number of bytes passed to tc_calibration_init. */
tc_status tc_calibration_measure_gathers(tc_calibration *c, int width, double most, bool all);

/* tc_calibration_measure_lone_bandwidth measures the STREAM bandwidth of one rank per node while the other
 * ranks wait (lone_bandwidth_Bps). tc_calibration_measure_barriers measures barriers and reductions, up to
 * five times if a result is implausible. It must be called before rows are measured, because the measurement
 * of rows through pointers subtracts the time of a barrier. */
tc_status tc_calibration_measure_lone_bandwidth(tc_calibration *c);
tc_status tc_calibration_measure_barriers(tc_calibration *c);
/* Measures two-sided messages within a node. Does nothing if every node has only one rank. */
tc_status tc_calibration_measure_messages(tc_calibration *c);
/* tc_calibration_measure_indexed measures pack, unpack and isolated rows through pointers.
 * tc_calibration_measure_network measures the network between nodes, and does nothing on one node. */
tc_status tc_calibration_measure_indexed(tc_calibration *c);
tc_status tc_calibration_measure_network(tc_calibration *c);

/* Measures accesses to shared arrays by pattern (calibration/access/bench_access_patterns.h): all patterns if
 * `all` is true, otherwise only the patterns that the forecast of a run needs most. */
tc_status tc_calibration_measure_patterns(tc_calibration *c, bool all);

/* Completes a machine whose parameters have been measured: sets private_bandwidth_Bps, cache_line_B, the CPU
 * share, and where and when the machine was measured. Afterwards all ranks have the machine of the root. */
tc_status tc_calibration_describe(tc_calibration *c);

#endif
