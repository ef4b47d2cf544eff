/* A table gives the name, type and shape of each dataset to the writer and the reader. The hashes of the
 * blocks of a dataset are computed from its values in memory and stored as a second dataset. The reader
 * checks the type and shape of each dataset before it reads values. */
#include "io/mesh_file/mesh_dataset.h"

#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "io/hdf/raw_rows.h"

enum { name_max = 64 };

const tc_mesh_dataset tc_mesh_datasets[TC_MESH_DATASETS] = {
    [TC_MESH_CELL_NUMBER] = {"/cell/number", TC_MESH_INT32, TC_MESH_CELLS, 1, false},
    [TC_MESH_CELL_REGION] = {"/cell/region", TC_MESH_INT32, TC_MESH_CELLS, 1, false},
    [TC_MESH_CELL_CORNER] = {"/cell/corner", TC_MESH_INT32, TC_MESH_CELLS, 4, false},
    [TC_MESH_CELL_NEIGHBOUR] = {"/cell/neighbour", TC_MESH_INT32, TC_MESH_CELLS, 4, false},
    [TC_MESH_NODE_NUMBER] = {"/node/number", TC_MESH_INT32, TC_MESH_NODES, 1, false},
    [TC_MESH_NODE_POINT] = {"/node/point", TC_MESH_DOUBLE, TC_MESH_NODES, 3, false},
    [TC_MESH_BOUNDARY_MARKER] = {"/boundary/marker", TC_MESH_INT32, TC_MESH_BOUNDARY, 1, false},
    [TC_MESH_INSIDE_FACE] = {"/inside/face", TC_MESH_INT32, TC_MESH_INSIDE, 1, false},
    [TC_MESH_INSIDE_MARKER] = {"/inside/marker", TC_MESH_INT32, TC_MESH_INSIDE, 1, false},
    [TC_MESH_REGION_NUMBER] = {"/label/region/number", TC_MESH_INT32, TC_MESH_REGIONS, 1, false},
    [TC_MESH_REGION_COUNT] = {"/label/region/count", TC_MESH_INT64, TC_MESH_REGIONS, 1, false},
    [TC_MESH_REGION_SIZE] = {"/label/region/size", TC_MESH_DOUBLE, TC_MESH_REGIONS, 1, false},
    [TC_MESH_MARKER_NUMBER] = {"/label/marker/number", TC_MESH_INT32, TC_MESH_MARKERS, 1, false},
    [TC_MESH_MARKER_COUNT] = {"/label/marker/count", TC_MESH_INT64, TC_MESH_MARKERS, 1, false},
    [TC_MESH_MARKER_SIZE] = {"/label/marker/size", TC_MESH_DOUBLE, TC_MESH_MARKERS, 1, false},
    [TC_MESH_NAME_DIMENSION] = {"/label/name/dimension", TC_MESH_INT32, TC_MESH_NAMES, 1, false},
    [TC_MESH_NAME_NUMBER] = {"/label/name/number", TC_MESH_INT32, TC_MESH_NAMES, 1, false},
    [TC_MESH_NAME_TEXT] = {"/label/name/text", TC_MESH_BYTE, TC_MESH_TEXT, 1, false},
    [TC_MESH_FIBRES] = {"/mesh/fibres", TC_MESH_DOUBLE, TC_MESH_CELLS, 0, true},
    [TC_MESH_SOURCE_CELL] = {"/source/cell", TC_MESH_INT64, TC_MESH_CELLS, 1, true},
};

static hid_t get_type(tc_mesh_number type) {
  switch (type) {
  case TC_MESH_INT32: return H5T_NATIVE_INT32;
  case TC_MESH_INT64: return H5T_NATIVE_INT64;
  case TC_MESH_DOUBLE: return H5T_NATIVE_DOUBLE;
  default: return H5T_NATIVE_UINT8;
  }
}

int64_t tc_mesh_dataset_number_bytes(tc_mesh_dataset_id id) {
  const tc_mesh_number type = tc_mesh_datasets[id].type;
  return type == TC_MESH_BYTE ? 1 : type == TC_MESH_INT32 ? 4 : 8;
}

/* Formats the name of the dataset that contains the hashes of the blocks of another dataset. */
static void format_block_name(tc_mesh_dataset_id id, char name[name_max]) {
  snprintf(name, name_max, "/block%s", tc_mesh_datasets[id].name);
}

static int64_t count_bytes(tc_mesh_dataset_id id, int64_t rows, int width) {
  return rows * width * tc_mesh_dataset_number_bytes(id);
}

static int64_t count_blocks(int64_t bytes) {
  return bytes / TC_MESH_BLOCK_BYTES + (bytes % TC_MESH_BLOCK_BYTES > 0);
}

static uint64_t hash_block(const void *values, int64_t bytes, int64_t block) {
  const int64_t from = block * TC_MESH_BLOCK_BYTES, remaining = bytes - from;
  return tc_hash_bytes(0, (const char *)values + from,
                       (size_t)(remaining < TC_MESH_BLOCK_BYTES ? remaining : TC_MESH_BLOCK_BYTES));
}

/* ---- writing ---- */

/* Creates the parent groups of the object `name` that do not exist yet. */
static tc_status create_parents(hid_t file, const char *path, const char *name) {
  char group[name_max];
  for (const char *end = strchr(name + 1, '/'); end; end = strchr(end + 1, '/')) {
    bool exists = false;
    snprintf(group, sizeof group, "%.*s", (int)(end - name), name);
    TC_TRY(tc_hdf_exists(file, path, group, &exists));
    if (!exists) TC_TRY(tc_hdf_create_group(file, path, group));
  }
  return TC_OK;
}

static tc_status write_hashes(hid_t file, const char *path, tc_mesh_dataset_id id, int64_t bytes,
                              const void *values) {
  const int64_t blocks = count_blocks(bytes);
  char name[name_max];
  uint64_t *hash = NULL;
  format_block_name(id, name);
  const tc_hdf_layout layout = {.name = name, H5T_NATIVE_UINT64, 1, {(hsize_t)blocks}};
  TC_TRY(create_parents(file, path, name));
  TC_TRY(TC_ALLOC(hash, blocks));
  for (int64_t k = 0; k < blocks; k++) hash[k] = hash_block(values, bytes, k);
  const tc_status status = tc_hdf_write_array(file, path, &layout, hash, NULL);
  tc_free(hash);
  return status;
}

tc_status tc_mesh_dataset_write(hid_t file, const char *path, tc_mesh_dataset_id id, int64_t rows, int width,
                                const void *values) {
  const tc_hdf_layout layout = {.name = tc_mesh_datasets[id].name,
                                get_type(tc_mesh_datasets[id].type),
                                width > 1 ? 2 : 1,
                                {(hsize_t)rows, (hsize_t)width}};
  TC_TRY(create_parents(file, path, layout.name));
  TC_TRY(tc_hdf_write_array(file, path, &layout, values, NULL));
  return write_hashes(file, path, id, count_bytes(id, rows, width), values);
}

/* ---- reading ---- */

static tc_status layout_error(const char *path, const char *name) {
  return tc_status_create(TC_INPUT,
                          "%s: dataset %s has another type or shape than in mesh files of version %d: "
                          "remove the file and rerun",
                          path, name, TC_MESH_FORMAT_VERSION);
}

/* Sets *is_equal to true if the numbers of the dataset have the type `type` in the file. */
static tc_status compare_type(hid_t dataset, const char *path, hid_t type, bool *is_equal) {
  hid_t in_file = -1;
  TC_TRY(TC_HDF_READ(path, in_file = H5Dget_type(dataset)));
  *is_equal = H5Tequal(in_file, type) > 0;
  tc_hdf_close_id(in_file);
  return TC_OK;
}

/* Opens a dataset whose numbers must have the type that the layout requires. Sets size[1] to 1 if the dataset
 * has one dimension. */
static tc_status open_dataset(hid_t file, const char *path, const char *name, hid_t type, hsize_t size[2],
                              hid_t *out) {
  int dimensions = 0;
  bool is_equal = false;
  hid_t dataset = -1;
  TC_TRY(tc_hdf_open_dataset(file, path, name, &dimensions, size, &dataset));
  if (dimensions == 1) size[1] = 1;
  tc_status status = compare_type(dataset, path, type, &is_equal);
  if (!status && !is_equal) status = layout_error(path, name);
  if (status)
    tc_hdf_close_id(dataset);
  else
    *out = dataset;
  return status;
}

/* Finds the numbers of rows and columns of a dataset. */
static tc_status find_size(hid_t file, const char *path, const char *name, hid_t type, hsize_t size[2]) {
  hid_t dataset = -1;
  TC_TRY(open_dataset(file, path, name, type, size, &dataset));
  tc_hdf_close_id(dataset);
  return TC_OK;
}

static bool has_width(const tc_mesh_dataset *dataset, hsize_t width) {
  return dataset->width ? width == (hsize_t)dataset->width : width == 3 || width == 6;
}

tc_status tc_mesh_dataset_find(hid_t file, const char *path, tc_mesh_dataset_id id,
                               tc_mesh_dataset_shape *out) {
  const tc_mesh_dataset *dataset = &tc_mesh_datasets[id];
  hsize_t size[2] = {0}, blocks[2] = {0};
  char name[name_max];
  *out = (tc_mesh_dataset_shape){.exists = true};
  format_block_name(id, name);
  if (dataset->is_optional) TC_TRY(tc_hdf_exists(file, path, dataset->name, &out->exists));
  if (!out->exists) return TC_OK;
  TC_TRY(find_size(file, path, dataset->name, get_type(dataset->type), size));
  if (!has_width(dataset, size[1]) || size[0] > INT32_MAX) return layout_error(path, dataset->name);
  out->rows = (int64_t)size[0];
  out->width = (int)size[1];
  TC_TRY(find_size(file, path, name, H5T_NATIVE_UINT64, blocks));
  const int64_t expected = count_blocks(count_bytes(id, out->rows, out->width));
  return blocks[0] == (hsize_t)expected && blocks[1] == 1 ? TC_OK : layout_error(path, name);
}

/* Reads all values of a dataset in blocks of limited size. Returns an error if the dataset has another shape
 * than `size`. */
static tc_status read_values(hid_t file, const char *path, const char *name, hid_t type,
                             const hsize_t size[2], void *values) {
  const hsize_t rows_max = TC_RAW_ROWS_TRANSFER_MAX / size[1], row_bytes = size[1] * H5Tget_size(type);
  hsize_t found[2] = {0};
  hid_t dataset = -1;
  TC_TRY(open_dataset(file, path, name, type, found, &dataset));
  tc_status status = found[0] == size[0] && found[1] == size[1] ? TC_OK : layout_error(path, name);
  for (hsize_t row = 0; row < size[0] && !status; row += rows_max) {
    const hsize_t remaining = size[0] - row;
    const tc_hdf_box box = {size[1] > 1 ? 2 : 1,
                            {row},
                            {remaining < rows_max ? remaining : rows_max, size[1]}};
    status = tc_hdf_read(dataset, path, type, &box, (char *)values + row * row_bytes);
  }
  tc_hdf_close_id(dataset);
  return status;
}

static tc_status check_hashes(const char *path, tc_mesh_dataset_id id, int64_t bytes, const void *values,
                              const uint64_t *hash) {
  for (int64_t k = 0; k < count_blocks(bytes); k++)
    if (hash_block(values, bytes, k) != hash[k])
      return tc_status_create(TC_INPUT,
                              "%s: block %lld of %s does not match its hash: remove the file and rerun", path,
                              (long long)k, tc_mesh_datasets[id].name);
  return TC_OK;
}

tc_status tc_mesh_dataset_read(hid_t file, const char *path, tc_mesh_dataset_id id,
                               const tc_mesh_dataset_shape *shape, void *values) {
  const tc_mesh_dataset *dataset = &tc_mesh_datasets[id];
  const hsize_t size[2] = {(hsize_t)shape->rows, (hsize_t)shape->width};
  const int64_t bytes = count_bytes(id, shape->rows, shape->width);
  const hsize_t blocks[2] = {(hsize_t)count_blocks(bytes), 1};
  char name[name_max];
  uint64_t *hash = NULL;
  format_block_name(id, name);
  TC_TRY(TC_ALLOC(hash, blocks[0]));
  tc_status status = read_values(file, path, dataset->name, get_type(dataset->type), size, values);
  if (!status) status = read_values(file, path, name, H5T_NATIVE_UINT64, blocks, hash);
  if (!status) status = check_hashes(path, id, bytes, values, hash);
  tc_free(hash);
  return status;
}
