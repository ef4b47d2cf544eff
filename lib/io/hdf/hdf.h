/* Small functions around HDF5: status codes, attributes, datasets and boxes of arrays.
 * Internal to io; only files that read or write HDF5 include it. The caller must have switched off HDF5's own
 * error messages with H5Eset_auto2; tc_hdf_open does so itself. "Collective" means collective over the
 * processes that opened the file. */
#ifndef TC_IO_HDF_HDF_H
#define TC_IO_HDF_HDF_H

#include <hdf5.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"

/* Not collective. Converts the result of an HDF5 call into a status. A negative result becomes TC_OUTPUT with
 * the innermost useful reason in HDF5's error stack. */
tc_status tc_hdf_check(int64_t result, const char *path);
#define TC_HDF(path, call) tc_hdf_check((int64_t)(call), (path))

/* Converts a negative result of an HDF5 call on a file being read into TC_INPUT. */
tc_status tc_hdf_check_read(int64_t result, const char *path);
#define TC_HDF_READ(path, call) tc_hdf_check_read((int64_t)(call), (path))

/* Releases an id of any kind. Negative ids are ignored. Collective for files, groups and datasets of a
 * parallel file. */
void tc_hdf_close_id(hid_t id);

/* Closes a written file (none if the id is negative). Returns `status` if that is an error, otherwise the
 * status of closing. Not collective for files of one process. Errors: TC_OUTPUT. */
tc_status tc_hdf_close(hid_t file, const char *path, tc_status status);

/* Not collective. Creates a file for this process alone, overwriting the existing one at `path`, without
 * modification times, so that files of equal runs are equal. All objects are aligned to 8 bytes. The first
 * `user_block` bytes are reserved for the caller. Switches off HDF5's error messages. Errors: TC_OUTPUT. */
tc_status tc_hdf_create(const char *path, hsize_t user_block, hid_t *out);

/* Not collective. Reserves `now` bytes of a new file and checks that it may grow to `most` bytes, because
 * HDF5 may crash on a full disk or hide the reason. tc_file_release_space returns what remains unused.
 * Errors: TC_OUTPUT. */
tc_status tc_hdf_reserve(const char *path, int64_t now, int64_t most);

/* Collective. Creates a group. */
tc_status tc_hdf_group(hid_t file, const char *path, const char *name);

/* Collective. Writes `count` numbers, or one number without dimensions if `count` is 0, as an attribute of
 * the object `object`. */
tc_status tc_hdf_number_attribute(hid_t file, const char *path, const char *object, const char *name,
                                  hid_t type, hsize_t count, const void *value);

/* Collective. Writes a text as an attribute of variable length in UTF-8. NULL is written as "". */
tc_status tc_hdf_attribute(hid_t object, const char *path, const char *name, const char *text);

/* Reads a text attribute of variable length into a new string that the caller frees with tc_free. `*out` is
 * NULL if the attribute is missing or not a text. Errors: TC_INPUT; TC_INTERNAL if memory is exhausted. */
tc_status tc_hdf_text(hid_t object, const char *path, const char *name, char **out);

/* Returns the file access properties of a single process. They use MPI-IO, because HDF5's own file locks fail
 * on some file systems. The caller releases `*out`. */
tc_status tc_hdf_access(const char *path, hid_t *out);

/* Layout of a new dataset. If chunk[0] is 0, the dataset is contiguous, with an offset that is fixed at
 * creation. */
typedef struct tc_hdf_layout {
  const char *name; /* absolute name of the dataset; its group must exist */
  hid_t type;
  int dimensions; /* number of dimensions, 1 or 2 */
  hsize_t size[2];
  hsize_t chunk[2];
  unsigned deflate; /* deflate level from 0 (none) to 9 */
} tc_hdf_layout;

/* Collective. Creates the dataset and leaves it open in `*out`. Modification times are not stored, so that
 * files do not depend on the time of writing. The dataset has no fill value: the caller must write every
 * element. */
tc_status tc_hdf_dataset(hid_t file, const char *path, const tc_hdf_layout *layout, hid_t *out);

/* Box of a dataset: in each dimension, `count` elements from `start` on. The box is empty if a count is 0. */
typedef struct tc_hdf_box {
  int dimensions;
  hsize_t start[2], count[2];
} tc_hdf_box;

/* Writes a box from contiguous memory. Collective if `transfer` requests a collective transfer. */
tc_status tc_hdf_write(hid_t dataset, const char *path, hid_t type, hid_t transfer, const tc_hdf_box *box,
                       const void *values);

/* First part of tc_hdf_write, for collective transfers: creates the dataspaces of the box in the file and in
 * memory. This may fail on one rank alone, so the ranks must agree on the result before the transfer. The
 * caller initialises both ids to -1 and releases them, also after an error. */
tc_status tc_hdf_select(hid_t dataset, const char *path, const tc_hdf_box *box, hid_t *in_file,
                        hid_t *in_memory);

/* Not collective. Creates a contiguous dataset and writes `numbers`, which have the layout's type; NULL
 * leaves the values unwritten. Returns the byte offset of the dataset in `*offset`, undefined if it has no
 * elements. `offset` may be NULL. Errors: TC_OUTPUT. */
tc_status tc_hdf_write_array(hid_t file, const char *path, const tc_hdf_layout *layout, const void *numbers,
                             int64_t *offset);

/* Not collective. Creates a one-dimensional dataset and sets all elements to the 8-byte number `*number`.
 * Returns the byte offset of the dataset in `*offset`. */
tc_status tc_hdf_write_constant(hid_t file, const char *path, const tc_hdf_layout *layout, const void *number,
                                int64_t *offset);

/* Not collective. Creates a one-dimensional dataset of `size` elements that presents, without a copy, the
 * elements of `dataset` that are selected in its dataspace `from`. `dataset` may not exist yet. */
tc_status tc_hdf_view(hid_t file, const char *path, const char *name, hid_t type, hsize_t size,
                      const char *dataset, hid_t from);

/* Opens a file for reading by this process alone and without locks, and switches off HDF5's error messages.
 * Errors: TC_INPUT. */
tc_status tc_hdf_open(const char *path, hid_t *out);

/* Sets `*out` to true if an object of that name exists. A missing parent group is not an error. Errors:
 * TC_INPUT; TC_INTERNAL if memory is exhausted. */
tc_status tc_hdf_exists(hid_t file, const char *path, const char *name, bool *out);

/* Opens a dataset of numbers with at most two dimensions. Returns their number in `*dimensions` and their
 * lengths in `size`. Errors: TC_INPUT if the dataset is missing, not numeric, of other dimensions, or larger
 * than the file can hold. */
tc_status tc_hdf_open_dataset(hid_t file, const char *path, const char *name, int *dimensions,
                              hsize_t size[2], hid_t *out);

/* Reads a box into contiguous memory. Errors: TC_INPUT. */
tc_status tc_hdf_read(hid_t dataset, const char *path, hid_t type, const tc_hdf_box *box, void *values);

/* Reads at most `most` numbers from element `first` on of a one-dimensional dataset, fewer if it is shorter,
 * and returns its length in `*rows`. Errors: TC_INPUT, also if the dataset is missing. */
tc_status tc_hdf_read_column(hid_t file, const char *path, const char *name, hid_t type, hsize_t first,
                             hsize_t most, void *out, hsize_t *rows);

#endif
