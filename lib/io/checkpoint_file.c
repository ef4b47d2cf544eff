#include "io/checkpoint_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/memory.h"
#include "io/folder.h"

enum {
  name_most = TC_KEPT_NAME + 16,
  at_once = 1 << 20, /* numbers that are read and hashed together */
  bookkeeping = 1 << 18,
  item_bytes = 1 << 12 /* more than HDF5 needs for an item, beside its numbers */
};

/* What a file of this kind begins its attributes with, and the form that it has. */
static const char form[] = "tetracast checkpoint 1", kind[] = "tetracast checkpoint ";

#define NAME_OF(name) #name,
static const char *const names[TC_FACT_COUNT] = {TC_CHECKPOINT_FACTS(NAME_OF)};

const char *tc_checkpoint_fact_name(int fact) { return names[fact]; }

static void name_hash(uint64_t hash, char out[17]) { snprintf(out, 17, "%016" PRIx64, hash); }

/* ---- writing ---- */

/* HDF5 must not meet a full disk: it crashes at times, and says little. */
static tc_status reserve(const char *path, const tc_checkpoint_facts *facts, const tc_keep *keep,
                         const tc_checkpoint_item *item) {
  int64_t bytes = bookkeeping;
  for (int k = 0; k < TC_FACT_COUNT; k++) bytes += facts->of[k] ? (int64_t)strlen(facts->of[k]) : 0;
  for (int k = 0; k < keep->items; k++) bytes += item_bytes + 8 * item[k].count * (item[k].place ? 2 : 1);
  TC_TRY(tc_folder_fits(path, bytes));
  return tc_folder_reserve(path, 0, bytes);
}

static tc_status write_facts(hid_t file, const char *path, const tc_checkpoint_facts *facts) {
  TC_TRY(tc_hdf_attribute(file, path, "format", form));
  for (int k = 0; k < TC_FACT_COUNT; k++) TC_TRY(tc_hdf_attribute(file, path, names[k], facts->of[k]));
  return TC_OK;
}

/* One dataset; number: NULL for a hole. */
static tc_status make_dataset(hid_t file, const char *path, const char *name, bool whole, int64_t count,
                              const void *number, uint64_t hash, int64_t *offset) {
  const hid_t type = whole ? H5T_NATIVE_INT64 : H5T_NATIVE_DOUBLE;
  const tc_hdf_layout layout = {.name = name, type, 1, {(hsize_t)count}};
  const tc_hdf_box all = {1, {0}, {(hsize_t)count}};
  char text[17];
  hid_t dataset = -1;
  name_hash(hash, text);
  TC_TRY(tc_hdf_dataset(file, path, &layout, &dataset));
  tc_status status = tc_hdf_attribute(dataset, path, "hash", text);
  if (!status && number && count > 0) status = tc_hdf_write(dataset, path, type, H5P_DEFAULT, &all, number);
  if (!status && offset) status = tc_hdf_place(dataset, path, count > 0, offset);
  tc_hdf_release(dataset);
  return status;
}

static tc_status make_item(hid_t file, const char *path, const tc_kept *kept, tc_checkpoint_item *item) {
  char name[name_most];
  snprintf(name, sizeof name, "/kept/%s", kept->name);
  if (kept->kind == TC_KEPT_CELLS)
    return make_dataset(file, path, name, false, item->count, NULL, item->hash, &item->offset);
  const void *number = kept->kind == TC_KEPT_PLACED ? item->number : kept->value;
  TC_TRY(make_dataset(file, path, name, kept->whole, item->count, number, item->hash, NULL));
  if (kept->kind != TC_KEPT_PLACED) return TC_OK;
  snprintf(name, sizeof name, "/kept/%s.place", kept->name);
  return make_dataset(file, path, name, true, item->count, item->place,
                      tc_checkpoint_hash(item->count, NULL, item->place), NULL);
}

/* Large arrays come last: what is in front of them is small. */
static tc_status make_items(hid_t file, const char *path, const tc_keep *keep, tc_checkpoint_item *item) {
  for (int large = 0; large < 2; large++)
    for (int k = 0; k < keep->items; k++)
      if ((keep->item[k].kind == TC_KEPT_CELLS) == (large == 1))
        TC_TRY(make_item(file, path, &keep->item[k], &item[k]));
  return TC_OK;
}

static tc_status make_group(hid_t file, const char *path) {
  hid_t group = -1;
  TC_TRY(TC_HDF(path, group = H5Gcreate2(file, "/kept", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT)));
  tc_hdf_release(group);
  return TC_OK;
}

static tc_status open_new(const char *path, hid_t *file) {
  hid_t access = -1;
  TC_TRY(tc_hdf_access(path, &access));
  tc_status status = TC_HDF(path, H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_LATEST));
  if (!status) status = TC_HDF(path, *file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, access));
  tc_hdf_release(access);
  return status;
}

tc_status tc_checkpoint_file_make(const char *path, const tc_checkpoint_facts *facts, const tc_keep *keep,
                                  tc_checkpoint_item *item) {
  hid_t file = -1;
  tc_status status = TC_OK;
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  TC_GUARD(status, open_new(path, &file));
  TC_GUARD(status, reserve(path, facts, keep, item));
  TC_GUARD(status, write_facts(file, path, facts));
  TC_GUARD(status, make_group(file, path));
  TC_GUARD(status, make_items(file, path, keep, item));
cleanup:
  return tc_hdf_close(file, path, status);
}

/* ---- reading ---- */

tc_status tc_checkpoint_file_facts(hid_t file, const char *path, tc_checkpoint_facts *out) {
  char *text = NULL;
  TC_TRY(tc_hdf_text(file, path, "format", &text));
  const bool ours = text && strcmp(text, form) == 0;
  tc_free(text);
  if (!ours) return tc_status_make(TC_INPUT, "%s: is no checkpoint of this version of Tetracast", path);
  for (int k = 0; k < TC_FACT_COUNT; k++) {
    TC_TRY(tc_hdf_text(file, path, names[k], &text));
    if (!text) return tc_status_make(TC_INPUT, "%s: is damaged: it does not say its %s", path, names[k]);
    const tc_status status = tc_pool_print(&out->pool, &out->of[k], "%s", text);
    tc_free(text);
    TC_TRY(status);
  }
  return TC_OK;
}

bool tc_checkpoint_file_own(const char *path) {
  hid_t file = -1;
  char *text = NULL;
  if (!tc_file_begins(path, "\x89HDF\r\n")) return false;
  tc_status status = tc_hdf_open(path, &file);
  const bool opened = !status;
  if (!status) status = tc_hdf_text(file, path, "format", &text);
  const bool own = !opened || (text && strncmp(text, kind, sizeof kind - 1) == 0);
  tc_status_free(&status);
  tc_free(text);
  tc_hdf_release(file);
  return own;
}

static tc_status damaged(const char *path, const char *name) {
  return tc_status_make(TC_INPUT, "%s: is damaged: %s is not as it was written", path, name);
}

/* All numbers of a dataset, doubles or not, as their bits. */
static tc_status read_numbers(hid_t dataset, const char *path, hid_t type, int64_t count, void *out) {
  const tc_hdf_box all = {1, {0}, {(hsize_t)count}};
  return count > 0 ? tc_hdf_read(dataset, path, type, &all, out) : TC_OK;
}

/* H5T_NATIVE_INT64 or H5T_NATIVE_DOUBLE, as the numbers are. */
static tc_status type_of(hid_t dataset, const char *path, hid_t *out) {
  hid_t type = -1;
  H5T_class_t class = H5T_NO_CLASS;
  TC_TRY(TC_HDF_READ(path, type = H5Dget_type(dataset)));
  tc_status status = TC_HDF_READ(path, class = H5Tget_class(type));
  *out = class == H5T_INTEGER ? H5T_NATIVE_INT64 : H5T_NATIVE_DOUBLE;
  tc_hdf_release(type);
  return status;
}

/* NULL in *number when there is none of that name. */
static tc_status read_dataset(hid_t file, const char *path, const char *name, int64_t *count, void **number) {
  int dimensions;
  hsize_t size[2];
  hid_t dataset = -1, type = -1;
  *number = NULL;
  bool there;
  TC_TRY(tc_hdf_has(file, path, name, &there));
  if (!there) return TC_OK;
  TC_TRY(tc_hdf_open_dataset(file, path, name, &dimensions, size, &dataset));
  tc_status status = dimensions == 1 ? TC_OK : damaged(path, name);
  *count = (int64_t)size[0];
  if (!status) status = type_of(dataset, path, &type);
  if (!status) status = tc_alloc((size_t)*count, 8, "what was kept", number);
  if (!status) status = read_numbers(dataset, path, type, *count, *number);
  tc_hdf_release(dataset);
  return status;
}

tc_status tc_checkpoint_file_read(hid_t file, const char *path, const char *name, int64_t *count,
                                  void **number, tc_gid **place) {
  char full[name_most];
  int64_t places = 0;
  void *found = NULL;
  *place = NULL;
  snprintf(full, sizeof full, "/kept/%s", name);
  TC_TRY(read_dataset(file, path, full, count, number));
  snprintf(full, sizeof full, "/kept/%s.place", name);
  const tc_status status = read_dataset(file, path, full, &places, &found);
  *place = found; /* the caller's, after an error too */
  if (status) return status;
  return found && places != *count ? damaged(path, name) : TC_OK;
}

/* ---- hashes ---- */

uint64_t tc_checkpoint_hash(int64_t count, const tc_gid *index, const void *number) {
  const double *value = number; /* their bits alone count */
  uint64_t sum = 0;
  for (int64_t k = 0; k < count; k++) sum += tc_hash_element((uint64_t)(index ? index[k] : k), value[k]);
  return sum;
}

typedef struct check {
  const char *path;
  hid_t file;
  tc_status status;
} check;

static bool is_places(const char *name) {
  const size_t length = strlen(name), end = sizeof ".place" - 1;
  return length > end && strcmp(name + length - end, ".place") == 0;
}

tc_status tc_checkpoint_file_verify_item(hid_t file, const char *path, const char *name) {
  char full[name_most], wanted[17], *told = NULL;
  void *number = NULL;
  tc_gid *place = NULL;
  int64_t count = 0;
  tc_status status = TC_OK;
  snprintf(full, sizeof full, "/kept/%s", name);
  const hid_t dataset = H5Dopen2(file, full, H5P_DEFAULT);
  TC_GUARD(status, tc_hdf_text(dataset, path, "hash", &told));
  TC_GUARD(status, tc_checkpoint_file_read(file, path, name, &count, &number, &place));
  if (!number) TC_GUARD(status, damaged(path, name));
  name_hash(tc_checkpoint_hash(count, is_places(name) ? NULL : place, number), wanted);
  if (!told || strcmp(told, wanted) != 0) status = damaged(path, name);
cleanup:
  tc_hdf_release(dataset);
  tc_free(told);
  tc_free(number);
  tc_free(place);
  return status;
}

/* Called for each item. */
static herr_t verify_one(hid_t group, const char *name, const H5L_info_t *info, void *to) {
  check *c = to;
  (void)group;
  (void)info;
  c->status = tc_checkpoint_file_verify_item(c->file, c->path, name);
  return c->status ? -1 : 0;
}

tc_status tc_checkpoint_file_verify(hid_t file, const char *path) {
  check c = {path, file, TC_OK};
  hsize_t at = 0;
  hid_t group = -1;
  TC_TRY(TC_HDF_READ(path, group = H5Gopen2(file, "/kept", H5P_DEFAULT)));
  const herr_t result = H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, &at, verify_one, &c);
  tc_hdf_release(group);
  return result < 0 && !c.status ? TC_HDF_READ(path, result) : c.status;
}
