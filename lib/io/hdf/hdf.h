/* Small steps with HDF5: errors as statuses, attributes, datasets, pieces of arrays. Internal to io; only
 * files that read or write HDF5 include it. HDF5's own printing of errors has to be off (H5Eset_auto2). */
#ifndef TC_IO_HDF_HDF_H
#define TC_IO_HDF_HDF_H

#include <hdf5.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"

/* A negative result of an HDF5 call as TC_OUTPUT with the innermost useful reason. Not collective. */
tc_status tc_hdf_check(int64_t result, const char *path);
#define TC_HDF(path, call) tc_hdf_check((int64_t)(call), (path))

/* The same of a file that is read, as TC_INPUT. */
tc_status tc_hdf_check_read(int64_t result, const char *path);
#define TC_HDF_READ(path, call) tc_hdf_check_read((int64_t)(call), (path))

/* Gives back an id of any kind; negative ids are fine. Collective for files, groups and datasets of a
 * parallel file. */
void tc_hdf_close_id(hid_t id);

/* Closes a file that was written (negative: there is none) after what `status` says; the first error stays.
 * Not collective for files of one process. Errors: TC_OUTPUT. */
tc_status tc_hdf_close(hid_t file, const char *path, tc_status status);

/* Collective over those who opened the file: writes a text of any length as an attribute (UTF-8, variable
 * length); NULL is "". */
tc_status tc_hdf_attribute(hid_t object, const char *path, const char *name, const char *text);

/* Reads such an attribute into a new string (tc_free); NULL in *out where there is none, or it is no text.
 * Errors: TC_INPUT; TC_INTERNAL out of memory. */
tc_status tc_hdf_text(hid_t object, const char *path, const char *name, char **out);

/* How files are opened by this process: through MPI, which takes no locks of HDF5's own (they fail on some
 * file systems). *out is released by the caller. */
tc_status tc_hdf_access(const char *path, hid_t *out);

/* What a new dataset looks like. A chunk of 0 in the first dimension: contiguous, in a place that is known at
 * once. */
typedef struct tc_hdf_layout {
  const char *name; /* absolute; its group exists */
  hid_t type;
  int dimensions; /* 1 or 2 */
  hsize_t size[2];
  hsize_t chunk[2];
  unsigned deflate; /* 0 none .. 9 */
} tc_hdf_layout;

/* Collective in the same sense: makes the dataset and leaves it open in *out. No times of change are kept, so
 * the bytes of the file do not depend on when it was written. Nothing is filled in: write every element. */
tc_status tc_hdf_dataset(hid_t file, const char *path, const tc_hdf_layout *layout, hid_t *out);

/* Not collective: where a contiguous dataset with any numbers lies, in bytes from the beginning of the file;
 * one without any lies nowhere, and the offset is of no use. Errors, TC_OUTPUT: nobody may write there then.
 */
tc_status tc_hdf_data_offset(hid_t dataset, const char *path, bool any, int64_t *offset);

/* Whether there is an object of that name, in *out. Errors, TC_OUTPUT. */
tc_status tc_hdf_exists_collective(hid_t file, const char *path, const char *name, bool *out);

/* A box of a dataset: elements start[d] .. start[d]+count[d]-1; no elements when a count is 0. */
typedef struct tc_hdf_box {
  int dimensions;
  hsize_t start[2], count[2];
} tc_hdf_box;

/* Writes one box from contiguous memory. Collective exactly when `transfer` asks for a collective transfer.
 */
tc_status tc_hdf_write(hid_t dataset, const char *path, hid_t type, hid_t transfer, const tc_hdf_box *box,
                       const void *values);

/* The same in two: what one rank alone may have no memory for, and the transfer, which all ranks of a
 * collective one have to take part in. The spaces are released by the caller, after an error too (begin with
 * -1). */
tc_status tc_hdf_select(hid_t dataset, const char *path, const tc_hdf_box *box, hid_t *in_file,
                        hid_t *in_memory);

/* Not collective: makes a dataset of one dimension of equal numbers of 8 bytes. *offset: where they lie, in
 * bytes from the beginning of the file. */
tc_status tc_hdf_write_dataset(hid_t file, const char *path, const tc_hdf_layout *layout, const void *number,
                               int64_t *offset);

/* Opens a file to read, by this process alone and without locks; HDF5 prints no errors from then on. Errors,
 * TC_INPUT. */
tc_status tc_hdf_open(const char *path, hid_t *out);

/* Whether there is an object of that name, in *out; a group on the way that is not there is no error. Errors:
 * TC_INPUT; TC_INTERNAL out of memory. */
tc_status tc_hdf_exists(hid_t file, const char *path, const char *name, bool *out);

/* Opens a dataset of numbers and tells its size[*dimensions], at most two dimensions. Errors, TC_INPUT: none
 * of that name, no numbers, other dimensions. */
tc_status tc_hdf_open_dataset(hid_t file, const char *path, const char *name, int *dimensions,
                              hsize_t size[2], hid_t *out);

/* Reads one box into contiguous memory. Errors, TC_INPUT. */
tc_status tc_hdf_read(hid_t dataset, const char *path, hid_t type, const tc_hdf_box *box, void *values);

#endif
