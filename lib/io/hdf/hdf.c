/* Functions around HDF5 (see hdf.h). Every HDF5 call is wrapped in TC_HDF or TC_HDF_READ, which turn a
 * failure into a status with the most useful entry of HDF5's error stack. Files are opened through MPI-IO
 * with MPI_COMM_SELF, so that HDF5 uses no file locks. */
#include "io/hdf/hdf.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/file/file.h"

/* Extracts the reason from one entry of HDF5's error stack: the quoted system message after "error message =
 * '", the text after the error class for MPI ("MPI_ERR_ACCESS: permission denied"), or else the whole
 * description. */
static void find_reason(const char *description, char *reason, size_t size) {
  static const char mark[] = "error message = '";
  const char *system = strstr(description, mark), *mpi = strstr(description, "MPI_ERR_");
  const char *colon = mpi ? strstr(mpi, ": ") : NULL;
  const char *from = system ? system + sizeof mark - 1 : colon ? colon + 2 : description;
  size_t length = system || colon ? strcspn(from, "'\n") : strlen(from);
  snprintf(reason, size, "%.*s", (int)length, from);
}

/* Callback for the entries of HDF5's error stack, the innermost one first. Stores the reason of the first
 * useful entry and returns 1, which ends the walk. Entries like Open MPI's "known error not in list" are
 * skipped; the next entry then at least names the operation. */
static herr_t select_useful_error(unsigned n, const H5E_error2_t *entry, void *reason) {
  (void)n;
  if (!entry->desc || !entry->desc[0] || strstr(entry->desc, "known error")) return 0;
  find_reason(entry->desc, reason, 200);
  return 1;
}

/* Returns the reason in the innermost useful entry of HDF5's error stack. */
static void find_useful(char reason[200]) {
  snprintf(reason, 200, "input/output error");
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, select_useful_error, reason);
}

tc_status tc_hdf_check(int64_t result, const char *path) {
  char reason[200];
  if (result >= 0) return TC_OK;
  find_useful(reason);
  return tc_status_create(TC_OUTPUT,
                          "%s: cannot be written: %s (reported by HDF5): check the disk and the permissions",
                          path, reason);
}

tc_status tc_hdf_check_read(int64_t result, const char *path) {
  char reason[200];
  if (result >= 0) return TC_OK;
  find_useful(reason);
  return tc_status_create(TC_INPUT,
                          "%s: cannot be read: %s (reported by HDF5): check that it is a complete HDF5 file",
                          path, reason);
}

void tc_hdf_close_id(hid_t id) {
  if (id >= 0) H5Idec_ref(id);
}

tc_status tc_hdf_close(hid_t file, const char *path, tc_status status) {
  if (file < 0) return status;
  tc_status closing = TC_HDF(path, H5Fclose(file));
  if (!status) return closing;
  tc_status_free(&closing);
  return status;
}

tc_status tc_hdf_access(const char *path, hid_t *out) {
  hid_t access = -1;
  TC_TRY(TC_HDF(path, access = H5Pcreate(H5P_FILE_ACCESS)));
  tc_status status = TC_HDF(path, H5Pset_fapl_mpio(access, MPI_COMM_SELF, MPI_INFO_NULL));
  if (!status) status = TC_HDF(path, H5Pset_coll_metadata_write(access, 1));
  if (status)
    tc_hdf_close_id(access);
  else
    *out = access;
  return status;
}

tc_status tc_hdf_attribute(hid_t object, const char *path, const char *name, const char *text) {
  hid_t type = -1, space = -1, attribute = -1;
  tc_status status = TC_OK;
  if (!text) text = "";
  TC_GUARD(status, TC_HDF(path, type = H5Tcopy(H5T_C_S1)));
  TC_GUARD(status, TC_HDF(path, H5Tset_size(type, H5T_VARIABLE)));
  TC_GUARD(status, TC_HDF(path, H5Tset_cset(type, H5T_CSET_UTF8)));
  TC_GUARD(status, TC_HDF(path, space = H5Screate(H5S_SCALAR)));
  TC_GUARD(status, TC_HDF(path, attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT)));
  TC_GUARD(status, TC_HDF(path, H5Awrite(attribute, type, &text)));
cleanup:
  tc_hdf_close_id(attribute);
  tc_hdf_close_id(space);
  tc_hdf_close_id(type);
  return status;
}

/* True if the attribute is a single text of variable length. Tetracast writes only this kind, and H5Aread
 * returns it as a pointer. */
static bool is_text(hid_t attribute, hid_t type) {
  const hid_t space = H5Aget_space(attribute);
  const bool one = H5Sget_simple_extent_npoints(space) == 1;
  tc_hdf_close_id(space);
  return one && H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) > 0;
}

tc_status tc_hdf_text(hid_t object, const char *path, const char *name, char **out) {
  hid_t attribute = -1, type = -1;
  char *text = NULL;
  tc_status status = TC_OK;
  *out = NULL;
  const htri_t there = H5Aexists(object, name);
  if (there <= 0) return TC_HDF_READ(path, there);
  TC_GUARD(status, TC_HDF_READ(path, attribute = H5Aopen(object, name, H5P_DEFAULT)));
  TC_GUARD(status, TC_HDF_READ(path, type = H5Aget_type(attribute)));
  if (!is_text(attribute, type)) goto cleanup;
  TC_GUARD(status, TC_HDF_READ(path, H5Aread(attribute, type, &text)));
  if (!text) goto cleanup;
  TC_GUARD(status, TC_ALLOC(*out, strlen(text) + 1));
  strcpy(*out, text);
cleanup:
  H5free_memory(text);
  tc_hdf_close_id(type);
  tc_hdf_close_id(attribute);
  return status;
}

static tc_status set_storage(hid_t creation, const char *path, const tc_hdf_layout *layout) {
  TC_TRY(TC_HDF(path, H5Pset_obj_track_times(creation, 0)));
  TC_TRY(TC_HDF(path, H5Pset_fill_time(creation, H5D_FILL_TIME_NEVER)));
  if (!layout->chunk[0]) TC_TRY(TC_HDF(path, H5Pset_alloc_time(creation, H5D_ALLOC_TIME_EARLY)));
  if (layout->chunk[0]) TC_TRY(TC_HDF(path, H5Pset_chunk(creation, layout->dimensions, layout->chunk)));
  if (!layout->deflate) return TC_OK;
  TC_TRY(TC_HDF(path, H5Pset_shuffle(creation)));
  return TC_HDF(path, H5Pset_deflate(creation, layout->deflate));
}

tc_status tc_hdf_dataset(hid_t file, const char *path, const tc_hdf_layout *layout, hid_t *out) {
  hid_t space = -1, creation = -1, dataset = -1;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_HDF(path, space = H5Screate_simple(layout->dimensions, layout->size, NULL)));
  TC_GUARD(status, TC_HDF(path, creation = H5Pcreate(H5P_DATASET_CREATE)));
  TC_GUARD(status, set_storage(creation, path, layout));
  dataset = H5Dcreate2(file, layout->name, layout->type, space, H5P_DEFAULT, creation, H5P_DEFAULT);
  TC_GUARD(status, TC_HDF(path, dataset));
  *out = dataset;
cleanup:
  tc_hdf_close_id(creation);
  tc_hdf_close_id(space);
  return status;
}

static tc_status select_box(hid_t in_file, hid_t in_memory, const char *path, const tc_hdf_box *box) {
  for (int d = 0; d < box->dimensions; d++) {
    if (box->count[d]) continue;
    TC_TRY(TC_HDF(path, H5Sselect_none(in_memory)));
    return TC_HDF(path, H5Sselect_none(in_file));
  }
  return TC_HDF(path, H5Sselect_hyperslab(in_file, H5S_SELECT_SET, box->start, NULL, box->count, NULL));
}

tc_status tc_hdf_select(hid_t dataset, const char *path, const tc_hdf_box *box, hid_t *in_file,
                        hid_t *in_memory) {
  TC_TRY(TC_HDF(path, *in_file = H5Dget_space(dataset)));
  TC_TRY(TC_HDF(path, *in_memory = H5Screate_simple(box->dimensions, box->count, NULL)));
  return select_box(*in_file, *in_memory, path, box);
}

tc_status tc_hdf_write(hid_t dataset, const char *path, hid_t type, hid_t transfer, const tc_hdf_box *box,
                       const void *values) {
  hid_t in_file = -1, in_memory = -1;
  tc_status status = tc_hdf_select(dataset, path, box, &in_file, &in_memory);
  if (!status) status = TC_HDF(path, H5Dwrite(dataset, type, in_memory, in_file, transfer, values));
  tc_hdf_close_id(in_memory);
  tc_hdf_close_id(in_file);
  return status;
}

/* Rejects pipes, on which HDF5 would wait forever for a writer. */
static tc_status check_regular(const char *path) {
  int descriptor;
  int64_t bytes;
  TC_TRY(tc_file_open_regular(path, TC_INPUT, &descriptor, &bytes));
  close(descriptor);
  return TC_OK;
}

tc_status tc_hdf_open(const char *path, hid_t *out) {
  hid_t access = -1;
  TC_TRY(check_regular(path));
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  TC_TRY(tc_hdf_access(path, &access));
  const tc_status status = TC_HDF_READ(path, *out = H5Fopen(path, H5F_ACC_RDONLY, access));
  tc_hdf_close_id(access);
  return status;
}

tc_status tc_hdf_exists(hid_t file, const char *path, const char *name, bool *out) {
  const size_t length = strlen(name);
  char *part = NULL;
  tc_status status = TC_OK;
  *out = true;
  TC_TRY(TC_ALLOC(part, length + 1));
  for (size_t end = 1; end <= length && *out && !status; end++) {
    if (name[end] && name[end] != '/') continue; /* H5Lexists requires that all parent groups exist */
    memcpy(part, name, end);
    part[end] = '\0';
    const htri_t there = H5Lexists(file, part, H5P_DEFAULT);
    *out = there > 0;
    status = TC_HDF_READ(path, there);
  }
  tc_free(part);
  return status;
}

/* True if the file is large enough for the dataset, at a compression ratio of at most 1032. This prevents
 * allocating the memory that a damaged file claims to need. */
static bool is_possible(hid_t dataset, int dimensions, const hsize_t size[2]) {
  enum { most_compressed = 1032 };
  hsize_t bytes = 0;
  const hid_t file = H5Iget_file_id(dataset);
  const bool known = H5Fget_filesize(file, &bytes) >= 0;
  tc_hdf_close_id(file);
  const hsize_t most = bytes * (H5Dget_offset(dataset) == HADDR_UNDEF ? most_compressed : 1);
  if (!known || size[0] == 0) return true;
  return dimensions == 1 ? size[0] <= most : size[1] <= most / size[0];
}

static tc_status read_dataset_shape(hid_t dataset, const char *path, const char *name, int *dimensions,
                                    hsize_t size[2]) {
  hid_t type = -1, space = -1;
  H5T_class_t class = H5T_NO_CLASS;
  bool fits = false;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_HDF_READ(path, type = H5Dget_type(dataset)));
  TC_GUARD(status, TC_HDF_READ(path, class = H5Tget_class(type)));
  TC_GUARD(status, TC_HDF_READ(path, space = H5Dget_space(dataset)));
  TC_GUARD(status, TC_HDF_READ(path, *dimensions = H5Sget_simple_extent_ndims(space)));
  fits = *dimensions > 0 && *dimensions < 3 && (class == H5T_FLOAT || class == H5T_INTEGER);
  if (fits)
    status = TC_HDF_READ(path, H5Sget_simple_extent_dims(space, size, NULL));
  else
    status =
        tc_status_create(TC_INPUT,
                         "%s: dataset %s is not a numerical array of one or two dimensions: use another file",
                         path, name);
cleanup:
  tc_hdf_close_id(space);
  tc_hdf_close_id(type);
  if (status || is_possible(dataset, *dimensions, size)) return status;
  return tc_status_create(TC_INPUT, "%s: is damaged: it is too short for dataset %s: restore the file", path,
                          name);
}

tc_status tc_hdf_open_dataset(hid_t file, const char *path, const char *name, int *dimensions,
                              hsize_t size[2], hid_t *out) {
  hid_t dataset = -1;
  bool there;
  TC_TRY(tc_hdf_exists(file, path, name, &there));
  if (!there) return tc_status_create(TC_INPUT, "%s: has no dataset %s", path, name);
  dataset = H5Dopen2(file, name, H5P_DEFAULT);
  if (dataset < 0)
    return tc_status_create(TC_INPUT, "%s: dataset %s cannot be opened: restore the file", path, name);
  const tc_status status = read_dataset_shape(dataset, path, name, dimensions, size);
  if (status)
    tc_hdf_close_id(dataset);
  else
    *out = dataset;
  return status;
}

tc_status tc_hdf_read(hid_t dataset, const char *path, hid_t type, const tc_hdf_box *box, void *values) {
  hid_t memory = -1, space = -1;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_HDF_READ(path, memory = H5Screate_simple(box->dimensions, box->count, NULL)));
  TC_GUARD(status, TC_HDF_READ(path, space = H5Dget_space(dataset)));
  TC_GUARD(status,
           TC_HDF_READ(path, H5Sselect_hyperslab(space, H5S_SELECT_SET, box->start, NULL, box->count, NULL)));
  TC_GUARD(status, TC_HDF_READ(path, H5Dread(dataset, type, memory, space, H5P_DEFAULT, values)));
cleanup:
  tc_hdf_close_id(space);
  tc_hdf_close_id(memory);
  return status;
}

tc_status tc_hdf_data_offset(hid_t dataset, const char *path, bool any, int64_t *offset) {
  const haddr_t place = H5Dget_offset(dataset);
  *offset = (int64_t)place;
  return any && place == HADDR_UNDEF ? TC_HDF(path, -1) : TC_OK;
}

tc_status tc_hdf_exists_collective(hid_t file, const char *path, const char *name, bool *out) {
  const htri_t found = H5Lexists(file, name, H5P_DEFAULT);
  *out = found > 0;
  return TC_HDF(path, found);
}

tc_status tc_hdf_write_dataset(hid_t file, const char *path, const tc_hdf_layout *layout, const void *number,
                               int64_t *offset) {
  enum { at_once = 1024 };
  char piece[at_once * 8];
  hid_t dataset = -1;
  tc_status status = TC_OK;
  for (int i = 0; i < at_once; i++) memcpy(piece + 8 * i, number, 8);
  TC_GUARD(status, tc_hdf_dataset(file, path, layout, &dataset));
  for (hsize_t row = 0; row < layout->size[0]; row += at_once) {
    const hsize_t left = layout->size[0] - row;
    const tc_hdf_box box = {1, {row}, {left < at_once ? left : at_once}};
    TC_GUARD(status, tc_hdf_write(dataset, path, layout->type, H5P_DEFAULT, &box, piece));
  }
  status = tc_hdf_data_offset(dataset, path, layout->size[0] > 0, offset);
cleanup:
  tc_hdf_close_id(dataset);
  return status;
}
