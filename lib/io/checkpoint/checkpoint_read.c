/* Reads the restart data of a checkpoint when a run resumes. The root reads one item at a time and
 * broadcasts or scatters its values. The values of an item of kind TC_RESTART_KEYED are broadcast in blocks
 * of fixed size. Each rank copies the values that it needs from each block, so that only the root stores all
 * values at once. */
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "comm/layout/mesh_scatter.h"
#include "comm/world/mpi_world.h"
#include "io/checkpoint/checkpoint_file.h"

#define TC_PHASE "reading a checkpoint"

enum { block_max = 1 << 14 };

typedef struct reader {
  const tc_space *space;
  const char *path; /* path of the checkpoint; path and file are used on the root only */
  hid_t file;
} reader;

/* Restart item as read from the file. Only `count` is set on ranks other than the root. */
typedef struct stored_item {
  int64_t count; /* -1 if the file has no such item */
  void *number;
  tc_gid *key;
} stored_item;

static tc_status item_error(const reader *r, const tc_restart_item *item, int64_t count) {
  if (count < 0)
    return tc_status_create(TC_INPUT,
                            "%s: the restart data %s of this run are missing: start over with --force",
                            r->path, item->name);
  return tc_status_create(TC_INPUT,
                          "%s: restart data %s have %lld values, but this run needs %lld: start over with "
                          "--force",
                          r->path, item->name, (long long)count, (long long)item->count);
}

/* Root: checks that the number of values in the file is valid for the kind of the item. */
static tc_status check_size(const reader *r, const tc_restart_item *item, const stored_item *f) {
  const int64_t n = f->count;
  if (n < 0) return item->optional ? TC_OK : item_error(r, item, n);
  if (item->kind == TC_RESTART_COMMON && n != item->count) return item_error(r, item, n);
  if (item->kind == TC_RESTART_ROOT && n > item->count) return item_error(r, item, n);
  if (item->kind == TC_RESTART_CELLS && n != r->space->cells) return item_error(r, item, n);
  if ((item->kind == TC_RESTART_KEYED) != (f->key != NULL)) return item_error(r, item, n);
  return TC_OK;
}

static tc_status read_item_on_root(const reader *r, const tc_restart_item *item, stored_item *f) {
  if (r->space->world->rank > 0) return TC_OK;
  TC_TRY(tc_checkpoint_file_read(r->file, r->path, item->name, &f->count, &f->number, &f->key));
  if (!f->number) f->count = -1;
  return check_size(r, item, f);
}

/* ---- items with values for some cells only (TC_RESTART_KEYED), broadcast in blocks ---- */

/* A value that this rank needs. `key` is the number that identifies the value in the file
 * (tc_restart_item). */
typedef struct request {
  tc_gid key;
  double *value; /* destination; NULL after the value has been copied */
} request;

static int compare_keys(const void *a, const void *b) {
  const tc_gid key_a = ((const request *)a)->key, key_b = ((const request *)b)->key;
  return (key_a > key_b) - (key_a < key_b);
}

static void list_requests(const tc_restart_item *item, request *list) {
  double *value = item->value;
  for (int64_t k = 0; k < item->count; k++) list[k] = (request){item->key[k], &value[k]};
  qsort(list, (size_t)item->count, sizeof *list, compare_keys);
}

/* Copies those values of one block that this rank needs. `list` contains the requests of this rank, sorted by
 * key. Returns the number of copied values. */
static int64_t copy_requested_values(int64_t count, request *list, int block_size, const tc_gid *key,
                                     const double *number) {
  int64_t copied = 0;
  for (int k = 0; k < block_size; k++) {
    const request sought = {key[k], NULL};
    request *match = bsearch(&sought, list, (size_t)count, sizeof *list, compare_keys);
    if (!match || !match->value) continue;
    *match->value = number[k];
    match->value = NULL;
    copied++;
  }
  return copied;
}

/* Collective. Broadcasts all values of an item block by block. On the root, `key` and `number` contain all
 * keys and values of the item. On other ranks, these arrays are buffers for one block. Sets `*missing` to the
 * number of values that this rank needs and that no block contained. */
static tc_status broadcast_keyed(const tc_world *world, const stored_item *f, const tc_restart_item *item,
                                 request *list, tc_gid *key, double *number, int64_t *missing) {
  *missing = item->count;
  for (int64_t from = 0; from < f->count; from += block_max) {
    const int block_size = (int)(f->count - from < block_max ? f->count - from : block_max);
    const int64_t at = world->rank ? 0 : from;
    TC_TRY(TC_MPI(world, MPI_Bcast(key + at, block_size, TC_MPI_GID, 0, tc_world_comm(world))));
    TC_TRY(TC_MPI(world, MPI_Bcast(number + at, block_size, MPI_DOUBLE, 0, tc_world_comm(world))));
    *missing -= copy_requested_values(item->count, list, block_size, key + at, number + at);
  }
  return TC_OK;
}

/* Collective. Checks that every rank received all values that it needs. Errors (on all ranks): TC_INPUT if
 * a value is missing on any rank. */
static tc_status check_all_received(const reader *r, const tc_restart_item *item, int64_t missing) {
  const tc_world *world = r->space->world;
  double max_missing = (double)missing;
  TC_TRY(tc_world_max(world, &max_missing, 1));
  if (max_missing == 0.0) return TC_OK;
  return TC_ON_ROOT(world, tc_status_create(TC_INPUT,
                                            "%s: is damaged: restart data %s are incomplete: restore or "
                                            "remove the file",
                                            r->path, item->name));
}

/* Collective. Distributes the values of an item of kind TC_RESTART_KEYED. */
static tc_status distribute_keyed(const reader *r, const tc_restart_item *item, const stored_item *f) {
  const tc_world *world = r->space->world;
  const bool root = world->rank == 0;
  request *list = NULL;
  tc_gid *key_block = NULL;
  double *number_block = NULL;
  int64_t missing;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_WORLD_ALLOC(world, list, item->count));
  TC_GUARD(status, TC_WORLD_ALLOC(world, key_block, root ? 0 : block_max));
  TC_GUARD(status, TC_WORLD_ALLOC(world, number_block, root ? 0 : block_max));
  list_requests(item, list);
  TC_GUARD(status, broadcast_keyed(world, f, item, list, root ? f->key : key_block,
                                   root ? f->number : number_block, &missing));
  status = check_all_received(r, item, missing);
cleanup:
  tc_free(list);
  tc_free(key_block);
  tc_free(number_block);
  return status;
}

/* Collective. Distributes an item that the root has read to all ranks that need its values. */
static tc_status distribute_item(const reader *r, const tc_restart_item *item, const stored_item *f) {
  const tc_space *space = r->space;
  if (item->kind == TC_RESTART_KEYED) return distribute_keyed(r, item, f);
  if (item->kind == TC_RESTART_CELLS)
    return tc_scatter_cells(space->world, space->owned, space->id, 1, f->number, item->value);
  if (space->world->rank == 0) memcpy(item->value, f->number, (size_t)f->count * 8);
  if (item->kind == TC_RESTART_ROOT) return TC_OK;
  return TC_MPI(space->world,
                MPI_Bcast(item->value, (int)item->count, MPI_INT64_T, 0, tc_world_comm(space->world)));
}

static tc_status read_item(const reader *r, const tc_restart_item *item) {
  const tc_world *world = r->space->world;
  stored_item f = {0};
  tc_status status = tc_world_agree(world, read_item_on_root(r, item, &f));
  if (!status) status = TC_MPI(world, MPI_Bcast(&f.count, 1, MPI_INT64_T, 0, tc_world_comm(world)));
  if (!status && f.count >= 0) status = distribute_item(r, item, &f);
  tc_free(f.number);
  tc_free(f.key);
  return status;
}

tc_status tc_checkpoint_number(const char *path, const char *name, int64_t *out) {
  int64_t count = 0;
  void *number = NULL;
  tc_gid *key = NULL;
  hid_t file = -1;
  TC_TRY(tc_hdf_open(path, &file));
  const tc_status status = tc_checkpoint_file_read(file, path, name, &count, &number, &key);
  *out = 0;
  if (!status && number && count == 1) memcpy(out, number, sizeof *out);
  tc_hdf_close_id(file);
  tc_free(number);
  tc_free(key);
  return status;
}

tc_status tc_checkpoint_read(const tc_space *space, const char *path, const tc_restart_list *restart_list) {
  reader r = {space, path, -1};
  tc_status status = TC_ON_ROOT(space->world, tc_hdf_open(path, &r.file));
  for (int k = 0; k < restart_list->count && !status; k++) status = read_item(&r, &restart_list->item[k]);
  tc_hdf_close_id(r.file);
  return status;
}
