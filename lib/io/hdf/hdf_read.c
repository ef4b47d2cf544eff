/* Reads HDF5 files (see hdf.h). Types and sizes are checked before data are read, because a file may be
 * damaged or written by another program. */
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/file/file.h"
#include "io/hdf/hdf.h"

enum { fixed_text_max = 1 << 20 }; /* maximum number of bytes of a text of fixed length */

/* True if the attribute is a single text that this program can read. If `is_variable` is true, the text must
 * have a variable length, and H5Aread returns a pointer to it. Otherwise the text must have a fixed length of
 * at most fixed_text_max bytes. */
static bool is_single_text(hid_t attribute, hid_t type, bool is_variable) {
  const hid_t space = H5Aget_space(attribute);
  const bool is_single = H5Sget_simple_extent_npoints(space) == 1;
  tc_hdf_close_id(space);
  return is_single && H5Tget_class(type) == H5T_STRING && (H5Tis_variable_str(type) > 0) == is_variable &&
         (is_variable || H5Tget_size(type) <= fixed_text_max);
}

/* Opens a text attribute of variable or fixed length. Does not set *type if the attribute is missing or
 * is_single_text rejects it. The caller closes both ids, also after an error. */
static tc_status open_text(hid_t object, const char *path, const char *name, bool is_variable,
                           hid_t *attribute, hid_t *type) {
  hid_t found = -1;
  const htri_t exists = H5Aexists(object, name);
  if (exists <= 0) return TC_HDF_READ(path, exists);
  TC_TRY(TC_HDF_READ(path, *attribute = H5Aopen(object, name, H5P_DEFAULT)));
  TC_TRY(TC_HDF_READ(path, found = H5Aget_type(*attribute)));
  if (is_single_text(*attribute, found, is_variable))
    *type = found;
  else
    tc_hdf_close_id(found);
  return TC_OK;
}

tc_status tc_hdf_read_text(hid_t object, const char *path, const char *name, char **out) {
  hid_t attribute = -1, type = -1;
  char *text = NULL;
  *out = NULL;
  tc_status status = open_text(object, path, name, true, &attribute, &type);
  if (!status && type >= 0) status = TC_HDF_READ(path, H5Aread(attribute, type, &text));
  if (!status && text) status = tc_alloc_text("out", out, "%s", text);
  H5free_memory(text);
  tc_hdf_close_id(type);
  tc_hdf_close_id(attribute);
  return status;
}

tc_status tc_hdf_read_fixed_text(hid_t object, const char *path, const char *name, char **out) {
  hid_t attribute = -1, type = -1;
  char *text = NULL;
  *out = NULL;
  tc_status status = open_text(object, path, name, false, &attribute, &type);
  if (!status && type >= 0) status = TC_ALLOC_ZERO(text, H5Tget_size(type) + 1);
  if (!status && type >= 0) status = TC_HDF_READ(path, H5Aread(attribute, type, text));
  tc_hdf_close_id(type);
  tc_hdf_close_id(attribute);
  if (status)
    tc_free(text);
  else
    *out = text;
  return status;
}

/* True if the attribute has `count` numbers, or one number if `count` is 0. */
static bool has_numbers(hid_t attribute, hsize_t count) {
  const hid_t space = H5Aget_space(attribute), type = H5Aget_type(attribute);
  const H5T_class_t class = H5Tget_class(type);
  const hssize_t points = H5Sget_simple_extent_npoints(space);
  tc_hdf_close_id(space);
  tc_hdf_close_id(type);
  return (class == H5T_FLOAT || class == H5T_INTEGER) && points == (hssize_t)(count ? count : 1);
}

tc_status tc_hdf_read_numbers(hid_t object, const char *path, const char *name, hid_t type, hsize_t count,
                              void *out, bool *found) {
  hid_t attribute = -1;
  *found = false;
  const htri_t exists = H5Aexists(object, name);
  if (exists <= 0) return TC_HDF_READ(path, exists);
  TC_TRY(TC_HDF_READ(path, attribute = H5Aopen(object, name, H5P_DEFAULT)));
  *found = has_numbers(attribute, count);
  const tc_status status = *found ? TC_HDF_READ(path, H5Aread(attribute, type, out)) : TC_OK;
  tc_hdf_close_id(attribute);
  return status;
}

/* Rejects files that are not regular files. HDF5 would wait forever for the writer of a named pipe. */
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
  tc_hdf_silence();
  tc_status status = tc_hdf_create_access(path, &access);
  if (!status) status = TC_HDF_READ(path, *out = H5Fopen(path, H5F_ACC_RDONLY, access));
  tc_hdf_close_id(access);
  if (status) tc_hdf_restore();
  return status;
}

tc_status tc_hdf_exists(hid_t file, const char *path, const char *name, bool *out) {
  const size_t length = strlen(name);
  char *prefix = NULL;
  tc_status status = TC_OK;
  *out = true;
  TC_TRY(TC_ALLOC(prefix, length + 1));
  for (size_t end = 1; end <= length && *out && !status; end++) {
    if (name[end] && name[end] != '/')
      /* H5Lexists requires that all parent groups exist, so this loop checks the groups from the root
       * downwards. */
      continue;
    memcpy(prefix, name, end);
    prefix[end] = '\0';
    const htri_t exists = H5Lexists(file, prefix, H5P_DEFAULT);
    *out = exists > 0;
    status = TC_HDF_READ(path, exists);
  }
  tc_free(prefix);
  return status;
}

/* True if the file is large enough to contain the dataset with at least one byte per element. A dataset
 * without an offset may be compressed, by at most 1032, the maximum ratio of deflate. If the result is false,
 * the file is damaged, and the caller must not allocate memory for the dataset. */
static bool fits_in_file(hid_t dataset, int dimensions, const hsize_t size[2]) {
  enum { compression_max = 1032 };
  hsize_t bytes = 0;
  const hid_t file = H5Iget_file_id(dataset);
  const bool has_size = H5Fget_filesize(file, &bytes) >= 0;
  if (file >= 0) H5Idec_ref(file); /* the file remains open */
  const hsize_t size_max = bytes * (H5Dget_offset(dataset) == HADDR_UNDEF ? compression_max : 1);
  if (!has_size || size[0] == 0) return true;
  return dimensions == 1 ? size[0] <= size_max : size[1] <= size_max / size[0];
}

static tc_status read_dataset_shape(hid_t dataset, const char *path, const char *name, int *dimensions,
                                    hsize_t size[2]) {
  hid_t type = -1, space = -1;
  H5T_class_t class = H5T_NO_CLASS;
  bool is_numeric = false;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_HDF_READ(path, type = H5Dget_type(dataset)));
  TC_GUARD(status, TC_HDF_READ(path, class = H5Tget_class(type)));
  TC_GUARD(status, TC_HDF_READ(path, space = H5Dget_space(dataset)));
  TC_GUARD(status, TC_HDF_READ(path, *dimensions = H5Sget_simple_extent_ndims(space)));
  is_numeric = *dimensions > 0 && *dimensions < 3 && (class == H5T_FLOAT || class == H5T_INTEGER);
  if (is_numeric)
    status = TC_HDF_READ(path, H5Sget_simple_extent_dims(space, size, NULL));
  else
    status =
        tc_status_create(TC_INPUT,
                         "%s: dataset %s is not a numerical array of one or two dimensions: use another file",
                         path, name);
cleanup:
  tc_hdf_close_id(space);
  tc_hdf_close_id(type);
  if (status || fits_in_file(dataset, *dimensions, size)) return status;
  return tc_status_create(TC_INPUT, "%s: is damaged: it is too short for dataset %s: restore the file", path,
                          name);
}

tc_status tc_hdf_open_dataset(hid_t file, const char *path, const char *name, int *dimensions,
                              hsize_t size[2], hid_t *out) {
  hid_t dataset = -1;
  bool exists;
  TC_TRY(tc_hdf_exists(file, path, name, &exists));
  if (!exists)
    return tc_status_create(TC_INPUT, "%s: has no dataset %s: use a file that contains it", path, name);
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

tc_status tc_hdf_read_column(hid_t file, const char *path, const char *name, hid_t type, hsize_t first,
                             hsize_t count, void *out, hsize_t *rows) {
  int dimensions = 0;
  hsize_t size[2];
  hid_t dataset = -1;
  TC_TRY(tc_hdf_open_dataset(file, path, name, &dimensions, size, &dataset));
  const hsize_t remaining = size[0] > first ? size[0] - first : 0;
  const tc_hdf_box box = {1, {first}, {remaining < count ? remaining : count}};
  tc_status status = TC_OK;
  if (dimensions != 1)
    status =
        tc_status_create(TC_INPUT, "%s: dataset %s is not one-dimensional: use another file", path, name);
  else if (box.count[0] > 0)
    status = tc_hdf_read(dataset, path, type, &box, out);
  *rows = size[0];
  tc_hdf_close_id(dataset);
  return status;
}
