/* The HDF5 file of a run's snapshots: layout, mesh and attributes. Internal to io; not collective, the root
 * calls it. */
#ifndef TC_IO_SNAPSHOT_SNAPSHOT_FILE_H
#define TC_IO_SNAPSHOT_SNAPSHOT_FILE_H

#include "io/hdf/hdf.h"
#include "io/snapshot/snapshot.h"

enum { TC_SNAPSHOT_NAME = 160 };

/* A field that has a row in each snapshot: v, then the states. */
typedef struct tc_snapshot_field {
  char dataset[TC_SNAPSHOT_NAME], frames[TC_SNAPSHOT_NAME]; /* "/field/v", "/field/frames" */
  char hashes[TC_SNAPSHOT_NAME];                            /* "/hash/v" */
  int64_t offset;  /* row k begins at offset + 8*cells*k, bytes from the beginning of the file */
  int64_t hash_at; /* root: the same of the hashes, 8 bytes each */
  int64_t hash;    /* bits of a hash of the values in the row that was written last */
} tc_snapshot_field;

/* The fields' names; field[1 + states]. extras: NULL for no states. */
void tc_snapshot_field_names(const tc_snapshot_extras *extras, tc_snapshot_field *field);

/* Where the other numbers lie, bytes from the beginning of the file. */
typedef struct tc_snapshot_offsets {
  int64_t time, step, tensor, fibre;
  int64_t *history; /* [1 + its columns] NULL without a history; the caller's (tc_free) */
} tc_snapshot_offsets;

/* Makes the whole file at `path` (an existing file is emptied), for `rows` snapshots of which none is written
 * yet: step is -1 and time NaN, the values of fields are holes, and so are tensors and fibres. From here on
 * the file needs no more of HDF5: a snapshot is raw numbers at places that are fixed. Errors: TC_OUTPUT; the
 * file is then of no use. */
tc_status tc_snapshot_file_create(const char *path, const tc_mesh *mesh, const tc_snapshot_metadata *about,
                                  int64_t rows, const tc_snapshot_extras *extras, tc_snapshot_field *field,
                                  tc_snapshot_offsets *out);

/* The same file at `to`, with fields that are compressed and still empty. Errors: TC_OUTPUT. */
tc_status tc_snapshot_file_copy(const char *from, const char *to, int64_t rows, tc_gid nodes, tc_gid cells,
                                int fields, const tc_snapshot_field *field, int compress);

/* The hash of the mesh that the fields are of, 16 digits; "": the file does not say. Not from the text among
 * the root's attributes where it can be had elsewhere: HDF5 1.10 hangs on some texts that are damaged.
 * Errors, TC_INPUT. */
tc_status tc_snapshot_file_mesh(hid_t file, const char *path, char hash[17]);

/* Whether the file has hashes of the rows of this dataset; "/field/v" has "/hash/v". Errors, TC_INPUT: it
 * should have them, and is damaged. Only files of older versions have none. */
tc_status tc_snapshot_file_hashes(hid_t file, const char *path, const char *name, bool *out);

/* What /hash has of a row: bits of the hash of its values (the sum of base/numeric/hash.h's tc_hash_element
 * over its cells), to which time and step are added as if they were the next two cells. */
int64_t tc_snapshot_row_hash(int64_t values, tc_gid cells, int64_t step, double time);

/* Whether this is a file that tc_snapshot_file_create made. */
bool tc_snapshot_file_is_own(const char *path);

#endif
