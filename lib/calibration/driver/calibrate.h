/* Measures a machine's parameters. */
#ifndef TC_CALIBRATION_DRIVER_CALIBRATE_H
#define TC_CALIBRATION_DRIVER_CALIBRATE_H

#include <stdbool.h>

#include "base/program/log.h"
#include "comm/world/world.h"
#include "machine/parameters/machine.h"

typedef enum tc_thoroughness {
  TC_CALIBRATE_QUICK,   /* at most about 2 s, before a run */
  TC_CALIBRATE_THOROUGH /* some tens of seconds, for a machine file */
} tc_thoroughness;

/* Collective. Measures every parameter that the ranks given can show, all ranks at once, each with its OpenMP
 * threads: medians over repeats and their spread. Parameters of the network need two nodes that share no
 * memory, those of sharing two ranks on a node; what cannot be measured is 0. The log hears of each step.
 * What cannot stand beside the rest (machine/parameters/plausibility.h) is measured again, and if that does
 * not help not used. All ranks of a node take at most a quarter of the memory that is left there, but 8 MiB
 * each; the peak of the process is forgotten. name and source are filled in too, the machine is the same on
 * all ranks. Errors on all ranks. */
tc_status tc_calibrate(const tc_world *world, tc_thoroughness thoroughness, const tc_log *log,
                       tc_machine *out);

/* A warning that so many values are not used; nothing for 0. */
void tc_calibrate_warn(const tc_log *log, int replaced);

/* What a run does in each rank: a calibration looks at that. */
typedef struct tc_workload {
  double bytes; /* that one step works on; of several runs that with most */
  int width;    /* of the rows */
  bool vectors; /* it solves systems, */
  bool sweeps;  /* and goes through triangles of matrices for that */
  int kernel;   /* of its rows: TC_KERNEL_.. of a format */
  double min;   /* what is least between two uses of anything, in the run with least; 0: the same as bytes */
} tc_workload;

/* How a working set compares with what the machine had there. */
typedef struct tc_working_set_check {
  double then_over_now; /* STREAM as the machine had it over STREAM as it is, at the largest */
  int doubts; /* values that contradict the machine's others (machine/parameters/plausibility.h), however
                 often measured */
} tc_working_set_check;

/* Collective. Measures once more what the forecast of a run rests on most, at the run's own working set (from
 * 1 to 384 MiB): STREAM, a row of that width with that kernel, copying, and what else it does, and an access
 * through a pointer where one is known; rows of other kernels change as these do. Of several runs at up to
 * three sizes, from the largest to the smallest. Each takes the place of the nearest working set. Takes about
 * a tenth of a second, more where systems are solved and beyond 64 MiB, up to three times that where repeats
 * differ much or something is doubted. Errors on all ranks. */
tc_status tc_calibrate_working_set(const tc_world *world, const tc_workload *run, const tc_log *log,
                                   tc_machine *machine, tc_working_set_check *check);

/* Collective. Measures what single reads cost in rows of a width, unless the machine knows it: on a matrix of
 * up to 48 MiB, at every second spread up to 64 MiB, which takes less than half a second; once more where
 * something is doubted. What cannot stand beside the rest is not used. Errors on all ranks. */
tc_status tc_calibrate_gathers(const tc_world *world, int width, const tc_log *log, tc_machine *machine);

/* Collective. Measures what accesses through pointers-to-shared take, own and those of the node, unless the
 * machine knows it: some hundredths of a second. What cannot stand beside the rest is not used. Errors on all
 * ranks. */
tc_status tc_calibrate_patterns(const tc_world *world, const tc_log *log, tc_machine *machine);

#endif
