/* Creates the HDF5 structure of a snapshot file (snapshot_layout.h). Internal to io/snapshot. Not collective:
 * only the root calls these functions. After tc_snapshot_file_create all ranks write numbers directly at the
 * byte offsets that it returns. */
#ifndef TC_IO_SNAPSHOT_SNAPSHOT_FILE_H
#define TC_IO_SNAPSHOT_SNAPSHOT_FILE_H

#include "base/core/gid.h"
#include "io/hdf/hdf.h"
#include "io/snapshot/snapshot_layout.h"
#include "mesh/mesh.h"

enum { TC_SNAPSHOT_NAME = 160 };

/* A field, which has one row per snapshot: the field v or a local state. */
typedef struct tc_snapshot_field {
  /* Names of the dataset, such as "/field/v", and of the group with one virtual dataset per snapshot, such as
   * "/field/frames". */
  char dataset[TC_SNAPSHOT_NAME], frames[TC_SNAPSHOT_NAME];
  char hashes[TC_SNAPSHOT_NAME]; /* name of the dataset with the hash of each row, such as "/hash/v" */
  int64_t offset; /* byte offset of row 0 in the file; row k begins at offset + 8 * cells * k */
  int64_t
      hash_offset; /* byte offset of the dataset `hashes`, which has 8 bytes per row; set on the root only */
  int64_t hash;    /* bits of the hash of the values in the row that was written last */
} tc_snapshot_field;

/* Formats the name of the dataset for a column of the history. */
void tc_snapshot_format_history_name(const tc_snapshot_history *history, int column,
                                     char name[TC_SNAPSHOT_NAME]);

/* Fills in the dataset names of all fields. field[0] is v, and field[1 + i] is local state i. */
void tc_snapshot_format_field_names(const tc_snapshot_extras *extras, tc_snapshot_field *field);

/* Byte offsets in the file of the datasets that are not fields. */
typedef struct tc_snapshot_offsets {
  int64_t time, step, tensor, fibre;
  int64_t *history; /* [1 + columns] step, then the columns; the caller frees it with tc_free; NULL without a
                       history */
} tc_snapshot_offsets;

/* Creates the file `path` with datasets for `rows` snapshots, and overwrites an existing file. Every step is
 * -1 and every time NaN. Values of fields, tensors and fibres are not written yet. After the call all data
 * can be written without HDF5, at the byte offsets in `field` and `out`. Errors: TC_OUTPUT, after which the
 * file is unusable. */
tc_status tc_snapshot_file_create(const char *path, const tc_mesh *mesh, const tc_snapshot_metadata *metadata,
                                  int64_t rows, const tc_snapshot_extras *extras, tc_snapshot_field *field,
                                  tc_snapshot_offsets *out);

/* Returns an upper limit of the number of bytes that the group /VTKHDF takes in a file. */
int64_t tc_snapshot_vtk_bytes(tc_gid cells, int64_t rows, int fields);

/* Creates the group /VTKHDF (VTK's own format, version 2.0). Points, regions, tensors, fibres and times are
 * hard links to datasets, which must already exist. VTK expects all vertices in one list and all values of a
 * field in one list. These lists are virtual datasets, so the datasets with the data may be created later.
 * The group takes 5 bytes per cell and a few numbers per snapshot. Errors: TC_OUTPUT. */
tc_status tc_snapshot_vtk_create(hid_t file, const char *path, int64_t rows, tc_gid nodes, tc_gid cells,
                                 int fields, const tc_snapshot_field *field);

/* Returns the hash of a row as stored in /hash. `values` is the sum of tc_hash_element (base/numeric/hash.h)
 * over the values of all cells. Time and step are added to the sum like values of two more cells. */
int64_t tc_snapshot_row_hash(int64_t values, tc_gid cells, int64_t step, double time);

/* Reads the hash of the mesh as 16 hexadecimal digits; "" if the file has no such hash. Uses the numeric
 * attribute of /hash if it exists, otherwise the text attribute of the root, because HDF5 1.10 hangs on some
 * damaged texts. Errors: TC_INPUT if the file cannot be read. */
tc_status tc_snapshot_file_read_mesh_hash(hid_t file, const char *path, char hash[17]);

/* Sets `*out` to true if the file has hashes of its rows, and to false for files of older versions, which
 * have no hashes. `name` is the dataset of hashes of a field, such as "/hash/v". Errors: TC_INPUT if the file
 * has hashes but not this dataset. */
tc_status tc_snapshot_file_has_hashes(hid_t file, const char *path, const char *name, bool *out);

#endif
