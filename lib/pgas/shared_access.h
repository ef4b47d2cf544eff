/* Access layers: implementations of gets and puts of a shared array, each modelled on a platform for UPC
 * (Unified Parallel C). Layers differ in the way in which they access the memory of another node. Single
 * accesses to owned elements and to elements of other ranks of the node use pointers-to-shared
 * (comm/access/shared_pointer.h), except that layer `private` accesses owned elements through private
 * pointers. The program finegrain and calibration create one tc_shared_access per array and layer, access
 * elements through it, and call a fence at each sequence point. */
#ifndef TC_PGAS_SHARED_ACCESS_H
#define TC_PGAS_SHARED_ACCESS_H

#include "base/text/registry.h"
#include "pgas/layer_facts.h"
#include "pgas/shared_array.h"

/* Numbers of accesses of this rank. An operation is a get or a put that is completed separately, or all
 * accesses to one rank that are completed together. */
typedef struct tc_access_counts {
  /* Numbers of values owned by this rank, by other ranks of the node, and by ranks of other nodes. With
   * virtual nodes, ranks of other nodes may share memory with this rank. */
  int64_t own, node_local, remote;
  /* numbers of operations on other ranks of the node, and on other nodes */
  int64_t node_operations, remote_operations;
  int64_t lines; /* number of lines that the layer `cached` has fetched or written back */
} tc_access_counts;

/* Counts of one kind of access, reads or writes, that this rank has made so far. */
typedef struct tc_access_side {
  tc_shared_pointer pointer; /* pointer-to-shared, which counts the accesses by affinity */
  /* Number of accessed values of other ranks of the node, minus the number of operations that accessed these
   * values. */
  int64_t merged_values;
  /* number of operations on other nodes, and number of cache lines, as in tc_access_counts */
  int64_t remote_operations, lines;
} tc_access_side;

struct tc_access_layer;

/* Access of one rank to a shared array through a layer. The layer stores its own data directly after this
 * struct, in the same allocation. */
typedef struct tc_shared_access {
  const struct tc_access_layer *layer;
  tc_shared_array *array; /* borrowed */
  tc_access_side read, write;
} tc_shared_access;

typedef struct tc_access_layer {
  const char *name;      /* name in access_layers.def */
  const char *summary;   /* one-line description for `finegrain list` */
  unsigned capabilities; /* TC_CAN_.. bits (pgas/layer_facts.h) */
  size_t size;           /* size in bytes of tc_shared_access plus the data of the layer */
  /* Not collective. Initialises the data of the layer, which are stored after tc_shared_access and are all
   * zero before the call. May be NULL. */
  tc_status (*create)(tc_shared_access *access);
  void (*destroy)(tc_shared_access *access);
  /* Not collective. get stores in *value a value of element `index`: the last one that this rank has put, the
   * one at the last fence, or one that another rank has put since that fence. put sets element `index` to
   * `value`. */
  tc_status (*get)(tc_shared_access *access, int64_t index, double *value);
  tc_status (*put)(tc_shared_access *access, int64_t index, double value);
  /* Gets a sequence of elements that is known in advance: stores element index[i] in value[i]. */
  tc_status (*get_many)(tc_shared_access *access, int count, const int64_t *index, double *value);
  /* Puts a sequence of elements that is known in advance: sets element index[i] to value[i]. */
  tc_status (*put_many)(tc_shared_access *access, int count, const int64_t *index, const double *value);
  /* Not collective. Completes all puts and discards all cached values. May be NULL. */
  tc_status (*flush)(tc_shared_access *access);
} tc_access_layer;

TC_REGISTRY(tc_access_layer); /* its entries are listed in access_layers.def */

/* Collective. Creates an access to `array` through a layer. Borrows the array. Errors (on all ranks):
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_shared_access_create(const tc_access_layer *layer, tc_shared_array *array,
                                  tc_shared_access **out);
void tc_shared_access_destroy(tc_shared_access **access); /* not collective; call it after the last fence */

static inline tc_status tc_shared_get(tc_shared_access *a, int64_t index, double *value) {
  return a->layer->get(a, index, value);
}
static inline tc_status tc_shared_put(tc_shared_access *a, int64_t index, double value) {
  return a->layer->put(a, index, value);
}
static inline tc_status tc_shared_get_many(tc_shared_access *a, int count, const int64_t *index,
                                           double *value) {
  return a->layer->get_many(a, count, index, value);
}
static inline tc_status tc_shared_put_many(tc_shared_access *a, int count, const int64_t *index,
                                           const double *value) {
  return a->layer->put_many(a, count, index, value);
}

/* Collective. Sequence point: after the fence every rank gets the values that any rank has put before it.
 * tc_shared_fence_all is one fence for the arrays of all access[count], which must belong to the same world.
 * It needs only one barrier. `count` must be at least 1. */
tc_status tc_shared_fence(tc_shared_access *access);
tc_status tc_shared_fence_all(int count, tc_shared_access *const *access);

/* Sets *reads and *writes to the numbers of reads and writes that this rank has made through `access` so
 * far. */
void tc_shared_counts(const tc_shared_access *access, tc_access_counts *reads, tc_access_counts *writes);

/* Functions that layers use to implement accesses. Each access is complete on return. tc_shared_get_single
 * and tc_shared_put_single access an element of any rank. tc_shared_get_remote and tc_shared_put_remote
 * access an element of another node whose affinity the caller has already counted. tc_shared_get_loop and
 * tc_shared_put_loop access the elements of a sequence one at a time, in order. */
tc_status tc_shared_get_single(tc_shared_access *access, int64_t index, double *value);
tc_status tc_shared_put_single(tc_shared_access *access, int64_t index, double value);
tc_status tc_shared_get_remote(tc_shared_access *access, int64_t index, double *value);
tc_status tc_shared_put_remote(tc_shared_access *access, int64_t index, double value);
tc_status tc_shared_get_loop(tc_shared_access *access, int count, const int64_t *index, double *value);
tc_status tc_shared_put_loop(tc_shared_access *access, int count, const int64_t *index, const double *value);

/* Atomic load and store of an element in shared memory. Atomic accesses are needed because ranks may access
 * the same element between two fences (relaxed accesses of UPC). */
static inline void tc_shared_load(const double *from, double *value) {
  __atomic_load(from, value, __ATOMIC_RELAXED);
}
static inline void tc_shared_store(double *to, double value) { __atomic_store(to, &value, __ATOMIC_RELAXED); }

#endif
