/* Benchmarks of a calibration by groups of parameters. The drivers of this directory call them in the order
 * that they need. `finegrain bench` uses only tc_calibration_limit. Usage: initialise a tc_calibration for
 * the largest working set, measure groups, free it. All functions are collective, with errors on all ranks,
 * unless stated otherwise. */
#ifndef TC_CALIBRATION_DRIVER_CALIBRATION_H
#define TC_CALIBRATION_DRIVER_CALIBRATION_H

#include "base/program/log.h"
#include "calibration/timing/bench.h"
#include "machine/parameters/machine.h"

/* State of one calibration. If a measurement is repeated, the smaller cost is retained, because disturbances
 * only increase it. */
typedef struct tc_calibration {
  tc_bench bench;
  const tc_log *log;
  tc_log_level progress; /* log level of progress messages */
  tc_machine *machine;
  /* Number of working sets at which sweeps are measured, which are the smallest ones. Creating large
   * triangular factors would take longer than all other benchmarks. tc_calibration_extrapolate_sweeps fills
   * in the other working sets. */
  int swept;
  bool gathers;  /* true if single reads are measured, which takes some seconds */
  bool patterns; /* true if accesses to shared arrays are measured, which takes some seconds too */
  /* Number of ranks that share a node if each of them has a core; 0 if threads exceed cores on some node. */
  int ranks;
} tc_calibration;

enum { TC_CALIBRATION_MIN = 1 << 20 }; /* smallest working set in bytes */

/* Returns the working set `wanted`, or a smaller one. Beyond 4 MiB, the ranks of a node together may use at
 * most a twelfth of the available memory, because calibration needs three times the working set. */
tc_status tc_calibration_limit(const tc_world *world, double wanted, double *bytes);

/* Initialises a calibration for working sets up to `bytes`, on all ranks. Borrows world, log and machine. */
tc_status tc_calibration_init(const tc_world *world, tc_bench_effort effort, double bytes, const tc_log *log,
                              tc_machine *machine, tc_calibration *out);

/* Collective. Computes machine->cpu_share, the same on all ranks. */
tc_status tc_calibration_record_cpu_share(tc_calibration *c);
void tc_calibration_free(tc_calibration *c); /* not collective */

/* Not collective. Records an estimate as value and spread `w` of a parameter, unless the present value is
 * better. */
void tc_calibration_record(tc_calibration *c, int param, int w, tc_estimate estimate);

/* Measure working set w. In this order, the functions measure STREAM and copies; the vectors of a solver;
 * sweeps of a width, given by its index; rows of a width in every format and through pointers; rows with one
 * kernel; all of these. */
tc_status tc_calibration_measure_values(tc_calibration *c, int w);
tc_status tc_calibration_measure_vectors(tc_calibration *c, int w);
tc_status tc_calibration_measure_sweeps(tc_calibration *c, int w, int width);
tc_status tc_calibration_measure_rows(tc_calibration *c, int w, int width);
tc_status tc_calibration_measure_row(tc_calibration *c, int w, int width, int kernel);
void tc_calibration_extrapolate_sweeps(tc_calibration *c); /* not collective; scales sweeps like rows */
tc_status tc_calibration_measure_working_set(tc_calibration *c, int w);

/* Records the cache sizes reported by the system, and measures the bandwidth of each memory level. */
tc_status tc_calibration_measure_levels(tc_calibration *c);

/* Measures single reads at a width, given by its index. The spreads are up to `most` and depend on the
 * second-level cache. Must be called after tc_calibration_measure_levels. If `all` is false, every second
 * spread is measured and the others are interpolated. Existing spreads of the other width are retained if
 * they do not exceed `most`. `most` is at most the number of bytes passed to tc_calibration_init. */
tc_status tc_calibration_measure_gathers(tc_calibration *c, int width, double most, bool all);

/* Measure the bandwidth of one rank per node (lone_bandwidth_Bps), and barriers and reductions. */
tc_status tc_calibration_measure_lone_bandwidth(tc_calibration *c);
tc_status tc_calibration_measure_barriers(tc_calibration *c);
/* Measures messages within a node. Does nothing if every node has only one rank. */
tc_status tc_calibration_measure_messages(tc_calibration *c);
/* Measure pack, unpack and isolated rows through pointers; and the network between nodes. The latter does
 * nothing on one node. */
tc_status tc_calibration_measure_indexed(tc_calibration *c);
tc_status tc_calibration_measure_network(tc_calibration *c);

/* Measures accesses to shared arrays by pattern (calibration/access/bench_access_patterns.h): all patterns if
 * `all` is true, otherwise those that runs need most. */
tc_status tc_calibration_measure_patterns(tc_calibration *c, bool all);

#endif
