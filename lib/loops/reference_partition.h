/* Reference partitions of a program (Zhang and Seidel 2006, sections 3.3 and 3.4): groups of references to
 * one array whose elements have the same owner in every iteration. Counts the accesses of each partition by
 * each rank exactly, by walking iterations whose elements have the same owner. loop_forecast.h then chooses
 * the access pattern of each partition. Pure. */
#ifndef TC_LOOPS_REFERENCE_PARTITION_H
#define TC_LOOPS_REFERENCE_PARTITION_H

#include "base/core/pool.h"
#include "loops/loops.h"
#include "model/models/access_cost.h"

/* Accesses to values of other ranks. The numbers are integers, except expected values for random
 * references. */
typedef struct tc_accesses {
  double values;
  double streamed; /* values in runs: consecutive elements of one rank, accessed at a fixed stride */
  double runs;     /* number of runs */
} tc_accesses;

/* Reads of one rank, or its writes. */
typedef struct tc_reference_partition_count {
  double own;                     /* values with affinity to the rank */
  tc_accesses node_local, remote; /* values of other ranks of the node, and values of other nodes */
  double once; /* number of values if a value with stride 0 counts only once in each pass of the innermost
                  loop */
} tc_reference_partition_count;

typedef struct tc_reference_partition {
  int interval, array; /* index of the interval and of the array in the program */
  int references;
  const tc_reference *reference[TC_LOOP_REFERENCES];
  bool repeats[TC_LOOP_REFERENCES]; /* true if an earlier reference has the same element and use; this
                                       reference is then not counted */
  int unique[TC_USES];              /* number of references that read, and that write, without repetitions */
  int conflicts_with; /* partition that these references could join by affinity but not because of a
                         dependence; -1: none */
  const tc_reference_partition_count *count[TC_USES]; /* [ranks] accesses of each rank */
  const double *lines[TC_USES]; /* [ranks] lines that layer `cached` fetches for reads or writes back for
                                   writes, from a simulation of its tags. A written line counts for the
                                   partition with the last put to it. For random accesses the numbers are
                                   expected values of this partition alone. NULL: not counted, because there
                                   are more than 2^24 accesses to other nodes or more than 1024 ranks */
} tc_reference_partition;

typedef struct tc_reference_partitions {
  int count;
  const tc_reference_partition *item;
} tc_reference_partitions;

/* Returns an upper bound of the number of steps that partition an interval and count its accesses. It is the
 * number of passes of the innermost loop times the owner runs in each pass, summed over all references, their
 * affinity and all pairs that may be grouped. */
double tc_reference_partition_steps(const tc_loops *loops, const tc_interval *interval);

/* Not collective. Partitions the references of a program that runs with ranks_per_node consecutive ranks on
 * each node. A reference joins the first partition that accepts it. The pool owns all memory; `loops` is
 * borrowed. Time is proportional to tc_reference_partition_steps, with about 10^7 steps per second. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_reference_partitions_create(const tc_loops *loops, int ranks_per_node, tc_pool *pool,
                                         tc_reference_partitions *out);

/* Returns the number of values that a rank reads (or writes) in a partition, including owned ones. */
double tc_reference_partition_values(const tc_reference_partition *partition, int use, int rank);

/* Returns the fraction of the accesses of all ranks that are to owned values, 0 to 1. NaN without
 * accesses. */
double tc_reference_partition_own_share(const tc_reference_partition *partition, int ranks);

#endif
