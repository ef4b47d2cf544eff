/* Partitions of the references of a program (Zhang and Seidel 2006, sections 3.3 and 3.4), and how many
 * accesses each of them makes, rank by rank: exact, by walking runs of equal owner. Which pattern a partition
 * assumes is said by loop_forecast.h. Pure. */
#ifndef TC_LOOPS_REFERENCE_PARTITION_H
#define TC_LOOPS_REFERENCE_PARTITION_H

#include "base/core/pool.h"
#include "loops/loops.h"
#include "model/models/access_cost.h"

/* Values of other ranks. Those at random are expected values, others whole numbers. */
typedef struct tc_accesses {
  double values;
  double streamed; /* of them: in runs at a fixed stride, one rank's elements one after the other */
  double runs;     /* that these stand in */
} tc_accesses;

/* Of one rank that reads, or writes. */
typedef struct tc_reference_partition_count {
  double own;                     /* values with its own affinity */
  tc_accesses node_local, remote; /* of other ranks of its node, of other nodes */
  double once; /* values, if one that stays the same throughout the innermost loop counts once */
} tc_reference_partition_count;

typedef struct tc_reference_partition {
  int interval, array; /* of the program */
  int references;
  const tc_reference *reference[TC_LOOP_REFERENCES];
  bool repeats[TC_LOOP_REFERENCES]; /* the same element as one before it, so not counted again */
  int unique[TC_USES];              /* references that read and write, without these */
  int conflicts_with; /* a partition with the same affinity that it depends on, and so is none with; -1: none
                       */
  const tc_reference_partition_count *count[TC_USES]; /* [ranks] */
  const double *lines[TC_USES]; /* [ranks] that the layer `cached` gets (reads) or writes back (writes) for
                                   them, as it counts them: by its tags; what it puts belongs to who put last.
                                   At random: as many as are to be expected, by themselves. NULL: not counted,
                                   for more than 2^24 accesses to other nodes or 1024 ranks */
} tc_reference_partition;

typedef struct tc_reference_partitions {
  int count;
  const tc_reference_partition *item;
} tc_reference_partitions;

/* Steps that taking an interval apart takes, at most: passes of its innermost loop times the runs of equal
 * owner in them, for each reference, its affinity and each pair that may belong together. */
double tc_reference_partition_steps(const tc_loops *loops, const tc_interval *interval);

/* Takes a program apart for so many ranks on each node, in blocks. References join the first partition that
 * they may. Everything lives in the pool, but for the program, which is borrowed. The time it takes grows
 * with tc_reference_partition_steps, tens of millions a second. Errors: TC_INTERNAL out of memory. */
tc_status tc_reference_partitions_create(const tc_loops *loops, int ranks_per_node, tc_pool *pool,
                                         tc_reference_partitions *out);

/* All that a rank reads (or writes) in a partition, its own values and those of others. */
double tc_reference_partition_values(const tc_reference_partition *partition, int use, int rank);

/* Shares of the accesses of all ranks that are the rank's own, 0 to 1; NaN without any. */
double tc_reference_partition_own_share(const tc_reference_partition *partition, int ranks);

#endif
