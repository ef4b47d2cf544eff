/* HDF5 structure of a new snapshot file (snapshot_layout.h). Internal to io/snapshot. Not collective: only
 * the root calls it. After tc_snapshot_file_create, ranks write raw numbers at the returned offsets. */
#ifndef TC_IO_SNAPSHOT_SNAPSHOT_FILE_H
#define TC_IO_SNAPSHOT_SNAPSHOT_FILE_H

#include "base/core/gid.h"
#include "io/hdf/hdf.h"
#include "io/snapshot/snapshot_layout.h"
#include "mesh/mesh.h"

enum { TC_SNAPSHOT_NAME = 160 };

/* A field with one row per snapshot: v first, then the states. */
typedef struct tc_snapshot_field {
  char dataset[TC_SNAPSHOT_NAME], frames[TC_SNAPSHOT_NAME]; /* name of the dataset, such as "/field/v", and of
                                                               its group of frames, such as "/field/frames" */
  char hashes[TC_SNAPSHOT_NAME]; /* name of the dataset of its hashes, such as "/hash/v" */
  int64_t offset;                /* byte offset of row 0 in the file; row k begins at offset + 8*cells*k */
  int64_t hash_at;               /* root: byte offset of the dataset of hashes, which has 8 bytes per row */
  int64_t hash;                  /* bits of the hash of the values in the last row written */
} tc_snapshot_field;

/* Formats the name of the dataset of a column of the history. */
void tc_snapshot_history_name(const tc_snapshot_history *history, int column, char name[TC_SNAPSHOT_NAME]);

/* Fills in the dataset names of all fields. `field` has one entry for v and one for each local state. */
void tc_snapshot_field_names(const tc_snapshot_extras *extras, tc_snapshot_field *field);

/* Byte offsets of the other datasets in the file. */
typedef struct tc_snapshot_offsets {
  int64_t time, step, tensor, fibre;
  int64_t *history; /* [1 + columns], freed by the caller with tc_free; NULL without a history */
} tc_snapshot_offsets;

/* Creates the complete file at `path`, overwriting an existing one, with room for `rows` snapshots. Steps are
 * -1 and times NaN; values of fields, tensors and fibres are holes. HDF5 is not needed for writing
 * afterwards, because snapshots are raw numbers at fixed offsets. Errors: TC_OUTPUT. The file is then
 * unusable. */
tc_status tc_snapshot_file_create(const char *path, const tc_mesh *mesh, const tc_snapshot_metadata *about,
                                  int64_t rows, const tc_snapshot_extras *extras, tc_snapshot_field *field,
                                  tc_snapshot_offsets *out);

/* Returns an upper limit for the bytes that the group /VTKHDF occupies in a file. */
int64_t tc_snapshot_vtk_bytes(tc_gid cells, int64_t rows, int fields);

/* Creates the group /VTKHDF (VTK's own format, version 2.0). Points, regions, tensors, fibres and times are
 * hard links, so their datasets must exist. Vertices and fields, which VTK expects as one list each, are
 * virtual datasets and may follow. The group adds 5 bytes per cell (index of its first vertex and its type)
 * and a few numbers per row. Errors: TC_OUTPUT. */
tc_status tc_snapshot_vtk_create(hid_t file, const char *path, int64_t rows, tc_gid nodes, tc_gid cells,
                                 int fields, const tc_snapshot_field *field);

/* Returns the hash of a row as stored in /hash. `values` holds the bits of the sum of tc_hash_element
 * (base/numeric/hash.h) over the cells. Time and step are added as if they were the next two cells. */
int64_t tc_snapshot_row_hash(int64_t values, tc_gid cells, int64_t step, double time);

/* Reads the hash of the mesh as 16 hexadecimal digits, or "" if the file has none. The numeric attribute of
 * /hash is preferred to the text attribute of the root, because HDF5 1.10 hangs on some damaged texts.
 * Errors: TC_INPUT. */
tc_status tc_snapshot_file_mesh(hid_t file, const char *path, char hash[17]);

/* Sets `*out` to true if the file has hashes for its rows. `name` is the hash dataset, such as "/hash/v".
 * Only files of older versions have none. Errors: TC_INPUT if the file has hashes but not this dataset. */
tc_status tc_snapshot_file_hashes(hid_t file, const char *path, const char *name, bool *out);

#endif
