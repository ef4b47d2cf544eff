/* Creates the /VTKHDF group of a snapshot file (see snapshot_file.h). The group contains hard links and
 * virtual datasets that refer to data in other groups. Specification of the layout: VTK file formats, VTKHDF
 * 2.0, UnstructuredGrid with Steps. */
#include <stdio.h>
#include <string.h>

#include "io/snapshot/snapshot_file.h"

enum { vtk_tetrahedron = 10, numbers_per_block = 4096, field_bytes = 2048, metadata_bytes = 1 << 14 };

int64_t tc_snapshot_vtk_bytes(tc_gid cells, int64_t rows, int fields) {
  return 5 * cells + 8 * rows * (fields + 9) + fields * field_bytes + metadata_bytes;
}

/* Snapshot file in which the group is created, and the sizes of its data. */
typedef struct vtk_group {
  hid_t file;
  const char *path;
  hsize_t rows, nodes, cells;
} vtk_group;

/* Creates the attribute Type. VTK's readers require this text as a fixed-length string. */
static tc_status create_type_attribute(const vtk_group *m) {
  static const char text[] = "UnstructuredGrid";
  hid_t type = -1;
  TC_TRY(TC_HDF(m->path, type = H5Tcopy(H5T_C_S1)));
  tc_status status = TC_HDF(m->path, H5Tset_size(type, sizeof text - 1));
  if (!status) status = tc_hdf_write_numbers(m->file, m->path, "/VTKHDF", "Type", type, 0, text);
  tc_hdf_close_id(type);
  return status;
}

/* Creates a dataset of `count` integers: begin, begin + step, begin + 2 * step, ... */
static tc_status create_numbers(const vtk_group *m, const char *name, hid_t type, hsize_t count,
                                int64_t begin, int64_t step) {
  const tc_hdf_layout layout = {.name = name, type, 1, {count}};
  int64_t block[numbers_per_block];
  hid_t dataset = -1;
  tc_status status = tc_hdf_create_dataset(m->file, m->path, &layout, &dataset);
  for (hsize_t from = 0; from < count && !status; from += numbers_per_block) {
    const hsize_t remaining = count - from;
    const tc_hdf_box box = {1, {from}, {remaining < numbers_per_block ? remaining : numbers_per_block}};
    for (hsize_t i = 0; i < box.count[0]; i++) block[i] = begin + step * (int64_t)(from + i);
    status = tc_hdf_write(dataset, m->path, H5T_NATIVE_INT64, H5P_DEFAULT, &box, block);
  }
  tc_hdf_close_id(dataset);
  return status;
}

/* Creates the dataset with the type of each cell. Every cell is a tetrahedron, so the type is the fill value
 * of the dataset. */
static tc_status create_cell_types(const vtk_group *m) {
  const unsigned char kind = vtk_tetrahedron;
  hid_t space = -1, creation = -1, dataset = -1;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_HDF(m->path, space = H5Screate_simple(1, &m->cells, NULL)));
  TC_GUARD(status, TC_HDF(m->path, creation = H5Pcreate(H5P_DATASET_CREATE)));
  TC_GUARD(status, TC_HDF(m->path, H5Pset_obj_track_times(creation, 0)));
  TC_GUARD(status, TC_HDF(m->path, H5Pset_alloc_time(creation, H5D_ALLOC_TIME_EARLY)));
  TC_GUARD(status, TC_HDF(m->path, H5Pset_fill_value(creation, H5T_NATIVE_UCHAR, &kind)));
  dataset = H5Dcreate2(m->file, "/VTKHDF/Types", H5T_NATIVE_UCHAR, space, H5P_DEFAULT, creation, H5P_DEFAULT);
  TC_GUARD(status, TC_HDF(m->path, dataset));
cleanup:
  tc_hdf_close_id(dataset);
  tc_hdf_close_id(creation);
  tc_hdf_close_id(space);
  return status;
}

/* Creates the one-dimensional virtual dataset `name`, whose values are the rows x width values of `dataset`
 * row by row. */
static tc_status create_view(const vtk_group *m, const char *name, const char *dataset, hid_t type,
                             hsize_t rows, hsize_t width) {
  const hsize_t size[2] = {rows, width};
  hid_t from = -1;
  TC_TRY(TC_HDF(m->path, from = H5Screate_simple(2, size, NULL)));
  const tc_status status = tc_hdf_create_view(m->file, m->path, name, type, rows * width, dataset, from);
  tc_hdf_close_id(from);
  return status;
}

static tc_status link_dataset(const vtk_group *m, const char *dataset, const char *name) {
  return TC_HDF(m->path, H5Lcreate_hard(m->file, dataset, m->file, name, H5P_DEFAULT, H5P_DEFAULT));
}

static tc_status create_mesh(const vtk_group *m) {
  TC_TRY(create_numbers(m, "/VTKHDF/NumberOfPoints", H5T_NATIVE_INT64, 1, (int64_t)m->nodes, 0));
  TC_TRY(create_numbers(m, "/VTKHDF/NumberOfCells", H5T_NATIVE_INT64, 1, (int64_t)m->cells, 0));
  TC_TRY(create_numbers(m, "/VTKHDF/NumberOfConnectivityIds", H5T_NATIVE_INT64, 1, 4 * (int64_t)m->cells, 0));
  TC_TRY(create_numbers(m, "/VTKHDF/Offsets", H5T_NATIVE_INT32, m->cells + 1, 0, 4));
  TC_TRY(create_cell_types(m));
  TC_TRY(link_dataset(m, "/mesh/points", "/VTKHDF/Points"));
  return create_view(m, "/VTKHDF/Connectivity", "/mesh/cells", H5T_NATIVE_INT32, m->cells, 4);
}

/* Creates the group Steps. All steps use the same mesh, so the offset of the mesh data is 0 in every step. */
static tc_status create_steps(const vtk_group *m) {
  static const char *const zero_offset[] = {"PartOffsets", "PointOffsets", "CellOffsets",
                                            "ConnectivityIdOffsets"};
  const int64_t steps = (int64_t)m->rows;
  TC_TRY(tc_hdf_create_group(m->file, m->path, "/VTKHDF/Steps"));
  TC_TRY(tc_hdf_create_group(m->file, m->path, "/VTKHDF/Steps/CellDataOffsets"));
  TC_TRY(tc_hdf_write_numbers(m->file, m->path, "/VTKHDF/Steps", "NSteps", H5T_NATIVE_INT64, 0, &steps));
  TC_TRY(link_dataset(m, "/field/time", "/VTKHDF/Steps/Values"));
  TC_TRY(create_numbers(m, "/VTKHDF/Steps/NumberOfParts", H5T_NATIVE_INT64, m->rows, 1, 0));
  for (size_t i = 0; i < sizeof zero_offset / sizeof *zero_offset; i++) {
    char name[64];
    snprintf(name, sizeof name, "/VTKHDF/Steps/%s", zero_offset[i]);
    TC_TRY(create_numbers(m, name, H5T_NATIVE_INT64, m->rows, 0, 0));
  }
  return TC_OK;
}

/* Creates the virtual dataset of a field, and the dataset with the offset of the field's values in each step.
 * The offset increases by the number of cells per step. */
static tc_status create_field(const vtk_group *m, const tc_snapshot_field *field) {
  const char *short_name = strrchr(field->dataset, '/') + 1;
  char name[TC_SNAPSHOT_NAME + 64];
  snprintf(name, sizeof name, "/VTKHDF/CellData/%s", short_name);
  TC_TRY(create_view(m, name, field->dataset, H5T_NATIVE_DOUBLE, m->rows, m->cells));
  snprintf(name, sizeof name, "/VTKHDF/Steps/CellDataOffsets/%s", short_name);
  return create_numbers(m, name, H5T_NATIVE_INT64, m->rows, 0, (int64_t)m->cells);
}

/* Links a dataset of /mesh (region, tensor or fibres) as cell data if the file has this dataset. Its offset
 * is 0 in every step, because the data do not change over time. */
static tc_status create_constant(const vtk_group *m, const char *short_name) {
  char from[64], name[64];
  bool exists;
  snprintf(from, sizeof from, "/mesh/%s", short_name);
  TC_TRY(tc_hdf_exists(m->file, m->path, from, &exists));
  if (!exists) return TC_OK;
  snprintf(name, sizeof name, "/VTKHDF/CellData/%s", short_name);
  TC_TRY(link_dataset(m, from, name));
  snprintf(name, sizeof name, "/VTKHDF/Steps/CellDataOffsets/%s", short_name);
  return create_numbers(m, name, H5T_NATIVE_INT64, m->rows, 0, 0);
}

tc_status tc_snapshot_vtk_create(hid_t file, const char *path, int64_t rows, tc_gid nodes, tc_gid cells,
                                 int fields, const tc_snapshot_field *field) {
  static const char *const constant[] = {"region", "tensor", "fibres"};
  static const int64_t version[2] = {2, 0};
  const vtk_group m = {file, path, (hsize_t)rows, (hsize_t)nodes, (hsize_t)cells};
  TC_TRY(tc_hdf_create_group(file, path, "/VTKHDF"));
  TC_TRY(tc_hdf_create_group(file, path, "/VTKHDF/CellData"));
  TC_TRY(tc_hdf_write_numbers(file, path, "/VTKHDF", "Version", H5T_NATIVE_INT64, 2, version));
  TC_TRY(create_type_attribute(&m));
  TC_TRY(create_mesh(&m));
  TC_TRY(create_steps(&m));
  for (int f = 0; f < fields; f++) TC_TRY(create_field(&m, &field[f]));
  for (size_t i = 0; i < sizeof constant / sizeof *constant; i++) TC_TRY(create_constant(&m, constant[i]));
  return TC_OK;
}
