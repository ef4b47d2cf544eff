/* The HDF5 file of a checkpoint: what a run has kept of a step, and what it was. Internal to io; not
 * collective, the root calls it.
 *
 *   in front (HDF5's user block): the seal of base/file/checksum_header.h, "tetracast checkpoint 3", the
 * bytes, the hash of all root attributes (texts): those of tc_checkpoint_attributes /kept/<name> [count] f8
 * or i8: an item of solve/space/restart_list.h, in the mesh's own numbering where it is one of cells;
 * /kept/<name>.place [count] i8: 4 * cell + which number of its, where it is of some cells alone */
#ifndef TC_IO_CHECKPOINT_CHECKPOINT_FILE_H
#define TC_IO_CHECKPOINT_CHECKPOINT_FILE_H

#include "io/checkpoint/checkpoint.h"
#include "io/hdf/hdf.h"

#define TC_CHECKPOINT_FORM "tetracast checkpoint 3"

/* An item as it is in a file. Zeroed: not known yet. */
typedef struct tc_checkpoint_dataset {
  int64_t count;  /* of the whole mesh */
  uint64_t hash;  /* of all ranks' numbers: tc_checkpoint_hash with the places, or cells, for indices */
  void *number;   /* [count] root, owned: of TC_RESTART_KEYED */
  tc_gid *place;  /* [count] the same */
  int64_t offset; /* of TC_RESTART_CELLS: bytes from the beginning of the file, a multiple of 8 */
} tc_checkpoint_dataset;

/* Makes the whole file in place of the existing, empty one at `path`; the numbers of TC_RESTART_CELLS are
 * holes for which there is room on the disk, and item[].offset tells where. Errors: TC_OUTPUT; the file is
 * then of no use. */
tc_status tc_checkpoint_file_create(const char *path, const tc_checkpoint_attributes *facts,
                                    const tc_restart_list *keep, tc_checkpoint_dataset *item);

/* Reads what the file says of itself; *out is released by tc_checkpoint_attributes_free. Errors, TC_INPUT: it
 * does not say all. */
tc_status tc_checkpoint_file_read_attributes(hid_t file, const char *path, tc_checkpoint_attributes *out);

/* Whether what is under a checkpoint's name is one, or was one before it was damaged. */
bool tc_checkpoint_file_is_own(const char *path);

/* Whether the numbers of an item have this hash. Errors, TC_INPUT. */
tc_status tc_checkpoint_file_verify_item(hid_t file, const char *path, const char *name, uint64_t hash);

/* The hash of so many numbers of 8 bytes; index: in place of 0, 1, 2, .., or NULL. */
uint64_t tc_checkpoint_hash(int64_t count, const tc_gid *index, const void *number);

/* The item `name` as it was written, new arrays (tc_free, after an error too): *count numbers of 8 bytes and,
 * where it has them, their places. NULL when there is no such item. Errors, TC_INPUT. */
tc_status tc_checkpoint_file_read(hid_t file, const char *path, const char *name, int64_t *count,
                                  void **number, tc_gid **place);

#endif
