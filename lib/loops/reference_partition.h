/* Reference partitions of a program (Zhang and Seidel 2006, sections 3.3 and 3.4) and the exact number of
 * accesses of each, by rank. The counts walk runs of equal owner. loop_forecast.h then chooses the pattern of
 * each partition. Pure. */
#ifndef TC_LOOPS_REFERENCE_PARTITION_H
#define TC_LOOPS_REFERENCE_PARTITION_H

#include "base/core/pool.h"
#include "loops/loops.h"
#include "model/models/access_cost.h"

/* Accesses to values of other ranks. Random ones are expected values, all others integers. */
typedef struct tc_accesses {
  double values;
  double streamed; /* values in runs with a fixed stride, consecutive elements of one rank */
  double runs;     /* number of these runs */
} tc_accesses;

/* Reads, or writes, of one rank. */
typedef struct tc_reference_partition_count {
  double own;                     /* values with affinity to the rank */
  tc_accesses node_local, remote; /* values of other ranks of its node, and of other nodes */
  double once; /* values, if a value with stride 0 counts once in each pass of the innermost loop */
} tc_reference_partition_count;

typedef struct tc_reference_partition {
  int interval, array; /* interval and array of the program */
  int references;
  const tc_reference *reference[TC_LOOP_REFERENCES];
  bool repeats[TC_LOOP_REFERENCES]; /* true if an earlier reference has the same element and use, so it is not
                                       counted */
  int unique[TC_USES];              /* references that read and that write, without repetitions */
  int conflicts_with; /* partition with the same affinity that this one depends on and so cannot join; -1:
                         none */
  const tc_reference_partition_count *count[TC_USES]; /* [ranks] */
  const double *lines[TC_USES]; /* [ranks] lines that layer `cached` fetches (reads) or writes back (writes),
                                   by simulation of its tags; a written line counts for the last put. Random
                                   accesses: expected values of this partition alone. NULL: not counted,
                                   because of more than 2^24 accesses to other nodes or 1024 ranks */
} tc_reference_partition;

typedef struct tc_reference_partitions {
  int count;
  const tc_reference_partition *item;
} tc_reference_partitions;

/* Returns an upper bound of the steps to partition an interval and count its accesses: passes of its
 * innermost loop times owner runs in each, for every reference, its affinity and every pair that may be
 * grouped. */
double tc_reference_partition_steps(const tc_loops *loops, const tc_interval *interval);

/* Not collective. Partitions the references of a program for ranks_per_node consecutive ranks on each node. A
 * reference joins the first partition that accepts it. The pool owns all memory; `loops` is borrowed. The
 * time is proportional to tc_reference_partition_steps, some 10^7 steps per second. Errors: TC_INTERNAL if
 * memory is exhausted. */
tc_status tc_reference_partitions_create(const tc_loops *loops, int ranks_per_node, tc_pool *pool,
                                         tc_reference_partitions *out);

/* Returns the number of values that a rank reads (or writes) in a partition, owned and others. */
double tc_reference_partition_values(const tc_reference_partition *partition, int use, int rank);

/* Returns the share of the accesses of all ranks that are to owned values, 0 to 1; NaN without accesses. */
double tc_reference_partition_own_share(const tc_reference_partition *partition, int ranks);

#endif
