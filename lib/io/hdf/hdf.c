/* Wrappers of HDF5 functions (see hdf.h). Every HDF5 call is wrapped in TC_HDF or TC_HDF_READ, which convert
 * a failure into a status with the reason from HDF5's error stack. Files are opened through MPI-IO with
 * MPI_COMM_SELF, so that HDF5 uses no file locks. */
#include "io/hdf/hdf.h"

#include <stdio.h>
#include <string.h>

#include "base/file/directory.h"
#include "io/hdf/raw_rows.h"

/* Extracts the reason of an error from the description in an entry of HDF5's error stack. A description may
 * contain a system message after "error message = '", or a text after the class of an MPI error, as in
 * "MPI_ERR_ACCESS: permission denied". The reason is this text. Without such a text, the reason is the whole
 * description. */
static void extract_reason(const char *description, char *reason, size_t size) {
  static const char mark[] = "error message = '";
  const char *system = strstr(description, mark), *mpi = strstr(description, "MPI_ERR_");
  const char *colon = mpi ? strstr(mpi, ": ") : NULL;
  const char *from = system ? system + sizeof mark - 1 : colon ? colon + 2 : description;
  size_t length = system || colon ? strcspn(from, "'\n") : strlen(from);
  snprintf(reason, size, "%.*s", (int)length, from);
}

/* Callback that H5Ewalk2 calls for each entry of HDF5's error stack, innermost entry first. Stores the text
 * of the first entry that explains the failure and returns 1, which ends the walk. */
static herr_t select_useful_error(unsigned n, const H5E_error2_t *entry, void *reason) {
  (void)n;
  if (!entry->desc || !entry->desc[0] || strstr(entry->desc, "known error")) return 0;
  extract_reason(entry->desc, reason, 200);
  return 1;
}

tc_status tc_hdf_check(int64_t result, const char *path, bool reads) {
  char reason[200] = "input/output error";
  if (result >= 0) return TC_OK;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, select_useful_error, reason);
  return tc_status_create(reads ? TC_INPUT : TC_OUTPUT, "%s: cannot be %s: %s (reported by HDF5): check %s",
                          path, reads ? "read" : "written", reason,
                          reads ? "that it is a complete HDF5 file" : "the disk and the permissions");
}

/* Setting of HDF5's error messages before the outermost call of tc_hdf_silence. HDF5 has one setting for the
 * whole process, so this variable is static. */
static struct {
  int calls;
  H5E_auto2_t function;
  void *data;
} saved_messages;

void tc_hdf_silence(void) {
  if (saved_messages.calls++) return;
  H5Eget_auto2(H5E_DEFAULT, &saved_messages.function, &saved_messages.data);
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
}

void tc_hdf_restore(void) {
  if (--saved_messages.calls == 0) H5Eset_auto2(H5E_DEFAULT, saved_messages.function, saved_messages.data);
}

void tc_hdf_close_id(hid_t id) {
  const bool is_file = id >= 0 && H5Iget_type(id) == H5I_FILE;
  if (id >= 0) H5Idec_ref(id);
  if (is_file) tc_hdf_restore();
}

tc_status tc_hdf_close(hid_t file, const char *path, tc_status status) {
  if (file < 0) return status;
  status = tc_status_first(status, TC_HDF(path, H5Fclose(file)));
  tc_hdf_restore();
  return status;
}

tc_status tc_hdf_create_access(const char *path, hid_t *out) {
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

static tc_status set_file_properties(hid_t creation, hid_t access, const char *path, hsize_t user_block) {
  enum {
    alignment = 8
  }; /* an aligned 8-byte number is in one memory page, so a killed process never writes only half of the
        number */
  TC_TRY(TC_HDF(path, H5Pset_obj_track_times(creation, 0)));
  TC_TRY(TC_HDF(path, H5Pset_userblock(creation, user_block)));
  TC_TRY(TC_HDF(path, H5Pset_alignment(access, 0, alignment)));
  return TC_HDF(path, H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_LATEST));
}

/* Creates the file with the HDF5 format 1.8. This is the first format that allows objects without
 * modification times, and attributes of any length. */
tc_status tc_hdf_create(const char *path, hsize_t user_block, hid_t *out) {
  hid_t creation = -1, access = -1;
  tc_status status = TC_OK;
  tc_hdf_silence();
  TC_GUARD(status, tc_hdf_create_access(path, &access));
  TC_GUARD(status, TC_HDF(path, creation = H5Pcreate(H5P_FILE_CREATE)));
  TC_GUARD(status, set_file_properties(creation, access, path, user_block));
  TC_GUARD(status, TC_HDF(path, *out = H5Fcreate(path, H5F_ACC_TRUNC, creation, access)));
cleanup:
  if (status) tc_hdf_restore();
  tc_hdf_close_id(creation);
  tc_hdf_close_id(access);
  return status;
}

tc_status tc_hdf_reserve(const char *path, int64_t bytes_now, int64_t bytes_max) {
  TC_TRY(tc_file_check_size_limit(path, bytes_max));
  return tc_file_reserve_space(path, 0, bytes_now);
}

/* Creates a property list of the class `class` that disables modification times. */
static tc_status create_properties(const char *path, hid_t class, hid_t *out) {
  TC_TRY(TC_HDF(path, *out = H5Pcreate(class)));
  return TC_HDF(path, H5Pset_obj_track_times(*out, 0));
}

tc_status tc_hdf_create_group(hid_t file, const char *path, const char *name) {
  hid_t creation = -1, group = -1;
  tc_status status = create_properties(path, H5P_GROUP_CREATE, &creation);
  if (!status) status = TC_HDF(path, group = H5Gcreate2(file, name, H5P_DEFAULT, creation, H5P_DEFAULT));
  tc_hdf_close_id(group);
  tc_hdf_close_id(creation);
  return status;
}

tc_status tc_hdf_write_numbers(hid_t file, const char *path, const char *object, const char *name, hid_t type,
                               hsize_t count, const void *value) {
  hid_t space = -1, attribute = -1;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_HDF(path, space = count ? H5Screate_simple(1, &count, NULL) : H5Screate(H5S_SCALAR)));
  TC_GUARD(status, TC_HDF(path, attribute = H5Acreate_by_name(file, object, name, type, space, H5P_DEFAULT,
                                                              H5P_DEFAULT, H5P_DEFAULT)));
  TC_GUARD(status, TC_HDF(path, H5Awrite(attribute, type, value)));
cleanup:
  tc_hdf_close_id(attribute);
  tc_hdf_close_id(space);
  return status;
}

/* Writes a text attribute whose type has `size` bytes, or a variable length. */
static tc_status write_text(hid_t object, const char *path, const char *name, size_t size,
                            const void *value) {
  hid_t type = -1, space = -1, attribute = -1;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_HDF(path, type = H5Tcopy(H5T_C_S1)));
  TC_GUARD(status, TC_HDF(path, H5Tset_size(type, size)));
  TC_GUARD(status, TC_HDF(path, H5Tset_cset(type, H5T_CSET_UTF8)));
  TC_GUARD(status, TC_HDF(path, space = H5Screate(H5S_SCALAR)));
  TC_GUARD(status, TC_HDF(path, attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT)));
  TC_GUARD(status, TC_HDF(path, H5Awrite(attribute, type, value)));
cleanup:
  tc_hdf_close_id(attribute);
  tc_hdf_close_id(space);
  tc_hdf_close_id(type);
  return status;
}

tc_status tc_hdf_write_text(hid_t object, const char *path, const char *name, const char *text) {
  if (!text) text = "";
  return write_text(object, path, name, H5T_VARIABLE, &text);
}

tc_status tc_hdf_write_fixed_text(hid_t object, const char *path, const char *name, const char *text) {
  return write_text(object, path, name, strlen(text) + 1, text);
}

static tc_status set_storage(hid_t creation, const char *path, const tc_hdf_layout *layout) {
  TC_TRY(TC_HDF(path, H5Pset_fill_time(creation, H5D_FILL_TIME_NEVER)));
  if (!layout->chunk[0]) TC_TRY(TC_HDF(path, H5Pset_alloc_time(creation, H5D_ALLOC_TIME_EARLY)));
  if (layout->chunk[0]) TC_TRY(TC_HDF(path, H5Pset_chunk(creation, layout->dimensions, layout->chunk)));
  if (!layout->deflate) return TC_OK;
  TC_TRY(TC_HDF(path, H5Pset_shuffle(creation)));
  return TC_HDF(path, H5Pset_deflate(creation, layout->deflate));
}

tc_status tc_hdf_create_dataset(hid_t file, const char *path, const tc_hdf_layout *layout, hid_t *out) {
  hid_t space = -1, creation = -1, dataset = -1;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_HDF(path, space = H5Screate_simple(layout->dimensions, layout->size, NULL)));
  TC_GUARD(status, create_properties(path, H5P_DATASET_CREATE, &creation));
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

/* Returns the byte offset of a contiguous dataset in the file. `has_elements` is true if the dataset has
 * elements. HDF5 defines no offset for an empty dataset. */
static tc_status find_offset(hid_t dataset, const char *path, bool has_elements, int64_t *offset) {
  const haddr_t address = H5Dget_offset(dataset);
  *offset = (int64_t)address;
  return has_elements && address == HADDR_UNDEF ? TC_HDF(path, -1) : TC_OK;
}

tc_status tc_hdf_write_array(hid_t file, const char *path, const tc_hdf_layout *layout, const void *numbers,
                             int64_t *offset) {
  hid_t dataset = -1;
  const hsize_t rows = numbers ? layout->size[0] : 0, width = layout->dimensions > 1 ? layout->size[1] : 1;
  const hsize_t rows_max = TC_RAW_ROWS_TRANSFER_MAX / width, bytes = width * H5Tget_size(layout->type);
  tc_status status = tc_hdf_create_dataset(file, path, layout, &dataset);
  for (hsize_t row = 0; row < rows && !status; row += rows_max) {
    const tc_hdf_box box = {layout->dimensions,
                            {row},
                            {rows - row < rows_max ? rows - row : rows_max, width}};
    status =
        tc_hdf_write(dataset, path, layout->type, H5P_DEFAULT, &box, (const char *)numbers + row * bytes);
  }
  if (!status && offset) status = find_offset(dataset, path, layout->size[0] > 0, offset);
  tc_hdf_close_id(dataset);
  return status;
}

tc_status tc_hdf_write_constant(hid_t file, const char *path, const char *name, hid_t type, int64_t count,
                                const void *number, int64_t *offset) {
  enum { block_size = 1024 };
  const tc_hdf_layout layout = {.name = name, type, 1, {(hsize_t)count}};
  char block[block_size * 8];
  hid_t dataset = -1;
  tc_status status = TC_OK;
  for (int i = 0; i < block_size; i++) memcpy(block + 8 * i, number, 8);
  TC_GUARD(status, tc_hdf_create_dataset(file, path, &layout, &dataset));
  for (hsize_t row = 0; row < layout.size[0]; row += block_size) {
    const hsize_t remaining = layout.size[0] - row;
    const tc_hdf_box box = {1, {row}, {remaining < block_size ? remaining : block_size}};
    TC_GUARD(status, tc_hdf_write(dataset, path, type, H5P_DEFAULT, &box, block));
  }
  status = find_offset(dataset, path, count > 0, offset);
cleanup:
  tc_hdf_close_id(dataset);
  return status;
}

tc_status tc_hdf_create_view(hid_t file, const char *path, const char *name, hid_t type, hsize_t size,
                             const char *dataset, hid_t from) {
  hid_t space = -1, creation = -1, view = -1;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_HDF(path, space = H5Screate_simple(1, &size, NULL)));
  TC_GUARD(status, create_properties(path, H5P_DATASET_CREATE, &creation));
  TC_GUARD(status, TC_HDF(path, H5Pset_virtual(creation, space, ".", dataset, from)));
  view = H5Dcreate2(file, name, type, space, H5P_DEFAULT, creation, H5P_DEFAULT);
  TC_GUARD(status, TC_HDF(path, view));
cleanup:
  tc_hdf_close_id(view);
  tc_hdf_close_id(creation);
  tc_hdf_close_id(space);
  return status;
}
