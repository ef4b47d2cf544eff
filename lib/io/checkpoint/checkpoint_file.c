/* Creates the HDF5 structure of a checkpoint file and reads items from such a file (see
 * checkpoint_file.h). Only the root calls these functions. The disk space of the whole file is reserved
 * before HDF5 writes attributes and datasets. All datasets begin at multiples of 8 bytes, because the
 * checksum is a sum over words of 8 bytes. */
#include "io/checkpoint/checkpoint_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/file/checksum_header.h"
#include "base/file/directory.h"
#include "base/file/file.h"
#include "base/numeric/hash.h"

enum {
  name_max = TC_RESTART_NAME_MAX + 16,
  metadata_bytes = 1 << 18,
  item_overhead_bytes =
      1 << 12 /* maximum number of bytes that HDF5 needs for an item in addition to its values */
};

#define NAME_OF(name) #name,
static const char *const names[TC_CHECKPOINT_COUNT] = {TC_CHECKPOINT_ATTRIBUTES(NAME_OF)};

/* ---- creating a file ---- */

/* Reserves the disk space of the whole file. Without this reservation, HDF5 might crash on a full disk or
 * return an error without the reason. */
static tc_status reserve_file(const char *path, const tc_checkpoint_attributes *attributes,
                              const tc_restart_list *restart_list, const tc_checkpoint_dataset *item) {
  int64_t bytes = metadata_bytes;
  for (int k = 0; k < TC_CHECKPOINT_COUNT; k++)
    bytes += attributes->by_index[k] ? (int64_t)strlen(attributes->by_index[k]) : 0;
  for (int k = 0; k < restart_list->count; k++)
    bytes += item_overhead_bytes + 8 * item[k].count * (item[k].key ? 2 : 1);
  return tc_hdf_reserve(path, bytes, bytes);
}

static tc_status write_attributes(hid_t file, const char *path, const tc_checkpoint_attributes *attributes) {
  for (int k = 0; k < TC_CHECKPOINT_COUNT; k++)
    TC_TRY(tc_hdf_write_text(file, path, names[k], attributes->by_index[k]));
  return TC_OK;
}

/* Creates the dataset `name` of integers or doubles. No values are written if `number` is NULL. Returns the
 * byte offset of the values in `*offset` unless `offset` is NULL. */
static tc_status create_dataset(hid_t file, const char *path, const char *name, bool is_integer,
                                int64_t count, const void *number, int64_t *offset) {
  const hid_t type = is_integer ? H5T_NATIVE_INT64 : H5T_NATIVE_DOUBLE;
  const tc_hdf_layout layout = {.name = name, type, 1, {(hsize_t)count}};
  return tc_hdf_write_array(file, path, &layout, number, offset);
}

static tc_status create_item(hid_t file, const char *path, const tc_restart_item *restart_item,
                             tc_checkpoint_dataset *item) {
  char name[name_max];
  snprintf(name, sizeof name, "/kept/%s", restart_item->name);
  if (restart_item->kind == TC_RESTART_CELLS)
    return create_dataset(file, path, name, false, item->count, NULL, &item->offset);
  const void *number = restart_item->kind == TC_RESTART_KEYED ? item->number : restart_item->value;
  TC_TRY(create_dataset(file, path, name, restart_item->is_integer, item->count, number, NULL));
  if (restart_item->kind != TC_RESTART_KEYED) return TC_OK;
  snprintf(name, sizeof name, "/kept/%s.place", restart_item->name);
  return create_dataset(file, path, name, true, item->count, item->key, NULL);
}

/* Creates the datasets of all items. Datasets with one value per cell are created last, so that all small
 * objects are at the beginning of the file. */
static tc_status create_items(hid_t file, const char *path, const tc_restart_list *restart_list,
                              tc_checkpoint_dataset *item) {
  for (int large = 0; large < 2; large++)
    for (int k = 0; k < restart_list->count; k++)
      if ((restart_list->item[k].kind == TC_RESTART_CELLS) == (large == 1))
        TC_TRY(create_item(file, path, &restart_list->item[k], &item[k]));
  return TC_OK;
}

tc_status tc_checkpoint_file_create(const char *path, const tc_checkpoint_attributes *attributes,
                                    const tc_restart_list *restart_list, tc_checkpoint_dataset *item) {
  hid_t file = -1;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_hdf_create(path, TC_CHECKSUM_HEADER_BYTES, &file));
  TC_GUARD(status, reserve_file(path, attributes, restart_list, item));
  TC_GUARD(status, write_attributes(file, path, attributes));
  TC_GUARD(status, tc_hdf_create_group(file, path, "/kept"));
  TC_GUARD(status, create_items(file, path, restart_list, item));
cleanup:
  return tc_hdf_close(file, path, status);
}

/* ---- reading items ---- */

tc_status tc_checkpoint_file_read_attributes(hid_t file, const char *path, tc_checkpoint_attributes *out) {
  for (int k = 0; k < TC_CHECKPOINT_COUNT; k++) {
    char *text = NULL;
    TC_TRY(tc_hdf_read_text(file, path, names[k], &text));
    if (!text)
      return tc_status_create(TC_INPUT, "%s: is damaged: attribute %s is missing: restore or remove the file",
                              path, names[k]);
    const tc_status status = tc_pool_printf(&out->pool, &out->by_index[k], "%s", text);
    tc_free(text);
    TC_TRY(status);
  }
  return TC_OK;
}

bool tc_checkpoint_file_is_own(const char *path) {
  return tc_file_starts_with(path, "tetracast checkpoint ") ||
         tc_file_has_bytes(path, TC_CHECKSUM_HEADER_BYTES, "\x89HDF\r\n");
}

static tc_status damaged_error(const char *path, const char *name) {
  return tc_status_create(TC_INPUT,
                          "%s: is damaged: dataset %s differs from what was written: restore or remove the "
                          "file",
                          path, name);
}

/* Reads all values of a one-dimensional dataset into `out`. `type` is the type in memory, with 8 bytes per
 * value. */
static tc_status read_numbers(hid_t dataset, const char *path, hid_t type, int64_t count, void *out) {
  const tc_hdf_box all = {1, {0}, {(hsize_t)count}};
  return count > 0 ? tc_hdf_read(dataset, path, type, &all, out) : TC_OK;
}

/* Returns H5T_NATIVE_INT64 for a dataset of integers, otherwise H5T_NATIVE_DOUBLE. */
static tc_status query_memory_type(hid_t dataset, const char *path, hid_t *out) {
  hid_t type = -1;
  H5T_class_t class = H5T_NO_CLASS;
  TC_TRY(TC_HDF_READ(path, type = H5Dget_type(dataset)));
  tc_status status = TC_HDF_READ(path, class = H5Tget_class(type));
  *out = class == H5T_INTEGER ? H5T_NATIVE_INT64 : H5T_NATIVE_DOUBLE;
  tc_hdf_close_id(type);
  return status;
}

/* Reads a dataset into a new array `*number`; NULL if the dataset does not exist. */
static tc_status read_dataset(hid_t file, const char *path, const char *name, int64_t *count, void **number) {
  int dimensions;
  hsize_t size[2];
  hid_t dataset = -1, type = -1;
  *number = NULL;
  bool exists;
  TC_TRY(tc_hdf_exists(file, path, name, &exists));
  if (!exists) return TC_OK;
  TC_TRY(tc_hdf_open_dataset(file, path, name, &dimensions, size, &dataset));
  tc_status status = dimensions == 1 ? TC_OK : damaged_error(path, name);
  *count = (int64_t)size[0];
  if (!status) status = query_memory_type(dataset, path, &type);
  if (!status) status = tc_alloc((size_t)*count, 8, "restart data", number);
  if (!status) status = read_numbers(dataset, path, type, *count, *number);
  tc_hdf_close_id(dataset);
  return status;
}

tc_status tc_checkpoint_file_read(hid_t file, const char *path, const char *name, int64_t *count,
                                  void **number, tc_gid **key) {
  char full_name[name_max];
  int64_t key_count = 0;
  void *key_array = NULL;
  *key = NULL;
  snprintf(full_name, sizeof full_name, "/kept/%s", name);
  TC_TRY(read_dataset(file, path, full_name, count, number));
  snprintf(full_name, sizeof full_name, "/kept/%s.place", name);
  const tc_status status = read_dataset(file, path, full_name, &key_count, &key_array);
  *key = key_array; /* The caller frees `*key`, also after an error. */
  if (status) return status;
  return key_array && key_count != *count ? damaged_error(path, name) : TC_OK;
}

/* ---- hashes ---- */

uint64_t tc_checkpoint_hash(int64_t count, const tc_gid *index, const void *number) {
  const double *value = number; /* The hash depends on the bits only, so integers are accessed as doubles. */
  uint64_t sum = 0;
  for (int64_t k = 0; k < count; k++) sum += tc_hash_element((uint64_t)(index ? index[k] : k), value[k]);
  return sum;
}

tc_status tc_checkpoint_file_verify_item(hid_t file, const char *path, const char *name, uint64_t hash) {
  void *number = NULL;
  tc_gid *key = NULL;
  int64_t count = 0;
  tc_status status = tc_checkpoint_file_read(file, path, name, &count, &number, &key);
  if (!status && (!number || tc_checkpoint_hash(count, key, number) != hash))
    status = damaged_error(path, name);
  tc_free(number);
  tc_free(key);
  return status;
}
