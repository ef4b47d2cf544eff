/* Walks over a shared array (pgas/shared_access.h): sequential accesses to a list of elements, drawn
 * according to a pattern (Zhang and Seidel 2006, section 3.1). The benchmarks of accesses (bench_accesses.c,
 * bench_access_patterns.c) and the program finegrain time them. Usage: initialise the walks, draw a list, run
 * a tc_access_walk over it, free the walks. */
#ifndef TC_CALIBRATION_ACCESS_ACCESS_WALK_H
#define TC_CALIBRATION_ACCESS_ACCESS_WALK_H

#include "calibration/timing/bench.h"
#include "pgas/shared_access.h"

enum {
  TC_ACCESS_WALK_PIECE = 2 * TC_CACHE_LINES * TC_CACHE_LINE, /* number of elements of a rank, in one block */
  TC_ACCESS_WALK_MAX = 256,                                  /* largest number of elements in an operation */
  TC_ACCESS_WALK_MAX_STRIDE = 8                              /* largest stride within a sequence */
};

/* Shared array, and the ranks whose elements this rank may access. */
typedef struct tc_access_walks {
  tc_bench *bench;
  tc_shared_array *array;
  int node_ranks, remote_ranks;
  /* [node_ranks] other ranks of the node; [remote_ranks] ranks that share no memory with this one */
  int32_t *node_rank, *remote_rank;
  uint64_t seed;
  double sum;
} tc_access_walks;

/* Collective. Creates the array and lists the ranks. If node_ranks or remote_ranks is 0 on one rank, it is
 * set to 0 on all. The caller calls tc_access_walks_free after an error too. Errors (on all ranks): those of
 * tc_shared_array_create; TC_INTERNAL if memory is exhausted. */
tc_status tc_access_walks_init(tc_bench *bench, tc_access_walks *out);
void tc_access_walks_free(tc_access_walks *walks); /* collective */

/* Not collective. Draw elements into index[count]. The functions draw owned elements, at random or
 * consecutive; random elements of the given ranks; and sequences of `length` elements. Each sequence belongs
 * to one of the given ranks, and its elements are consecutive or have random strides up to
 * TC_ACCESS_WALK_MAX_STRIDE. */
void tc_access_walk_random_own(tc_access_walks *walks, bool in_order, int count, int64_t *index);
void tc_access_walk_random_any(tc_access_walks *walks, int ranks, const int32_t *rank, int count,
                               int64_t *index);
void tc_access_walk_random_sequences(tc_access_walks *walks, int ranks, const int32_t *rank, int length,
                                     bool strides, int count, int64_t *index);

/* Return a random number in 0 .. n-1, and the index of element `local` (modulo TC_ACCESS_WALK_PIECE) of a
 * rank. */
int64_t tc_access_walk_random_below(tc_access_walks *walks, int64_t n);
int64_t tc_access_walk_element(int32_t rank, int64_t local);

/* Accesses to a list of elements. */
typedef struct tc_access_walk {
  tc_access_walks *walks;
  tc_shared_access *access;
  const int64_t *index;
  int count, length; /* length of the list; number of elements in an operation, 0 for single accesses */
  bool write;
  bool meet;  /* true if the walk ends with a barrier, so that ranks provide progress until all are done */
  bool fence; /* true if the walk ends with a fence, which completes puts and empties caches */
} tc_access_walk;

/* Function of type tc_bench_work whose context is a tc_access_walk. Collective if `meet` or `fence` is set.
 */
tc_status tc_access_walk_run(void *walk);

#endif
