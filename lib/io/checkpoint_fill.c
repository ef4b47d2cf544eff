/* Going on from a checkpoint: the root reads, and hands out. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "comm/scatter.h"
#include "io/checkpoint_file.h"

#define TC_PHASE "reading a checkpoint"

enum { of_a_cell = 4 };

typedef struct reader {
  const tc_space *space;
  const char *path; /* these two are the root's */
  hid_t file;
} reader;

/* What the root has found: the numbers of an item, and their places. */
typedef struct found {
  int64_t count; /* -1: no such item */
  void *number;
  tc_gid *place;
} found;

static tc_status misfit(const reader *r, const tc_kept *kept, int64_t count) {
  if (count < 0) return tc_status_make(TC_INPUT, "%s: has no %s", r->path, kept->name);
  return tc_status_make(TC_INPUT, "%s: has %lld numbers of %s, and this run wants %lld", r->path,
                        (long long)count, kept->name, (long long)kept->count);
}

/* Root. Which sizes there may be depends on the kind. */
static tc_status check_size(const reader *r, const tc_kept *kept, const found *f) {
  const int64_t n = f->count;
  if (n < 0) return kept->optional ? TC_OK : misfit(r, kept, n);
  if (kept->kind == TC_KEPT_COMMON && n != kept->count) return misfit(r, kept, n);
  if (kept->kind == TC_KEPT_ROOT && n > kept->count) return misfit(r, kept, n);
  if (kept->kind == TC_KEPT_CELLS && n != r->space->cells) return misfit(r, kept, n);
  if ((kept->kind == TC_KEPT_PLACED) != (f->place != NULL)) return misfit(r, kept, n);
  return TC_OK;
}

static tc_status find(const reader *r, const tc_kept *kept, found *f) {
  if (r->space->world->rank > 0) return TC_OK;
  TC_TRY(tc_checkpoint_file_read(r->file, r->path, kept->name, &f->count, &f->number, &f->place));
  if (!f->number) f->count = -1;
  return check_size(r, kept, f);
}

/* Root: numbers of some cells in a table of all. */
static tc_status spread(const reader *r, const tc_kept *kept, const found *f, double **table) {
  const tc_gid most = of_a_cell * r->space->cells;
  const double *number = f->number;
  TC_TRY(TC_ALLOC_ZERO(*table, most));
  for (int64_t k = 0; k < f->count; k++) {
    if (f->place[k] < 0 || f->place[k] >= most) return misfit(r, kept, f->count);
    (*table)[f->place[k]] = number[k];
  }
  return TC_OK;
}

/* Collective. */
static tc_status hand_out_placed(const reader *r, const tc_kept *kept, const found *f) {
  const tc_world *world = r->space->world;
  double *table = NULL, *own = NULL, *value = kept->value;
  tc_gid *cell = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_world_agree(world, world->rank ? TC_OK : spread(r, kept, f, &table)));
  TC_GUARD(status, TC_WORLD_ALLOC(world, cell, kept->count));
  TC_GUARD(status, TC_WORLD_ALLOC(world, own, of_a_cell * kept->count));
  for (int64_t k = 0; k < kept->count; k++) cell[k] = kept->place[k] / of_a_cell;
  TC_GUARD(status, tc_scatter_cells(world, (int32_t)kept->count, cell, of_a_cell, table, own));
  for (int64_t k = 0; k < kept->count; k++) value[k] = own[of_a_cell * k + kept->place[k] % of_a_cell];
cleanup:
  tc_free(table);
  tc_free(cell);
  tc_free(own);
  return status;
}

/* Collective. */
static tc_status hand_out(const reader *r, const tc_kept *kept, const found *f) {
  const tc_space *space = r->space;
  if (kept->kind == TC_KEPT_PLACED) return hand_out_placed(r, kept, f);
  if (kept->kind == TC_KEPT_CELLS)
    return tc_scatter_cells(space->world, space->owned, space->id, 1, f->number, kept->value);
  if (space->world->rank == 0) memcpy(kept->value, f->number, (size_t)f->count * 8);
  if (kept->kind == TC_KEPT_ROOT) return TC_OK;
  return TC_MPI(MPI_Bcast(kept->value, (int)kept->count, MPI_INT64_T, 0, space->world->comm));
}

static tc_status fill_one(const reader *r, const tc_kept *kept) {
  const tc_world *world = r->space->world;
  found f = {0};
  tc_status status = tc_world_agree(world, find(r, kept, &f));
  if (!status) status = TC_MPI(MPI_Bcast(&f.count, 1, MPI_INT64_T, 0, world->comm));
  if (!status && f.count >= 0) status = hand_out(r, kept, &f);
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
  tc_hdf_release(file);
  tc_free(number);
  tc_free(place);
  return status;
}

tc_status tc_checkpoint_fill(const tc_space *space, const char *path, const tc_keep *keep) {
  const bool root = space->world->rank == 0;
  reader r = {space, path, -1};
  tc_status status = tc_world_agree(space->world, root ? tc_hdf_open(path, &r.file) : TC_OK);
  for (int k = 0; k < keep->items && !status; k++) status = fill_one(&r, &keep->item[k]);
  tc_hdf_release(r.file);
  return status;
}
