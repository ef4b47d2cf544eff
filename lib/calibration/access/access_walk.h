/* Walks over a shared array (pgas/shared_access.h): one access after the other to a list of elements, by
 * pattern (Zhang and Seidel 2006, section 3.1). What benchmarks of them have in common. */
#ifndef TC_CALIBRATION_ACCESS_ACCESS_WALK_H
#define TC_CALIBRATION_ACCESS_ACCESS_WALK_H

#include "calibration/timing/bench.h"
#include "pgas/shared_access.h"

enum {
  TC_ACCESS_WALK_PIECE = 2 * TC_CACHE_LINES * TC_CACHE_LINE, /* elements of a rank, one block */
  TC_ACCESS_WALK_MAX = 256,                                  /* operation */
  TC_ACCESS_WALK_MAX_STRIDE = 8                              /* from one element of a sequence to the next */
};

/* An array, and whom a rank may ask. */
typedef struct tc_access_walks {
  tc_bench *bench;
  tc_shared_array *array;
  int node_ranks, remote_ranks;
  int32_t *node_rank, *remote_rank; /* [nears], [fars] ranks of the node; that share no memory */
  uint64_t seed;
  double sum;
} tc_access_walks;

/* Collective. Every rank has partners of a kind, or none has (nears, fars 0). To be closed also after an
 * error. Errors on all ranks. */
tc_status tc_access_walks_init(tc_bench *bench, tc_access_walks *out);
void tc_access_walks_free(tc_access_walks *walks); /* collective */

/* Elements that a rank draws into index[count]; not collective. Any of the own ones, or these in order; any
 * of some ranks; sequences of one of them each: consecutive, or with small strides. */
void tc_access_walk_random_own(tc_access_walks *walks, bool in_order, int count, int64_t *index);
void tc_access_walk_random_any(tc_access_walks *walks, int ranks, const int32_t *rank, int count,
                               int64_t *index);
void tc_access_walk_random_sequences(tc_access_walks *walks, int ranks, const int32_t *rank, int length,
                                     bool strides, int count, int64_t *index);

/* Of one to the next to last of n; element number `local` of a rank, or of this one. */
int64_t tc_access_walk_random_below(tc_access_walks *walks, int64_t n);
int64_t tc_access_walk_element(int32_t rank, int64_t local);

/* Accesses to a list of elements. */
typedef struct tc_access_walk {
  tc_access_walks *walks;
  tc_shared_access *access;
  const int64_t *index;
  int count, length; /* of the list; of one operation, 0: each element by itself */
  bool write;
  bool meet;  /* behind them ranks serve each other until all are done, */
  bool fence; /* and what was written is in place, and read is forgotten */
} tc_access_walk;

/* A tc_bench_work, of a tc_access_walk; collective where they meet. */
tc_status tc_access_walk_run(void *walk);

#endif
