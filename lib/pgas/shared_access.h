/* Ways to reach the elements of a shared array, each in place of a platform that UPC runs on: what becomes of
 * an access to another node's memory. Own elements and those of the node are reached through pointers
 * (comm/access/shared_pointer.h). */
#ifndef TC_PGAS_SHARED_ACCESS_H
#define TC_PGAS_SHARED_ACCESS_H

#include "base/text/registry.h"
#include "pgas/layer_facts.h"
#include "pgas/shared_array.h"

/* Accesses of this rank. Each get and put that is completed by itself is an operation, and so is what is
 * completed together with one rank. */
typedef struct tc_access_counts {
  int64_t own, node_local, remote; /* values: with this rank's affinity, of other ranks of the node; of other
                             nodes, be it that they are only counted as such or that they share no memory */
  int64_t near_operations, far_operations;
  int64_t lines; /* of a cache: fetched, or written back */
} tc_access_counts;

/* Reads or writes so far. */
typedef struct tc_access_side {
  tc_shared_pointer to;
  int64_t joined; /* values of the node less operations, where one operation had several */
  int64_t far_operations, lines;
} tc_access_side;

struct tc_access_layer;

/* An array as a rank reaches it; of one thread. What a layer knows besides stands behind it. */
typedef struct tc_shared_access {
  const struct tc_access_layer *layer;
  tc_shared_array *array; /* borrowed */
  tc_access_side read, write;
} tc_shared_access;

typedef struct tc_access_layer {
  const char *name;    /* as in access_layers.def */
  const char *summary; /* one line */
  unsigned capabilities;
  size_t size; /* of what it knows, tc_shared_access included */
  /* Not collective: what is behind tc_shared_access, zero at first; NULL: nothing is to be done. */
  tc_status (*create)(tc_shared_access *access);
  void (*destroy)(tc_shared_access *access);
  /* Not collective. A value got is that of the last fence or a later one; what this rank put it gets. */
  tc_status (*get)(tc_shared_access *access, int64_t index, double *into);
  tc_status (*put)(tc_shared_access *access, int64_t index, double value);
  /* into[i] = element index[i], for a sequence that is known in advance. */
  tc_status (*get_many)(tc_shared_access *access, int count, const int64_t *index, double *into);
  /* And element index[i] = value[i]. */
  tc_status (*put_many)(tc_shared_access *access, int count, const int64_t *index, const double *value);
  /* Not collective: what was put is in place; what was got is forgotten. */
  tc_status (*finish)(tc_shared_access *access);
} tc_access_layer;

TC_REGISTRY(tc_access_layer); /* access_layers.def */

/* Collective: an array through a layer. Errors on all ranks: TC_INTERNAL out of memory. */
tc_status tc_shared_access_create(const tc_access_layer *layer, tc_shared_array *array,
                                  tc_shared_access **out);
void tc_shared_access_destroy(tc_shared_access **access); /* not collective; after the last fence */

static inline tc_status tc_shared_get(tc_shared_access *a, int64_t index, double *into) {
  return a->layer->get(a, index, into);
}
static inline tc_status tc_shared_put(tc_shared_access *a, int64_t index, double value) {
  return a->layer->put(a, index, value);
}
static inline tc_status tc_shared_get_many(tc_shared_access *a, int count, const int64_t *index,
                                           double *into) {
  return a->layer->get_many(a, count, index, into);
}
static inline tc_status tc_shared_put_many(tc_shared_access *a, int count, const int64_t *index,
                                           const double *value) {
  return a->layer->put_many(a, count, index, value);
}

/* Collective: a sequence point. What any rank put before it, every one gets behind it. Of one array, or with
 * one barrier of several of the same world. */
tc_status tc_shared_fence(tc_shared_access *access);
tc_status tc_shared_fence_all(int count, tc_shared_access *const *access);

/* What this rank did so far. */
void tc_shared_counts(const tc_shared_access *access, tc_access_counts *reads, tc_access_counts *writes);

/* For layers. A value by itself, completed at once: of any rank, or of one that is far and has been counted.
 * And one after the other. */
tc_status tc_shared_get_single(tc_shared_access *access, int64_t index, double *into);
tc_status tc_shared_put_single(tc_shared_access *access, int64_t index, double value);
tc_status tc_shared_get_remote(tc_shared_access *access, int64_t index, double *into);
tc_status tc_shared_put_remote(tc_shared_access *access, int64_t index, double value);
tc_status tc_shared_get_loop(tc_shared_access *access, int count, const int64_t *index, double *into);
tc_status tc_shared_put_loop(tc_shared_access *access, int count, const int64_t *index, const double *value);

/* What lies in memory that ranks share is loaded and stored as one: ranks may meet at an element between two
 * fences (relaxed accesses of UPC). */
static inline void tc_shared_load(const double *from, double *into) {
  __atomic_load(from, into, __ATOMIC_RELAXED);
}
static inline void tc_shared_store(double *to, double value) { __atomic_store(to, &value, __ATOMIC_RELAXED); }

#endif
