/* The pieces that calibrations are made of. Internal to this floor. All are collective, with errors on all
 * ranks.
 */
#ifndef TC_CALIBRATION_DRIVER_CALIBRATION_H
#define TC_CALIBRATION_DRIVER_CALIBRATION_H

#include "base/program/log.h"
#include "calibration/timing/bench.h"
#include "machine/parameters/machine.h"

/* One calibration on its way. What is measured again keeps the least cost: a disturbance only makes it more.
 */
typedef struct tc_calibration {
  tc_bench bench;
  const tc_log *log;
  tc_log_level progress; /* of the log that hears how far it is */
  tc_machine *machine;
  int swept; /* so many working sets, the smallest, are measured in triangles: making large ones takes longer
                than all else. What is lacking is filled in by tc_calibration_extrapolate_sweeps */
  bool gathers;  /* single reads are measured, which takes some seconds; */
  bool patterns; /* accesses to shared arrays, which take as long */
  int ranks;     /* that share a node and have a core each; 0 when threads are more than cores on some node */
} tc_calibration;

enum { TC_CALIBRATION_MIN = 1 << 20 }; /* bytes of a working set */

/* A working set as `wanted`, but beyond 4 MiB all ranks of a node together take at most a twelfth of the
 * memory that is left there (calibrating takes three times that). */
tc_status tc_calibration_limit(const tc_world *world, double wanted, double *bytes);

/* For working sets up to `bytes`, all ranks and the log given. */
tc_status tc_calibration_init(const tc_world *world, tc_bench_effort effort, double bytes, const tc_log *log,
                              tc_machine *machine, tc_calibration *out);

/* Notes machine->cpu_share, the same on all ranks. */
tc_status tc_calibration_record_cpu_share(tc_calibration *c);
void tc_calibration_free(tc_calibration *c); /* not collective */

/* Notes an estimate as value and spread number `w` of a parameter, unless a better one is there. Not
 * collective. */
void tc_calibration_record(tc_calibration *c, int param, int w, tc_estimate estimate);

/* Working set number w: STREAM and copying; a solver's vectors; rows of a width, given by its index, in
 * triangles, in every format and through pointers, with one kernel; all of it. */
tc_status tc_calibration_measure_values(tc_calibration *c, int w);
tc_status tc_calibration_measure_vectors(tc_calibration *c, int w);
tc_status tc_calibration_measure_sweeps(tc_calibration *c, int w, int width);
tc_status tc_calibration_measure_rows(tc_calibration *c, int w, int width);
tc_status tc_calibration_measure_row(tc_calibration *c, int w, int width, int kernel);
void tc_calibration_extrapolate_sweeps(tc_calibration *c); /* as much slower as rows are; not collective */
tc_status tc_calibration_measure_working_set(tc_calibration *c, int w);

/* What the system announces of the caches, and what each level of the memory delivers. */
tc_status tc_calibration_measure_levels(tc_calibration *c);

/* Single reads at a width, given by its index, at spreads up to `most` that follow the second cache: behind
 * levels. all: else every second spread is measured, and others lie between. Spreads of the other width stay
 * where they are no larger. most: no more than tc_calibration_init was told. */
tc_status tc_calibration_measure_gathers(tc_calibration *c, int width, double most, bool all);

tc_status tc_calibration_measure_lone_bandwidth(tc_calibration *c);
tc_status tc_calibration_measure_barriers(tc_calibration *c); /* barriers and reductions */
tc_status
tc_calibration_measure_messages(tc_calibration *c); /* inside a node; nothing for a rank alone on it */
tc_status tc_calibration_measure_indexed(tc_calibration *c);
tc_status tc_calibration_measure_network(tc_calibration *c); /* nothing on one node */

/* Accesses to shared arrays by pattern (calibration/access/bench_access_patterns.h), all of them or those of
 * the node alone that are asked for most. */
tc_status tc_calibration_measure_patterns(tc_calibration *c, bool all);

#endif
