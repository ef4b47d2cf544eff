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

enum { piece_most = 1 << 14 };

typedef struct reader {
  const tc_space *space;
  const char *path; /* path of the checkpoint; path and file are used on the root only */
  hid_t file;
} reader;

/* Restart item as read from the file. Only `count` is set on ranks other than the root. */
typedef struct found {
  int64_t count; /* -1 if the file has no such item */
  void *number;
  tc_gid *place;
} found;

static tc_status item_error(const reader *r, const tc_restart_item *kept, int64_t count) {
  if (count < 0)
    return tc_status_create(TC_INPUT, "%s: restart data %s are missing: start over with --force", r->path,
                            kept->name);
  return tc_status_create(TC_INPUT,
                          "%s: restart data %s have %lld values, but this run needs %lld: start over with "
                          "--force",
                          r->path, kept->name, (long long)count, (long long)kept->count);
}

/* Root: checks that the number of values in the file is valid for the kind of the item. */
static tc_status check_size(const reader *r, const tc_restart_item *kept, const found *f) {
  const int64_t n = f->count;
  if (n < 0) return kept->optional ? TC_OK : item_error(r, kept, n);
  if (kept->kind == TC_RESTART_COMMON && n != kept->count) return item_error(r, kept, n);
  if (kept->kind == TC_RESTART_ROOT && n > kept->count) return item_error(r, kept, n);
  if (kept->kind == TC_RESTART_CELLS && n != r->space->cells) return item_error(r, kept, n);
  if ((kept->kind == TC_RESTART_KEYED) != (f->place != NULL)) return item_error(r, kept, n);
  return TC_OK;
}

static tc_status find_item(const reader *r, const tc_restart_item *kept, found *f) {
  if (r->space->world->rank > 0) return TC_OK;
  TC_TRY(tc_checkpoint_file_read(r->file, r->path, kept->name, &f->count, &f->number, &f->place));
  if (!f->number) f->count = -1;
  return check_size(r, kept, f);
}

/* ---- items with values for some cells only (TC_RESTART_KEYED), broadcast in blocks ---- */

/* A value that this rank needs. `place` is its key (tc_restart_item). */
typedef struct wish {
  tc_gid place;
  double *value; /* destination; NULL after the value has been copied */
} wish;

static int by_place(const void *a, const void *b) {
  const tc_gid left = ((const wish *)a)->place, right = ((const wish *)b)->place;
  return (left > right) - (left < right);
}

static void list_wishes(const tc_restart_item *kept, wish *list) {
  double *value = kept->value;
  for (int64_t k = 0; k < kept->count; k++) list[k] = (wish){kept->key[k], &value[k]};
  qsort(list, (size_t)kept->count, sizeof *list, by_place);
}

/* Copies the values that this rank needs from one block. The block has `piece` values: number[piece] with the
 * keys place[piece]. `list` contains the `count` values that this rank needs, sorted by key. Returns the
 * number of copied values. */
static int64_t pick_values(int64_t count, wish *list, int piece, const tc_gid *place, const double *number) {
  int64_t picked = 0;
  for (int k = 0; k < piece; k++) {
    const wish key = {place[k], NULL};
    wish *wanted = bsearch(&key, list, (size_t)count, sizeof *list, by_place);
    if (!wanted || !wanted->value) continue;
    *wanted->value = number[k];
    wanted->value = NULL;
    picked++;
  }
  return picked;
}

/* Collective. Broadcasts all values of an item block by block. On the root `place` and `number` are all
 * keys and values of the item; on other ranks they are buffers for one block. Sets `*missing` to the number
 * of values that this rank needs and that no block contained. */
static tc_status pass_round(const tc_world *world, const found *f, const tc_restart_item *kept, wish *list,
                            tc_gid *place, double *number, int64_t *missing) {
  *missing = kept->count;
  for (int64_t from = 0; from < f->count; from += piece_most) {
    const int piece = (int)(f->count - from < piece_most ? f->count - from : piece_most);
    const int64_t at = world->rank ? 0 : from;
    TC_TRY(TC_MPI(world, MPI_Bcast(place + at, piece, TC_MPI_GID, 0, tc_world_comm(world))));
    TC_TRY(TC_MPI(world, MPI_Bcast(number + at, piece, MPI_DOUBLE, 0, tc_world_comm(world))));
    *missing -= pick_values(kept->count, list, piece, place + at, number + at);
  }
  return TC_OK;
}

/* Collective. Checks that every rank received all values that it needs. Errors (on all ranks): TC_INPUT if
 * a value is missing on any rank. */
static tc_status check_missing(const reader *r, const tc_restart_item *kept, int64_t missing) {
  const tc_world *world = r->space->world;
  double most = (double)missing;
  TC_TRY(tc_world_max(world, &most, 1));
  if (most == 0.0) return TC_OK;
  return TC_ON_ROOT(world, tc_status_create(TC_INPUT,
                                            "%s: is damaged: restart data %s are incomplete: restore or "
                                            "remove the file",
                                            r->path, kept->name));
}

/* Collective. Distributes the values of an item of kind TC_RESTART_KEYED. */
static tc_status distribute_keyed(const reader *r, const tc_restart_item *kept, const found *f) {
  const tc_world *world = r->space->world;
  const bool root = world->rank == 0;
  wish *list = NULL;
  tc_gid *place = NULL;
  double *number = NULL;
  int64_t missing;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_WORLD_ALLOC(world, list, kept->count));
  TC_GUARD(status, TC_WORLD_ALLOC(world, place, root ? 0 : piece_most));
  TC_GUARD(status, TC_WORLD_ALLOC(world, number, root ? 0 : piece_most));
  list_wishes(kept, list);
  TC_GUARD(status,
           pass_round(world, f, kept, list, root ? f->place : place, root ? f->number : number, &missing));
  status = check_missing(r, kept, missing);
cleanup:
  tc_free(list);
  tc_free(place);
  tc_free(number);
  return status;
}

/* Collective. Distributes an item that the root has read to all ranks that need its values. */
static tc_status distribute_item(const reader *r, const tc_restart_item *kept, const found *f) {
  const tc_space *space = r->space;
  if (kept->kind == TC_RESTART_KEYED) return distribute_keyed(r, kept, f);
  if (kept->kind == TC_RESTART_CELLS)
    return tc_scatter_cells(space->world, space->owned, space->id, 1, f->number, kept->value);
  if (space->world->rank == 0) memcpy(kept->value, f->number, (size_t)f->count * 8);
  if (kept->kind == TC_RESTART_ROOT) return TC_OK;
  return TC_MPI(space->world,
                MPI_Bcast(kept->value, (int)kept->count, MPI_INT64_T, 0, tc_world_comm(space->world)));
}

static tc_status fill_one(const reader *r, const tc_restart_item *kept) {
  const tc_world *world = r->space->world;
  found f = {0};
  tc_status status = tc_world_agree(world, find_item(r, kept, &f));
  if (!status) status = TC_MPI(world, MPI_Bcast(&f.count, 1, MPI_INT64_T, 0, tc_world_comm(world)));
  if (!status && f.count >= 0) status = distribute_item(r, kept, &f);
  tc_free(f.number);
  tc_free(f.place);
  return status;
}

tc_status tc_checkpoint_number(const char *path, const char *name, int64_t *out) {
  int64_t count = 0;
  void *number = NULL;
  tc_gid *place = NULL;
  hid_t file = -1;
  TC_TRY(tc_hdf_open(path, &file));
  const tc_status status = tc_checkpoint_file_read(file, path, name, &count, &number, &place);
  *out = 0;
  if (!status && number && count == 1) memcpy(out, number, sizeof *out);
  tc_hdf_close_id(file);
  tc_free(number);
  tc_free(place);
  return status;
}

tc_status tc_checkpoint_read(const tc_space *space, const char *path, const tc_restart_list *keep) {
  reader r = {space, path, -1};
  tc_status status = TC_ON_ROOT(space->world, tc_hdf_open(path, &r.file));
  for (int k = 0; k < keep->count && !status; k++) status = fill_one(&r, &keep->item[k]);
  tc_hdf_close_id(r.file);
  return status;
}
