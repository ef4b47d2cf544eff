/* Reference partitions of a program (Zhang and Seidel 2006, sections 3.3 and 3.4): groups of references to
 * one array whose elements have the same owner in every iteration. The accesses of each rank to each
 * partition are counted exactly. Consecutive iterations whose elements have the same owner are counted in one
 * step. loop_forecast.h then chooses the access pattern of each partition. Pure. */
#ifndef TC_LOOPS_REFERENCE_PARTITION_H
#define TC_LOOPS_REFERENCE_PARTITION_H

#include "base/core/pool.h"
#include "loops/loops.h"
#include "model/models/access_cost.h"

/* Numbers of accesses to values of other ranks. The numbers are integers, except for random references, for
 * which they are expected values. */
typedef struct tc_accesses {
  double values;
  /* `runs`: number of runs. A run is a sequence of iterations that access values of one owner with a fixed
   * stride other than 0. `streamed`: number of values that are accessed in runs. */
  double streamed, runs;
} tc_accesses;

/* Numbers of values of a partition that one rank reads, or that it writes. */
typedef struct tc_reference_partition_count {
  double own; /* number of values that the rank owns */
  /* `node_local`: values owned by other ranks of the same node; `remote`: values owned by ranks of other
   * nodes. */
  tc_accesses node_local, remote;
  /* number of all accessed values. A value with stride 0, which is the same in all iterations of the
   * innermost loop, counts once in each pass of this loop */
  double distinct_values;
} tc_reference_partition_count;

typedef struct tc_reference_partition {
  int interval, array; /* index of the interval and of the array in the program */
  int references;
  const tc_reference *reference[TC_LOOP_REFERENCES];
  /* true for a reference that is not counted, because an earlier reference of the partition accesses the same
   * element with the same use (read, write or update) */
  bool is_repeated[TC_LOOP_REFERENCES];
  int unique[TC_USES]; /* number of references that read (TC_READS) and that write (TC_WRITES), without those
                          marked in `is_repeated` */
  int conflicts_with;  /* number of another partition whose elements have the same owners but which could not
                          be merged with this one because of a dependence; -1 if there is none */
  /* [ranks] access counts of each rank, for reads (TC_READS) and for writes (TC_WRITES) */
  const tc_reference_partition_count *count[TC_USES];
  /* [ranks] number of cache lines that the layer `cached` fetches for the reads of each rank (TC_READS), or
   * writes back for the writes (TC_WRITES). A simulation of the cache counts them. A line that several
   * partitions write counts for the last of them. For random accesses the numbers are expected values, as if
   * no other reference partition used the cache. The pointer is NULL if there are more than 2^24 accesses to
   * other nodes or more than 1024 ranks; lines are then not counted. */
  const double *lines[TC_USES];
} tc_reference_partition;

typedef struct tc_reference_partitions {
  int count;
  const tc_reference_partition *item;
} tc_reference_partitions;

/* Returns an upper bound of the number of steps needed to group the references of an interval and to count
 * their accesses. A reference contributes the number of passes of the innermost loop times the owner runs in
 * each pass. The bound sums this over all references, the affinity reference of each, and all pairs of
 * references that may be grouped. */
double tc_reference_partition_steps(const tc_loops *loops, const tc_interval *interval);

/* Not collective. Partitions the references of a program and counts their accesses, for ranks_per_node
 * consecutive ranks on each node. A reference joins the first partition of the interval that accepts it. The
 * pool owns all memory; `loops` is borrowed. Time is proportional to tc_reference_partition_steps, with about
 * 10^7 steps per second. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_reference_partitions_create(const tc_loops *loops, int ranks_per_node, tc_pool *pool,
                                         tc_reference_partitions *out);

/* Returns the number of values of a partition that `rank` reads (`use` is TC_READS) or writes (TC_WRITES),
 * including owned ones. */
double tc_reference_partition_values(const tc_reference_partition *partition, int use, int rank);

/* True if reference number `reference` of the partition reads (`use` is TC_READS) or writes (TC_WRITES) and
 * is not marked in `is_repeated`. */
bool tc_reference_partition_is_counted(const tc_reference_partition *partition, int reference, int use);

#endif
