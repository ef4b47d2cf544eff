/* Writes a checkpoint. All ranks compute the count and the hash of each item. The root creates the file under
 * a temporary name. All ranks write and read back the arrays with one value per cell. The root reads back the
 * other items, adds the checksum header and renames the file. After each phase the ranks exchange their
 * status, so that an error on one rank ends the call on every rank. */
#include "io/checkpoint/checkpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/file/checksum_header.h"
#include "base/file/file.h"
#include "base/numeric/hash.h"
#include "comm/world/mpi_world.h"
#include "io/checkpoint/checkpoint_file.h"
#include "io/hdf/raw_rows.h"

#define TC_PHASE "writing a checkpoint"

/* State of one checkpoint while it is being written. */
typedef struct writer {
  const tc_space *space;
  const tc_restart_list *restart_list;
  tc_checkpoint_dataset *item; /* [restart_list->count] one entry per restart item */
  tc_file file;                /* open file; used on the root only */
  char *path;                  /* temporary path of the file; owned */
  /* Checksum of the values that this rank has read back from the file. MPI_Allreduce adds the checksums of
   * all ranks, and the root then adds the other bytes of the file. */
  uint64_t sum;
  tc_raw_rows rows;
} writer;

static tc_status agree_status(const writer *w, tc_status status) {
  return tc_world_agree(w->space->world, status);
}

/* ---- items with values for some cells only (TC_RESTART_KEYED), gathered on the root ---- */

static bool owns_value(const tc_restart_item *restart_item, int64_t k) {
  return !restart_item->own || restart_item->own[k];
}

static int count_owned_values(const tc_restart_item *restart_item) {
  int count = 0;
  for (int64_t k = 0; k < restart_item->count; k++) count += owns_value(restart_item, k);
  return count;
}

static void copy_owned_values(const tc_restart_item *restart_item, tc_gid *key, double *number) {
  const double *value = restart_item->value;
  for (int64_t k = 0; k < restart_item->count; k++)
    if (owns_value(restart_item, k)) {
      *key++ = restart_item->key[k];
      *number++ = value[k];
    }
}

/* Root: allocates the arrays item->key and item->number for the values of all ranks. `counts` is the
 * number of values of each rank. Fills in `from`, the index of each rank's first value in these arrays. */
static tc_status alloc_root_arrays(const tc_world *world, tc_checkpoint_dataset *item, const int *counts,
                                   int *from) {
  int64_t total = 0;
  for (int r = 0; r < world->ranks; r++) total += counts[r];
  if (total > INT_MAX)
    return tc_status_create(TC_INTERNAL,
                            "checkpoint: local states or inflows have more than 2^31 values in all: "
                            "use fewer local states or a coarser mesh");
  for (int r = 0; r < world->ranks; r++) {
    from[r] = (int)item->count;
    item->count += counts[r];
  }
  TC_TRY(TC_ALLOC(item->key, item->count));
  return tc_alloc((size_t)item->count, sizeof(double), "restart data of some cells", &item->number);
}

static tc_status gather_values(const tc_world *world, const tc_restart_item *restart_item, int owned_count,
                               tc_gid *key, double *number, int *counts, int *from,
                               tc_checkpoint_dataset *item) {
  copy_owned_values(restart_item, key, number);
  TC_TRY(TC_MPI(world, MPI_Gather(&owned_count, 1, MPI_INT, counts, 1, MPI_INT, 0, tc_world_comm(world))));
  TC_TRY(TC_ON_ROOT(world, alloc_root_arrays(world, item, counts, from)));
  TC_TRY(TC_MPI(world, MPI_Gatherv(key, owned_count, TC_MPI_GID, item->key, counts, from, TC_MPI_GID, 0,
                                   tc_world_comm(world))));
  return TC_MPI(world, MPI_Gatherv(number, owned_count, MPI_DOUBLE, item->number, counts, from, MPI_DOUBLE, 0,
                                   tc_world_comm(world)));
}

static tc_status gather_keyed(const tc_world *world, const tc_restart_item *restart_item,
                              tc_checkpoint_dataset *item) {
  const int owned_count = count_owned_values(restart_item), ranks = world->rank ? 0 : world->ranks;
  tc_gid *key = NULL;
  double *number = NULL;
  int *counts = NULL, *from = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_WORLD_ALLOC(world, key, owned_count));
  TC_GUARD(status, TC_WORLD_ALLOC(world, number, owned_count));
  TC_GUARD(status, TC_WORLD_ALLOC(world, counts, ranks));
  TC_GUARD(status, TC_WORLD_ALLOC(world, from, ranks));
  TC_GUARD(status, gather_values(world, restart_item, owned_count, key, number, counts, from, item));
  if (world->rank == 0) item->hash = tc_checkpoint_hash(item->count, item->key, item->number);
cleanup:
  tc_free(key);
  tc_free(number);
  tc_free(counts);
  tc_free(from);
  return status;
}

/* ---- count and hash of each item, computed before the file is created ---- */

static tc_status sum_hash_over_ranks(const tc_world *world, uint64_t *hash) {
  return TC_MPI(world, MPI_Allreduce(MPI_IN_PLACE, hash, 1, MPI_UINT64_T, MPI_SUM, tc_world_comm(world)));
}

static tc_status hash_item(const writer *w, const tc_restart_item *restart_item,
                           tc_checkpoint_dataset *item) {
  const tc_space *space = w->space;
  item->count = restart_item->kind == TC_RESTART_CELLS ? space->cells : restart_item->count;
  if (restart_item->kind == TC_RESTART_KEYED) {
    item->count = 0;
    return gather_keyed(space->world, restart_item, item);
  }
  item->hash =
      tc_checkpoint_hash(restart_item->count, restart_item->kind == TC_RESTART_CELLS ? space->id : NULL,
                         restart_item->value);
  return restart_item->kind == TC_RESTART_CELLS ? sum_hash_over_ranks(space->world, &item->hash) : TC_OK;
}

static tc_status hash_items(const writer *w) {
  for (int k = 0; k < w->restart_list->count; k++)
    TC_TRY(hash_item(w, &w->restart_list->item[k], &w->item[k]));
  return TC_OK;
}

/* ---- writing the file ---- */

/* Collective. Broadcasts the temporary path of the file and the byte offset of each item. */
static tc_status broadcast_path(writer *w) {
  const tc_world *world = w->space->world;
  TC_TRY(tc_world_broadcast_text(world, w->file.temporary, &w->path));
  for (int k = 0; k < w->restart_list->count; k++)
    TC_TRY(TC_MPI(world, MPI_Bcast(&w->item[k].offset, 1, MPI_INT64_T, 0, tc_world_comm(world))));
  w->rows.path = w->path;
  return TC_OK;
}

/* Root: creates a temporary file that is later renamed to `path`. */
static tc_status create_file(writer *w, const char *path, const tc_checkpoint_attributes *attributes) {
  TC_TRY(tc_file_open(path, &w->file));
  return tc_checkpoint_file_create(w->file.temporary, attributes, w->restart_list, w->item);
}

/* Collective. Writes an item with one value per cell. */
static tc_status write_cells(writer *w, const tc_restart_item *restart_item,
                             const tc_checkpoint_dataset *item) {
  TC_TRY(agree_status(w, tc_cell_slab_gather(w->rows.slab, restart_item->value, w->rows.slab_value)));
  return agree_status(w, tc_raw_rows_write(&w->rows, item->offset, 0));
}

static tc_status verify_cells(writer *w, const tc_restart_item *restart_item,
                              const tc_checkpoint_dataset *item) {
  const tc_cell_slab *slab = w->rows.slab;
  uint64_t hash = 0;
  memset(w->rows.slab_value, 0, (size_t)slab->count * sizeof *w->rows.slab_value);
  TC_TRY(agree_status(w, tc_raw_rows_read(&w->rows, item->offset, 0)));
  for (int32_t i = 0; i < slab->count; i++) {
    hash += tc_hash_element((uint64_t)(slab->first + i), w->rows.slab_value[i]);
    w->sum += tc_hash_element((uint64_t)(item->offset / 8 + slab->first + i), w->rows.slab_value[i]);
  }
  TC_TRY(sum_hash_over_ranks(w->space->world, &hash));
  if (hash == item->hash) return TC_OK;
  return tc_status_create(TC_OUTPUT,
                          "%s: dataset %s differs from what was written: check the disk, or set "
                          "checkpoint.file to a file on another one",
                          w->path, restart_item->name);
}

typedef tc_status array_action(writer *w, const tc_restart_item *restart_item,
                               const tc_checkpoint_dataset *item);

static tc_status for_each_cell_array(writer *w, array_action *action) {
  for (int k = 0; k < w->restart_list->count; k++)
    if (w->restart_list->item[k].kind == TC_RESTART_CELLS)
      TC_TRY(action(w, &w->restart_list->item[k], &w->item[k]));
  return TC_OK;
}

static tc_status write_arrays(writer *w) {
  MPI_File *file = &w->rows.file;
  TC_TRY(agree_status(w, tc_raw_rows_check_mpi(MPI_File_open(tc_world_comm(w->space->world), w->path,
                                                             MPI_MODE_RDWR, MPI_INFO_NULL, file),
                                               w->path)));
  tc_status status = for_each_cell_array(w, write_cells);
  if (!status) status = agree_status(w, tc_raw_rows_check_mpi(MPI_File_sync(*file), w->path));
  if (!status) status = for_each_cell_array(w, verify_cells);
  if (!status) status = sum_hash_over_ranks(w->space->world, &w->sum);
  if (w->space->world->mpi->is_broken) return status;
  return tc_status_first(status, agree_status(w, tc_raw_rows_check_mpi(MPI_File_close(file), w->path)));
}

/* Root: reads back and checks all items except the arrays with one value per cell, which verify_cells has
 * checked. */
static tc_status verify_other_items(const writer *w) {
  hid_t file = -1;
  tc_status status = tc_hdf_open(w->path, &file);
  for (int k = 0; k < w->restart_list->count && !status; k++)
    if (w->restart_list->item[k].kind != TC_RESTART_CELLS)
      status = tc_checkpoint_file_verify_item(file, w->path, w->restart_list->item[k].name, w->item[k].hash);
  tc_hdf_close_id(file);
  if (tc_status_code(status) != TC_INPUT)
    /* This function returns a read error (TC_INPUT) as TC_OUTPUT, because this run wrote the file. */
    return status;
  return tc_status_replace(status, tc_status_create(TC_OUTPUT, "%s", tc_status_text(status)));
}

/* Root: finds the first array with one value per cell that begins at byte `begin_min` or later, and returns
 * its byte range *from .. *to - 1. Returns false if there is no such array. */
static bool find_cell_array(const writer *w, int64_t begin_min, int64_t *from, int64_t *to) {
  bool found = false;
  for (int k = 0; k < w->restart_list->count; k++) {
    const tc_checkpoint_dataset *item = &w->item[k];
    if (w->restart_list->item[k].kind != TC_RESTART_CELLS || item->offset < begin_min) continue;
    if (found && item->offset >= *from) continue;
    *from = item->offset;
    *to = item->offset + 8 * item->count;
    found = true;
  }
  return found;
}

/* Root: adds to the checksum the bytes outside the arrays with one value per cell. verify_cells has already
 * added the bytes of these arrays. */
static tc_status add_other_bytes(int file, writer *w) {
  int64_t at = TC_CHECKSUM_HEADER_BYTES, from = 0, to = 0;
  for (; find_cell_array(w, at, &from, &to); at = to) {
    if (from % 8)
      return tc_status_create(TC_INTERNAL,
                              "%s: an array begins at byte %lld, which is not a multiple of 8: please report "
                              "this as a bug",
                              w->path, (long long)from);
    TC_TRY(tc_checksum_add_file(file, w->path, TC_OUTPUT, at, from, &w->sum));
  }
  return tc_checksum_add_file(file, w->path, TC_OUTPUT, at, lseek(file, 0, SEEK_END), &w->sum);
}

static tc_status write_checksum(writer *w) {
  const int file = open(w->path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return tc_file_read_error(w->path, TC_OUTPUT, errno);
  tc_status status = add_other_bytes(file, w);
  close(file);
  if (status) return status;
  return tc_checksum_header_write(fileno(w->file.out), w->path, TC_CHECKPOINT_FORM, w->sum);
}

/* Root: verifies the file, renames it to its final name `path` and syncs the directory. */
static tc_status publish_file(writer *w, const char *path) {
  TC_TRY(verify_other_items(w));
  TC_TRY(write_checksum(w));
  TC_TRY(tc_file_commit(&w->file));
  return tc_file_sync_directory(path);
}

/* Collective. Writes and publishes the file `path`, which is used on the root only. */
static tc_status write_file(writer *w, const char *path, const tc_checkpoint_attributes *attributes) {
  const tc_space *space = w->space;
  tc_cell_slab *slab = NULL;
  TC_TRY(hash_items(w));
  tc_status status = TC_ON_ROOT(space->world, create_file(w, path, attributes));
  if (!status) status = broadcast_path(w);
  if (!status) status = tc_cell_slab_create(space->world, space->cells, space->owned, space->id, &slab);
  w->rows.slab = slab;
  if (!status) status = TC_WORLD_ALLOC(space->world, w->rows.slab_value, slab->count);
  if (!status) status = write_arrays(w);
  if (!status) status = TC_ON_ROOT(space->world, publish_file(w, path));
  tc_free(w->rows.slab_value);
  tc_cell_slab_destroy(&slab);
  return status;
}

tc_status tc_checkpoint_write(const tc_space *space, const tc_checkpoint_paths *paths,
                              tc_checkpoint_mark mark, const tc_checkpoint_attributes *attributes,
                              const tc_restart_list *restart_list) {
  char *path = NULL;
  writer w = {.space = space, .restart_list = restart_list};
  w.rows = (tc_raw_rows){.world = space->world, .file = MPI_FILE_NULL, .rows = 1, .cells = space->cells};
  TC_TRY(TC_WORLD_ALLOC(space->world, w.item, restart_list->count));
  tc_status status = TC_ON_ROOT(space->world, tc_checkpoint_paths_check(paths, mark, &path));
  if (!status) status = write_file(&w, path, attributes);
  tc_file_discard(&w.file);
  for (int k = 0; k < restart_list->count; k++) {
    tc_free(w.item[k].number);
    tc_free(w.item[k].key);
  }
  tc_free(w.item);
  tc_free(w.path);
  tc_free(path);
  return status;
}

tc_status tc_checkpoint_verify(const char *path, tc_checkpoint_attributes *out) {
  hid_t file = -1;
  TC_TRY(tc_checksum_header_check(path, TC_CHECKPOINT_FORM));
  TC_TRY(tc_hdf_open(path, &file));
  const tc_status status = tc_checkpoint_file_read_attributes(file, path, out);
  tc_hdf_close_id(file);
  if (status) tc_checkpoint_attributes_free(out);
  return status;
}

void tc_checkpoint_attributes_free(tc_checkpoint_attributes *attributes) {
  tc_pool_free(&attributes->pool);
  *attributes = (tc_checkpoint_attributes){0};
}
