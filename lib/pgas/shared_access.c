/* Accesses to shared arrays: creation through a layer, fences, counts, and the single accesses that layers
 * have in common. A fence completes the puts to each array through the layer, and orders the memory accesses
 * to all arrays before and after one barrier. The pointers-to-shared count accesses by affinity. Operations
 * on other nodes are counted by the functions that start them. */
#include "pgas/shared_access.h"

#include "base/core/memory.h"

#define TC_REGISTRY_TYPE tc_access_layer
#define TC_REGISTRY_DEF  "pgas/access_layers.def"
#include "base/text/registry.inc"

static tc_status init_access(const tc_access_layer *layer, tc_shared_array *array, tc_shared_access *a) {
  const tc_shared_pointer pointer = {array->distribution, array->node_pointer, array->affinity, {0}};
  a->layer = layer;
  a->array = array;
  a->read.pointer = a->write.pointer = pointer;
  return layer->create ? layer->create(a) : TC_OK;
}

tc_status tc_shared_access_create(const tc_access_layer *layer, tc_shared_array *array,
                                  tc_shared_access **out) {
  tc_shared_access *a = NULL;
  TC_TRY(tc_world_alloc(array->world, 1, layer->size, layer->name, &a));
  TC_RETURN_CREATED(tc_world_agree(array->world, init_access(layer, array, a)), a,
                    tc_shared_access_destroy(&a), out);
}

void tc_shared_access_destroy(tc_shared_access **access) {
  tc_shared_access *a = *access;
  if (!a) return;
  if (a->layer->destroy) a->layer->destroy(a);
  tc_free(a);
  *access = NULL;
}

tc_status tc_shared_fence(tc_shared_access *a) { return tc_shared_fence_all(1, &a); }

tc_status tc_shared_fence_all(int count, tc_shared_access *const *access) {
  for (int a = 0; a < count; a++) {
    if (access[a]->layer->flush) TC_TRY(access[a]->layer->flush(access[a]));
    if (a > 0) TC_TRY(tc_window_sync_memory(access[a]->array->window));
  }
  TC_TRY(tc_window_barrier(access[0]->array->window, NULL));
  for (int a = 1; a < count; a++) TC_TRY(tc_window_sync_memory(access[a]->array->window));
  return TC_OK;
}

static tc_access_counts convert_counts(const tc_access_side *s) {
  const int64_t *count = s->pointer.count,
                remote = count[TC_AFFINITY_VIRTUAL_REMOTE] + count[TC_AFFINITY_REMOTE];
  return (tc_access_counts){.own = count[TC_AFFINITY_OWN],
                            .node_local = count[TC_AFFINITY_NODE],
                            .remote = remote,
                            .node_operations = count[TC_AFFINITY_NODE] - s->merged_values,
                            .remote_operations = s->remote_operations,
                            .lines = s->lines};
}

void tc_shared_counts(const tc_shared_access *a, tc_access_counts *reads, tc_access_counts *writes) {
  *reads = convert_counts(&a->read);
  *writes = convert_counts(&a->write);
}

tc_status tc_shared_get_remote(tc_shared_access *a, int64_t index, double *value) {
  const tc_location location = tc_distribution_locate(a->array->distribution, index);
  const tc_window *w = a->array->window;
  a->read.remote_operations++;
  TC_TRY(tc_window_get_atomic(w, location.rank, location.local, value, 1));
  return tc_window_get_end(w, location.rank, NULL);
}

tc_status tc_shared_put_remote(tc_shared_access *a, int64_t index, double value) {
  const tc_location location = tc_distribution_locate(a->array->distribution, index);
  const tc_window *w = a->array->window;
  a->write.remote_operations++;
  TC_TRY(tc_window_put_atomic(w, location.rank, location.local, &value, 1));
  return tc_window_get_end(w, location.rank, NULL);
}

tc_status tc_shared_get_single(tc_shared_access *a, int64_t index, double *value) {
  const double *const address = tc_shared_pointer_address(&a->read.pointer, index);
  if (!address) return tc_shared_get_remote(a, index, value);
  tc_shared_load(address, value);
  return TC_OK;
}

tc_status tc_shared_put_single(tc_shared_access *a, int64_t index, double value) {
  double *const address = tc_shared_pointer_address(&a->write.pointer, index);
  if (!address) return tc_shared_put_remote(a, index, value);
  tc_shared_store(address, value);
  return TC_OK;
}

tc_status tc_shared_get_loop(tc_shared_access *a, int count, const int64_t *index, double *value) {
  for (int i = 0; i < count; i++) TC_TRY(tc_shared_get(a, index[i], &value[i]));
  return TC_OK;
}

tc_status tc_shared_put_loop(tc_shared_access *a, int count, const int64_t *index, const double *value) {
  for (int i = 0; i < count; i++) TC_TRY(tc_shared_put(a, index[i], value[i]));
  return TC_OK;
}
