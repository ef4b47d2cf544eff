/* HDF5 layout of a checkpoint file. Internal to io/checkpoint. Not collective: only the root calls it.
 * tc_checkpoint_write calls tc_checkpoint_file_create before the ranks fill in the large arrays, and
 * tc_checkpoint_read calls tc_checkpoint_file_read for each item. The layout is:
 * - HDF5 user block: the checksum header of base/file/checksum_header.h, with the kind TC_CHECKPOINT_FORM.
 * - root attributes (texts): the members of tc_checkpoint_attributes.
 * - /kept/<name> [count] f8 or i8: one restart item; items of all cells are in the numbering of the mesh.
 * - /kept/<name>.place [count] i8: keys of an item of some cells, 4 * cell + index of the number in it. */
#ifndef TC_IO_CHECKPOINT_CHECKPOINT_FILE_H
#define TC_IO_CHECKPOINT_CHECKPOINT_FILE_H

#include "io/checkpoint/checkpoint.h"
#include "io/hdf/hdf.h"

#define TC_CHECKPOINT_FORM "tetracast checkpoint 3"

/* One restart item in a file. Zero-initialise before use. */
typedef struct tc_checkpoint_dataset {
  int64_t count;  /* number of values of all ranks together */
  uint64_t hash;  /* tc_checkpoint_hash of the numbers of all ranks; the index of a number is its key in an
                     item of some cells, its cell in an item of all cells, and its position in other items */
  void *number;   /* [count] values on the root, owned; for TC_RESTART_KEYED only */
  tc_gid *place;  /* [count] keys on the root, owned; for TC_RESTART_KEYED only */
  int64_t offset; /* byte offset in the file, a multiple of 8; for TC_RESTART_CELLS only */
} tc_checkpoint_dataset;

/* Overwrites the empty file at `path` with the complete HDF5 structure and all small items. Arrays of kind
 * TC_RESTART_CELLS remain unwritten, but their disk space is reserved. Their byte offsets are stored in the
 * entries of `item`, which has one entry per restart item. Errors: TC_OUTPUT. The file is then unusable. */
tc_status tc_checkpoint_file_create(const char *path, const tc_checkpoint_attributes *facts,
                                    const tc_restart_list *keep, tc_checkpoint_dataset *item);

/* Reads all attributes of an open file into `*out`, which the caller frees with
 * tc_checkpoint_attributes_free, also after an error. Errors: TC_INPUT if an attribute is missing. */
tc_status tc_checkpoint_file_read_attributes(hid_t file, const char *path, tc_checkpoint_attributes *out);

/* True if the first bytes of the file are those of a checkpoint, even if the file is damaged. */
bool tc_checkpoint_file_is_own(const char *path);

/* Reads the item `name` and checks that its numbers have this hash. Errors: TC_INPUT. */
tc_status tc_checkpoint_file_verify_item(hid_t file, const char *path, const char *name, uint64_t hash);

/* Returns a hash of `count` numbers of 8 bytes, each with the index in `index`, that does not depend on their
 * order. If `index` is NULL, the indices are 0, 1, 2, ... */
uint64_t tc_checkpoint_hash(int64_t count, const tc_gid *index, const void *number);

/* Reads the item `name`: `*count` numbers of 8 bytes and, for an item of some cells, their keys in `*place`.
 * The caller frees `*number` and `*place` with tc_free, also after an error. Absent arrays are NULL. Errors:
 * TC_INPUT. */
tc_status tc_checkpoint_file_read(hid_t file, const char *path, const char *name, int64_t *count,
                                  void **number, tc_gid **place);

#endif
