/* Walks over a shared array (pgas/shared_access.h). A walk accesses the elements of a list sequentially. The
 * elements of the list are chosen at random according to an access pattern (Zhang and Seidel 2006, section
 * 3.1). The benchmarks of accesses (bench_accesses.c, bench_access_patterns.c) and the program finegrain
 * measure the time of walks. Usage: initialise the walks, choose a random list of elements, run a
 * tc_access_walk over the list, free the walks. */
#ifndef TC_CALIBRATION_ACCESS_ACCESS_WALK_H
#define TC_CALIBRATION_ACCESS_ACCESS_WALK_H

#include "calibration/timing/bench.h"
#include "pgas/shared_access.h"

enum {
  TC_ACCESS_WALK_BLOCK =
      2 * TC_CACHE_LINES * TC_CACHE_LINE, /* number of elements that each rank owns, in one block */
  TC_ACCESS_WALK_MAX = 256,               /* largest number of elements that one operation gets or puts */
  TC_ACCESS_WALK_MAX_STRIDE = 8           /* largest stride within a sequence */
};

/* Shared array that walks access, and the ranks whose elements this rank accesses. */
typedef struct tc_access_walks {
  tc_bench *bench;
  tc_shared_array *array;
  int node_ranks, remote_ranks; /* lengths of node_rank and remote_rank */
  /* node_rank contains the other ranks of this node, remote_rank the ranks that share no memory with this
   * one. */
  int32_t *node_rank, *remote_rank;
  uint64_t seed; /* state of the random numbers */
  double sum;    /* sum of the values read, so that the compiler removes no read */
} tc_access_walks;

/* Collective. Creates the array and lists the ranks. If node_ranks is 0 on one rank, it is set to 0 on all
 * ranks, because all ranks measure at the same time. So is remote_ranks. The caller calls
 * tc_access_walks_free after an error too. Errors (on all ranks): those of tc_shared_array_create;
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_access_walks_init(tc_bench *bench, tc_access_walks *out);
void tc_access_walks_free(tc_access_walks *walks); /* collective */

/* Not collective. These functions choose `count` elements and store their indices in index[].
 * tc_access_walk_random_own chooses elements that this rank owns, consecutive if `in_order` is true,
 * otherwise at random. tc_access_walk_random_any chooses random elements of the ranks rank[ranks].
 * tc_access_walk_random_sequences chooses sequences of `length` elements. One of the ranks rank[ranks] owns
 * each sequence. Its elements have random strides up to TC_ACCESS_WALK_MAX_STRIDE if `has_strides` is true,
 * and are consecutive otherwise. */
void tc_access_walk_random_own(tc_access_walks *walks, bool in_order, int count, int64_t *index);
void tc_access_walk_random_any(tc_access_walks *walks, int ranks, const int32_t *rank, int count,
                               int64_t *index);
void tc_access_walk_random_sequences(tc_access_walks *walks, int ranks, const int32_t *rank, int length,
                                     bool has_strides, int count, int64_t *index);

/* tc_access_walk_random_below returns a random number in 0 .. n-1. tc_access_walk_element returns the global
 * index of an element of `rank`. Within the block of that rank, the element has the number `local` modulo
 * TC_ACCESS_WALK_BLOCK. */
int64_t tc_access_walk_random_below(tc_access_walks *walks, int64_t n);
int64_t tc_access_walk_element(int32_t rank, int64_t local);

/* A walk: accesses to a list of elements through an access layer, which is one of the implementations of get
 * and put in pgas/shared_access.h. */
typedef struct tc_access_walk {
  tc_access_walks *walks;
  tc_shared_access *access;
  const int64_t *index;
  /* `count` is the number of elements in the list, `length` the number of elements per operation (0 for
   * single accesses) */
  int count, length;
  bool is_write; /* true if the walk puts values, false if it gets them */
  /* true if the walk ends with a barrier, so that each rank provides MPI progress until all ranks have
   * finished */
  bool ends_with_barrier;
  bool ends_with_fence; /* true if the walk ends with a fence, which completes all puts and empties the caches
                           of the layer */
} tc_access_walk;

/* Runs a walk once. It is a function of type tc_bench_work whose context is a tc_access_walk. Collective if
 * the walk has `ends_with_barrier` or `ends_with_fence`. */
tc_status tc_access_walk_run(void *walk);

#endif
