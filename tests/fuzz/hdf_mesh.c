/* Mesh files (BASE.mesh.h5), which runs and commands read. */
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "fuzz/error_rules.h"
#include "fuzz/hdf.h"
#include "io/mesh_file/mesh_file.h"
#include "io/mesh_file/mesh_file_layout.h"
#include "mesh/check.h"
#include "mesh/generate.h"

static const char path[] = "m.mesh.h5";

/* Creates the mesh of the undamaged file. */
static tc_status create_mesh(tc_mesh **out) {
  static const int32_t bricks[3] = {2, 2, 1};
  static const double length[3] = {2.0, 1.0, 0.5};
  static const tc_mesh_name name[] = {{3, 1, "muscle"}, {2, 6, "wall"}};
  TC_TRY(tc_mesh_generate_box(bricks, length, out));
  TC_TRY(tc_mesh_set_names(*out, 2, name));
  return tc_mesh_orient(*out);
}

static tc_status write_mesh(tc_mesh *mesh) {
  tc_mesh_content content = {.mesh = mesh, .origin = {.source = "m.msh", .scale = 1.0}};
  static double fibre[3 * 64];
  content.width = 3;
  content.fibre = fibre;
  TC_TRY(tc_dual_create(mesh, &content.dual));
  const tc_status status = tc_mesh_file_write(path, &content);
  tc_dual_destroy(&content.dual);
  return status;
}

static bool make(const tc_world *world) {
  tc_mesh *mesh = NULL;
  (void)world;
  tc_status status = create_mesh(&mesh);
  if (!status) status = write_mesh(mesh);
  tc_mesh_destroy(&mesh);
  return is_proper(&status, TC_DONE, path);
}

static hssize_t count_elements(hid_t dataset) {
  const hid_t space = H5Dget_space(dataset);
  const hssize_t count = H5Sget_simple_extent_npoints(space);
  H5Sclose(space);
  return count;
}

/* Returns the hash of the numbers in a dataset; 0 if the dataset is not smaller than a block of hashing. */
static uint64_t hash_dataset(hid_t dataset, hid_t type) {
  const hssize_t count = count_elements(dataset);
  const uint64_t bytes = (uint64_t)count * H5Tget_size(type);
  if (count < 0 || count >= TC_MESH_BLOCK_BYTES || bytes >= TC_MESH_BLOCK_BYTES) return 0;
  void *values = calloc(1, bytes + 1);
  uint64_t hash = 0;
  if (H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0)
    hash = tc_hash_bytes(0, values, bytes);
  free(values);
  return hash;
}

/* Recomputes the stored hash of a dataset, if the file has exactly one hash for it. */
static void write_hash(hid_t file, const char *name) {
  char block[80];
  snprintf(block, sizeof block, "/block%s", name);
  const hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT), hashes = H5Dopen2(file, block, H5P_DEFAULT),
              type = H5Dget_type(dataset);
  if (H5Tget_class(type) <= H5T_FLOAT && H5Tget_class(type) >= 0 && count_elements(hashes) == 1) {
    const uint64_t hash = hash_dataset(dataset, type);
    H5Dwrite(hashes, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, &hash);
  }
  H5Tclose(type);
  H5Dclose(hashes);
  H5Dclose(dataset);
}

/* Recomputes the hashes of changed datasets. The hashes then reveal nothing, and the reader has to check
 * the numbers. */
static void seal(const char *changed) {
  const hid_t file = H5Fopen(changed, H5F_ACC_RDWR, H5P_DEFAULT);
  for (int d = 0; d < TC_MESH_DATASETS; d++) write_hash(file, tc_mesh_datasets[d].name);
  H5Fclose(file);
}

static bool has_same_names(const tc_mesh *read, const tc_mesh *mesh) {
  bool same = read->names == mesh->names;
  for (int32_t i = 0; same && i < mesh->names; i++)
    same = strcmp(read->name_list[i].text, mesh->name_list[i].text) == 0 &&
           read->name_list[i].number == mesh->name_list[i].number;
  return same;
}

static bool is_same(const tc_mesh *read, const tc_mesh *mesh) {
  return read->nodes == mesh->nodes && read->cells == mesh->cells && read->faces == mesh->faces &&
         memcmp(read->points, mesh->points, 24 * (size_t)mesh->nodes) == 0 &&
         memcmp(read->vertices, mesh->vertices, 16 * (size_t)mesh->cells) == 0 &&
         memcmp(read->region, mesh->region, 4 * (size_t)mesh->cells) == 0 && has_same_names(read, mesh);
}

/* True if all numbers of a mesh are in their ranges, whatever changes were made. */
static bool is_valid(const tc_mesh *mesh) {
  bool valid = mesh->nodes > 0 && mesh->cells > 0;
  for (int64_t k = 0; k < 4 * (int64_t)mesh->cells; k++)
    valid = valid && mesh->vertices[k] >= 0 && mesh->vertices[k] < mesh->nodes;
  for (int64_t k = 0; k < 3 * (int64_t)mesh->faces; k++)
    valid = valid && mesh->face_nodes[k] >= 0 && mesh->face_nodes[k] < mesh->nodes;
  return valid;
}

static bool read_origin(void) {
  tc_mesh_origin origin;
  tc_mesh_file_counts counts;
  tc_pool memory = {0};
  tc_status status = tc_mesh_file_read_origin(path, &origin, &counts, &memory);
  tc_pool_free(&memory);
  return is_proper(&status, TC_INPUT, path);
}

static bool use(const tc_world *world, tc_damage damage) {
  tc_mesh *mesh = NULL;
  tc_mesh_content read = {0};
  (void)world;
  tc_status created = create_mesh(&mesh), status = tc_mesh_file_read(path, "m", &read);
  bool good = is_proper(&created, TC_DONE, path) && (!status || damage != TC_DAMAGE_NONE);
  if (!status) good = good && is_valid(read.mesh);
  if (!status && damage != TC_DAMAGE_OBJECTS) good = good && is_same(read.mesh, mesh);
  tc_mesh_content_free(&read);
  tc_mesh_destroy(&mesh);
  return is_proper(&status, TC_INPUT, path) && read_origin() && good;
}

const hdf_kind hdf_mesh = {"mesh", path, make, seal, use};
