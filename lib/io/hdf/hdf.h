/* Wrappers of HDF5 functions that return a tc_status: attributes, datasets, and parts of arrays. Internal to
 * io: only files that read or write HDF5 include this header. While a file is open, HDF5's own error messages
 * are switched off. "Collective" means collective over the processes that opened the file. */
#ifndef TC_IO_HDF_HDF_H
#define TC_IO_HDF_HDF_H

#include <hdf5.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"

/* Not collective. Converts the result of an HDF5 call into a status. A negative result becomes an error with
 * a reason from HDF5's error stack. The error is TC_INPUT if `reads` is true, which means that the call reads
 * a file. Otherwise the error is TC_OUTPUT. */
tc_status tc_hdf_check(int64_t result, const char *path, bool reads);
#define TC_HDF(path, call)      tc_hdf_check((int64_t)(call), (path), false)
#define TC_HDF_READ(path, call) tc_hdf_check((int64_t)(call), (path), true)

/* Not collective. tc_hdf_silence stores the setting of HDF5's error messages, which belongs to the process,
 * and switches them off. tc_hdf_restore sets the stored value again. Calls may be nested. tc_hdf_open and
 * tc_hdf_create call tc_hdf_silence, and tc_hdf_close and tc_hdf_close_id call tc_hdf_restore when they close
 * a file. */
void tc_hdf_silence(void);
void tc_hdf_restore(void);

/* Closes an HDF5 object of any kind by its id. Ignores a negative id. Collective for the file, groups and
 * datasets if several processes opened the file. */
void tc_hdf_close_id(hid_t id);

/* Closes a file that was opened for writing. Does nothing if `file` is negative. Returns `status` if it is an
 * error, otherwise the result of closing the file. Collective if several processes opened the file. Errors:
 * TC_OUTPUT if closing fails. */
tc_status tc_hdf_close(hid_t file, const char *path, tc_status status);

/* Not collective. Creates a file that only this process opens, and overwrites an existing file at `path`. The
 * file contains no modification times, so that equal runs write equal files. All objects are aligned to 8
 * bytes. HDF5 does not use the first `user_block` bytes of the file. Errors: TC_OUTPUT if the file cannot be
 * created. */
tc_status tc_hdf_create(const char *path, hsize_t user_block, hid_t *out);

/* Not collective. Reserves `bytes_now` bytes of disk space for a new file and checks that the limit on file
 * sizes allows `bytes_max` bytes. Without this check HDF5 might crash on a full disk or return an error
 * without the reason. tc_file_release_space releases the unused part of the reserved space. Errors: TC_OUTPUT
 * if the space is not available. */
tc_status tc_hdf_reserve(const char *path, int64_t bytes_now, int64_t bytes_max);

/* Collective. Creates the group `name` in the file. */
tc_status tc_hdf_create_group(hid_t file, const char *path, const char *name);

/* Collective. Writes `count` numbers as an attribute of the object with the path `object` in the file. If
 * `count` is 0, writes one number as a scalar attribute. */
tc_status tc_hdf_write_numbers(hid_t file, const char *path, const char *object, const char *name, hid_t type,
                               hsize_t count, const void *value);

/* Collective. Writes a text as an attribute, in UTF-8 with variable length. NULL is written as "". */
tc_status tc_hdf_write_text(hid_t object, const char *path, const char *name, const char *text);

/* Collective. Writes a text as an attribute, in UTF-8 with a fixed length and a zero byte at the end. HDF5
 * 1.10 has a checksum for such texts, and crashes on some damaged texts of variable length. */
tc_status tc_hdf_write_fixed_text(hid_t object, const char *path, const char *name, const char *text);

/* Reads a text attribute of variable length into a new string that the caller frees with tc_free. Sets `*out`
 * to NULL if the attribute is missing or is not a text. Errors: TC_INPUT if HDF5 fails; TC_INTERNAL if memory
 * is exhausted. */
tc_status tc_hdf_read_text(hid_t object, const char *path, const char *name, char **out);

/* Reads a text attribute of fixed length. Otherwise equal to tc_hdf_read_text. A text of more than 1 MiB is
 * treated as missing. */
tc_status tc_hdf_read_fixed_text(hid_t object, const char *path, const char *name, char **out);

/* Reads an attribute of `count` numbers, or of one number if `count` is 0. Sets `*found` to false if the
 * attribute is missing, is not numeric or does not have this number of elements. Errors: TC_INPUT if HDF5
 * fails. */
tc_status tc_hdf_read_numbers(hid_t object, const char *path, const char *name, hid_t type, hsize_t count,
                              void *out, bool *found);

/* Creates a file access property list for a file that only this process opens. It selects MPI-IO, with which
 * HDF5 does not lock the file, because HDF5's locks fail on some file systems. The caller closes `*out` with
 * tc_hdf_close_id. */
tc_status tc_hdf_create_access(const char *path, hid_t *out);

/* Layout of a new dataset. If chunk[0] is 0, the dataset is contiguous and its byte offset in the file is
 * fixed when it is created. */
typedef struct tc_hdf_layout {
  const char *name; /* absolute path of the dataset in the file; its group must exist */
  hid_t type;
  int dimensions; /* number of dimensions, 1 or 2 */
  hsize_t size[2];
  hsize_t chunk[2];
  unsigned deflate; /* deflate level from 0 (none) to 9 */
} tc_hdf_layout;

/* Collective. Creates a dataset and returns it, open, in `*out`. No modification time is stored, so that
 * equal runs write equal files. Elements that the caller does not write are undefined, because no fill value
 * is written. */
tc_status tc_hdf_create_dataset(hid_t file, const char *path, const tc_hdf_layout *layout, hid_t *out);

/* Part of a dataset: the elements start .. start + count - 1 in each dimension. The part is empty if a count
 * is 0. */
typedef struct tc_hdf_box {
  int dimensions;
  hsize_t start[2], count[2];
} tc_hdf_box;

/* Writes the elements `values`, contiguous in memory, to the part `box` of a dataset. Collective if the
 * property list `transfer` requests a collective transfer. */
tc_status tc_hdf_write(hid_t dataset, const char *path, hid_t type, hid_t transfer, const tc_hdf_box *box,
                       const void *values);

/* Creates the dataspaces that select the part `box` in the file and in memory. Callers with a collective
 * transfer use this function and then H5Dwrite instead of tc_hdf_write. The selection may fail on a single
 * rank, so all ranks call tc_world_agree before the transfer. The caller initialises both ids to -1 and
 * closes them with tc_hdf_close_id, also after an error. */
tc_status tc_hdf_select(hid_t dataset, const char *path, const tc_hdf_box *box, hid_t *in_file,
                        hid_t *in_memory);

/* Not collective. Creates a contiguous dataset and writes `numbers`, which have the type layout->type. If
 * `numbers` is NULL, the values are not written. Returns the byte offset of the dataset in the file in
 * `*offset`, which is undefined if the dataset has no elements. `offset` may be NULL. Errors: TC_OUTPUT. */
tc_status tc_hdf_write_array(hid_t file, const char *path, const tc_hdf_layout *layout, const void *numbers,
                             int64_t *offset);

/* Not collective. Creates a one-dimensional dataset and sets all elements to the 8-byte number `*number`.
 * Returns the byte offset of the dataset in the file in `*offset`. */
tc_status tc_hdf_write_constant(hid_t file, const char *path, const char *name, hid_t type, int64_t count,
                                const void *number, int64_t *offset);

/* Not collective. Creates a virtual dataset: a one-dimensional dataset `name` of `size` elements whose values
 * are those elements of `dataset` that the dataspace `from` selects. No value is copied. `dataset` may be
 * created later. */
tc_status tc_hdf_create_view(hid_t file, const char *path, const char *name, hid_t type, hsize_t size,
                             const char *dataset, hid_t from);

/* Opens a file for reading without locking it. Only this process opens the file. Errors: TC_INPUT if the file
 * cannot be opened. */
tc_status tc_hdf_open(const char *path, hid_t *out);

/* Sets `*out` to true if an object with the absolute path `name` exists in the file, otherwise to false. A
 * missing parent group is not an error. Errors: TC_INPUT; TC_INTERNAL if memory is exhausted. */
tc_status tc_hdf_exists(hid_t file, const char *path, const char *name, bool *out);

/* Opens a dataset of numbers with at most two dimensions. Returns the number of dimensions in `*dimensions`
 * and the length of each dimension in `size`. Errors: TC_INPUT if the dataset is missing, is not numeric, has
 * more dimensions, or claims more data than a file of this size can contain. */
tc_status tc_hdf_open_dataset(hid_t file, const char *path, const char *name, int *dimensions,
                              hsize_t size[2], hid_t *out);

/* Reads the part `box` of a dataset into contiguous memory. Errors: TC_INPUT if HDF5 fails. */
tc_status tc_hdf_read(hid_t dataset, const char *path, hid_t type, const tc_hdf_box *box, void *values);

/* Reads the elements first .. first + count - 1 of a one-dimensional dataset, or fewer if the dataset is
 * shorter. Returns the length of the dataset in `*rows`. Errors: TC_INPUT, also if the dataset is missing. */
tc_status tc_hdf_read_column(hid_t file, const char *path, const char *name, hid_t type, hsize_t first,
                             hsize_t count, void *out, hsize_t *rows);

#endif
