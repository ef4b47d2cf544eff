/* Damaged mesh files are refused with a message that names the dataset and the block. Wrong numbers whose
 * hash is right are refused with a message that names the dataset and the row. */
#include <fcntl.h>
#include <hdf5.h>
#include <math.h>
#include <sys/stat.h>

#include "io/mesh_file/mesh_contents.h"
#include "io/mesh_file/mesh_file_layout.h"
#include "support/parallel.h"

typedef struct stored {
  folder at;
  char path[400];
} stored;

static stored store(const tc_mesh_content *content) {
  stored s = {.at = folder_make()};
  file_path(&s.at, "heart.mesh.h5", s.path);
  expect_ok(tc_mesh_file_write(s.path, content));
  return s;
}

static stored store_small(void) {
  tc_mesh_content content = content_make(6);
  const stored s = store(&content);
  content_free(&content);
  return s;
}

static void refuse(const stored *s, const char *part) {
  tc_mesh_content read = {0};
  expect_error(tc_mesh_file_read(s->path, "heart", &read), TC_INPUT, part);
  tc_mesh_content_free(&read);
}

static void expect_readable(const stored *s) {
  tc_mesh_content read = {0};
  expect_ok(tc_mesh_file_read(s->path, "heart", &read));
  tc_mesh_content_free(&read);
}

/* Returns the offset of a dataset in the file, in bytes. *bytes receives the size of the dataset. */
static int64_t find_bytes(const stored *s, const char *name, int64_t *bytes) {
  const hid_t file = H5Fopen(s->path, H5F_ACC_RDONLY, H5P_DEFAULT),
              dataset = H5Dopen2(file, name, H5P_DEFAULT);
  const int64_t offset = (int64_t)H5Dget_offset(dataset);
  *bytes = (int64_t)H5Dget_storage_size(dataset);
  H5Dclose(dataset);
  H5Fclose(file);
  return offset;
}

static void invert_byte(const stored *s, int64_t at) {
  unsigned char byte;
  const int file = open(s->path, O_RDWR);
  cr_assert_eq(pread(file, &byte, 1, at), 1);
  byte ^= 0xff;
  cr_assert_eq(pwrite(file, &byte, 1, at), 1);
  close(file);
}

/* Inverts one byte in each block of a dataset, expects an error, and restores the byte. Returns the number of
 * blocks. */
static int64_t damage_blocks(const stored *s, const char *name) {
  char part[120];
  int64_t bytes;
  const int64_t offset = find_bytes(s, name, &bytes), block_bytes = TC_MESH_BLOCK_BYTES,
                blocks = (bytes + block_bytes - 1) / block_bytes;
  for (int64_t k = 0; k < blocks; k++) {
    const int64_t from = k * block_bytes, length = bytes - from < block_bytes ? bytes - from : block_bytes,
                  at = offset + from + (int64_t)(tc_hash_mix((uint64_t)(k + bytes)) % (uint64_t)length);
    invert_byte(s, at);
    snprintf(part, sizeof part,
             "heart.mesh.h5: block %lld of %s does not match its hash: remove the file and rerun",
             (long long)k, name);
    refuse(s, part);
    invert_byte(s, at);
  }
  return blocks;
}

ParallelTest(mesh_file_damage, one_byte_of_each_dataset_and_of_each_hash) {
  if (world->rank != 0) return;
  stored s = store_small();
  for (int d = 0; d < TC_MESH_DATASETS; d++) {
    char block[80], part[100];
    int64_t bytes;
    cr_assert_eq(damage_blocks(&s, tc_mesh_datasets[d].name), 1);
    snprintf(block, sizeof block, "/block%s", tc_mesh_datasets[d].name);
    snprintf(part, sizeof part, "block 0 of %s does not match", tc_mesh_datasets[d].name);
    const int64_t offset = find_bytes(&s, block, &bytes);
    cr_assert_eq(bytes, 8);
    invert_byte(&s, offset + d % 8);
    refuse(&s, part);
    invert_byte(&s, offset + d % 8);
  }
  expect_readable(&s);
  folder_remove(&s.at);
}

ParallelTest(mesh_file_damage, one_byte_of_each_block_of_a_larger_mesh) {
  if (world->rank != 0) return;
  static const int32_t bricks[3] = {30, 30, 14};
  static const double length[3] = {1.0, 1.0, 1.0};
  tc_mesh *mesh = NULL;
  expect_ok(tc_mesh_generate_box(bricks, length, &mesh));
  tc_mesh_content content = content_of(mesh);
  stored s = store(&content);
  cr_assert_eq(damage_blocks(&s, "/cell/corner"), 2);
  cr_assert_eq(damage_blocks(&s, "/cell/neighbour"), 2);
  content_free(&content);
  folder_remove(&s.at);
}

ParallelTest(mesh_file_damage, shorter_files) {
  if (world->rank != 0) return;
  stored s = store_small();
  struct stat info;
  cr_assert_eq(stat(s.path, &info), 0);
  for (int k = 99; k >= 0; k--) {
    cr_assert_eq(truncate(s.path, info.st_size * k / 100), 0);
    refuse(&s, "heart.mesh.h5: ");
  }
  refuse(&s, "heart.mesh.h5: is not an HDF5 file, as mesh files are: remove the file and rerun");
  unlink(s.path);
  refuse(&s, "heart.mesh.h5: cannot be");
  folder_remove(&s.at);
}

/* ---- attributes of mesh files ---- */

static void delete_attribute(const stored *s, const char *name) {
  const hid_t file = H5Fopen(s->path, H5F_ACC_RDWR, H5P_DEFAULT);
  cr_assert_geq(H5Adelete(file, name), 0);
  H5Fclose(file);
}

static void write_attribute(const stored *s, const char *name, int64_t value) {
  const hid_t file = H5Fopen(s->path, H5F_ACC_RDWR, H5P_DEFAULT),
              attribute = H5Aopen(file, name, H5P_DEFAULT);
  cr_assert_geq(H5Awrite(attribute, H5T_NATIVE_INT64, &value), 0);
  H5Aclose(attribute);
  H5Fclose(file);
}

ParallelTest(mesh_file_damage, attributes) {
  if (world->rank != 0) return;
  stored s = store_small();
  write_attribute(&s, "complete", 0);
  refuse(&s, "heart.mesh.h5: is incomplete, because its writer was interrupted: remove the file and rerun");
  delete_attribute(&s, "complete");
  refuse(&s, "heart.mesh.h5: is incomplete");
  write_attribute(&s, "format_version", 2);
  refuse(&s, "heart.mesh.h5: is a mesh file of version 2, and this program reads version 1: ");
  delete_attribute(&s, "format_version");
  refuse(&s, "heart.mesh.h5: attribute format_version is missing or damaged");
  delete_attribute(&s, "format");
  refuse(&s, "heart.mesh.h5: is an HDF5 file, but not a mesh file of Tetracast: use another file");
  folder_remove(&s.at);
}

ParallelTest(mesh_file_damage, values_of_attributes) {
  if (world->rank != 0) return;
  stored s = store_small();
  tc_mesh_origin origin;
  tc_mesh_file_counts counts;
  tc_pool memory = {0};
  write_attribute(&s, "cells", 1000);
  refuse(&s, "heart.mesh.h5: the attributes do not match their hash: remove the file and rerun");
  expect_error(tc_mesh_file_read_origin(s.path, &origin, &counts, &memory), TC_INPUT, "match their hash");
  delete_attribute(&s, "source_hash");
  refuse(&s, "heart.mesh.h5: attribute source_hash is missing or damaged: remove the file and rerun");
  tc_pool_free(&memory);
  folder_remove(&s.at);
}

/* ---- wrong numbers whose hash is right ---- */

/* Changes one number of a dataset and recomputes the hash of its only block. `value` points to a number of
 * the dataset's type. */
static void change(const stored *s, tc_mesh_dataset_id id, int64_t index, const void *value) {
  static const size_t sizes[] =
      {[TC_MESH_INT32] = 4, [TC_MESH_INT64] = 8, [TC_MESH_DOUBLE] = 8, [TC_MESH_BYTE] = 1};
  const size_t size = sizes[tc_mesh_datasets[id].type];
  char block[80];
  int64_t bytes, hash_bytes;
  static char values[1 << 16];
  snprintf(block, sizeof block, "/block%s", tc_mesh_datasets[id].name);
  const int64_t offset = find_bytes(s, tc_mesh_datasets[id].name, &bytes),
                at = find_bytes(s, block, &hash_bytes);
  const int file = open(s->path, O_RDWR);
  cr_assert_eq(pread(file, values, (size_t)bytes, offset), bytes);
  memcpy(values + (size_t)index * size, value, size);
  const uint64_t hash = tc_hash_bytes(0, values, (size_t)bytes);
  cr_assert_eq(pwrite(file, values, (size_t)bytes, offset), bytes);
  cr_assert_eq(pwrite(file, &hash, 8, at), 8);
  close(file);
}

static void refuse_integer(tc_mesh_dataset_id id, int64_t index, int32_t value, const char *part) {
  stored s = store_small();
  char text[200];
  change(&s, id, index, &value);
  snprintf(text, sizeof text, "heart.mesh.h5: %s", part);
  refuse(&s, text);
  folder_remove(&s.at);
}

ParallelTest(mesh_file_damage, numbers_of_cells_and_vertices) {
  if (world->rank != 0) return;
  refuse_integer(TC_MESH_CELL_NUMBER, 3, -1, "row 3 of /cell/number has a number that is out of range");
  refuse_integer(TC_MESH_CELL_NUMBER, 3, 72, "row 3 of /cell/number has a number that is out of range");
  refuse_integer(TC_MESH_NODE_NUMBER, 2, 38, "row 2 of /node/number has a number that is out of range");
  refuse_integer(TC_MESH_NODE_NUMBER, 37, 1, "row 37 of /node/number has the number of an earlier row");
  refuse_integer(TC_MESH_CELL_CORNER, 9, -1, "row 2 of /cell/corner has a vertex that is out of range");
  refuse_integer(TC_MESH_CELL_CORNER, 9, 38, "row 2 of /cell/corner has a vertex that is out of range");
  refuse_integer(TC_MESH_CELL_CORNER, 0, 1, "row 0 of /cell/corner has a vertex that is not in the order of");
}

ParallelTest(mesh_file_damage, neighbours_and_faces) {
  if (world->rank != 0) return;
  refuse_integer(TC_MESH_CELL_NEIGHBOUR, 0, 72, "row 0 of /cell/neighbour has a neighbour that does not");
  refuse_integer(TC_MESH_CELL_NEIGHBOUR, 0, 70, "row 0 of /cell/neighbour has a neighbour that does not");
  refuse_integer(TC_MESH_CELL_NEIGHBOUR, 0, 0, "row 0 of /cell/neighbour has a neighbour that does not");
  refuse_integer(TC_MESH_CELL_NEIGHBOUR, 0, INT32_MIN,
                 "row 0 of /cell/neighbour has a boundary face that is");
  refuse_integer(TC_MESH_INSIDE_FACE, 0, -4, "row 0 of /inside/face is out of range or out of order");
  refuse_integer(TC_MESH_INSIDE_FACE, 0, 288, "row 0 of /inside/face is out of range or out of order");
  refuse_integer(TC_MESH_INSIDE_FACE, 1, 0, "row 1 of /inside/face is out of range or out of order");
  refuse_integer(TC_MESH_INSIDE_FACE, 1, 287, "row 1 of /inside/face is not an interior face with a marker");
  refuse_integer(TC_MESH_INSIDE_MARKER, 0, 0, "row 0 of /inside/face is not an interior face with a marker");
  refuse_integer(TC_MESH_BOUNDARY_MARKER, 3, 0,
                 "the number of rows of /boundary/marker differs from that of");
}

ParallelTest(mesh_file_damage, labels_and_names) {
  if (world->rank != 0) return;
  refuse_integer(TC_MESH_REGION_NUMBER, 0, 5, "row 1 of /label/region/number is out of order");
  refuse_integer(TC_MESH_NAME_DIMENSION, 4, 1, "row 4 of /label/name/dimension is not 2 or 3");
  stored s = store_small();
  change(&s, TC_MESH_MARKER_COUNT, 1, &(int64_t){INT64_MAX});
  refuse(&s, "heart.mesh.h5: row 1 of /label/marker/number is out of order, or its count or size is out of");
  change(&s, TC_MESH_MARKER_COUNT, 1, &(int64_t){1});
  refuse(&s, "heart.mesh.h5: the number of rows of /label/marker/number differs");
  folder_remove(&s.at);
  s = store_small();
  change(&s, TC_MESH_NAME_TEXT, 5, "x");
  refuse(&s, "heart.mesh.h5: row 4 of /label/name/number has no text");
  change(&s, TC_MESH_NAME_TEXT, 5, "");
  change(&s, TC_MESH_NAME_TEXT, 2, "");
  refuse(&s, "heart.mesh.h5: the number of rows of /label/name/text differs");
  folder_remove(&s.at);
}

ParallelTest(mesh_file_damage, values_that_are_not_finite) {
  if (world->rank != 0) return;
  const double nan = NAN, infinity = INFINITY;
  stored s = store_small();
  change(&s, TC_MESH_FIBRES, 6, &nan);
  refuse(&s, "heart.mesh.h5: row 1 of /mesh/fibres is not finite");
  change(&s, TC_MESH_REGION_SIZE, 0, &infinity);
  refuse(&s, "heart.mesh.h5: row 0 of /label/region/number is out of order, or its count or size is out of");
  change(&s, TC_MESH_NODE_POINT, 10, &infinity);
  refuse(&s, "heart.mesh.h5: row 3 of /node/point is not finite");
  folder_remove(&s.at);
}

/* ---- datasets of another type or size ---- */

/* Replaces a dataset by one of another type or size. If `rows` is 0, only removes the dataset. */
static void replace(const stored *s, const char *name, hid_t type, hsize_t rows, hsize_t columns) {
  const hsize_t size[2] = {rows, columns};
  const hid_t file = H5Fopen(s->path, H5F_ACC_RDWR, H5P_DEFAULT),
              space = H5Screate_simple(columns > 1 ? 2 : 1, size, NULL);
  cr_assert_geq(H5Ldelete(file, name, H5P_DEFAULT), 0);
  if (rows) {
    const hid_t dataset = H5Dcreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    cr_assert_geq(dataset, 0);
    H5Dclose(dataset);
  }
  H5Sclose(space);
  H5Fclose(file);
}

static void refuse_dataset(const char *name, hid_t type, hsize_t rows, hsize_t columns, const char *part) {
  stored s = store_small();
  replace(&s, name, type, rows, columns);
  refuse(&s, part);
  folder_remove(&s.at);
}

ParallelTest(mesh_file_damage, other_datasets) {
  if (world->rank != 0) return;
  static const char other[] = " has another type or shape than in mesh files of version 1: remove the file";
  refuse_dataset("/cell/number", H5T_NATIVE_INT64, 72, 1, other);
  refuse_dataset("/cell/number", H5T_STD_I32BE, 72, 1, other);
  refuse_dataset("/cell/corner", H5T_NATIVE_INT32, 72, 5, other);
  refuse_dataset("/node/point", H5T_NATIVE_DOUBLE, 38 * 3, 1, other);
  refuse_dataset("/node/point", H5T_NATIVE_FLOAT, 38, 3, other);
  refuse_dataset("/mesh/fibres", H5T_NATIVE_DOUBLE, 72, 4, other);
  refuse_dataset("/block/cell/region", H5T_NATIVE_UINT64, 2, 1, other);
  refuse_dataset("/block/cell/region", H5T_NATIVE_INT32, 1, 1, other);
  refuse_dataset("/cell/region", H5T_NATIVE_INT32, 71, 1, "the number of rows of /cell/region differs");
  refuse_dataset("/node/number", H5T_NATIVE_INT32, 1 << 28, 1, "is too short for dataset /node/number");
  refuse_dataset("/cell/region", H5T_NATIVE_INT32, 0, 1, "heart.mesh.h5: has no dataset /cell/region");
  refuse_dataset("/block/cell/region", H5T_NATIVE_INT32, 0, 1, "has no dataset /block/cell/region");
}
