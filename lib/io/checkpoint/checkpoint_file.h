/* HDF5 layout of a checkpoint file. Internal to io/checkpoint. Not collective: only the root calls it.
 * tc_checkpoint_write calls tc_checkpoint_file_create before all ranks write the arrays with one value per
 * cell. tc_checkpoint_read calls tc_checkpoint_file_read for each restart item. A file consists of:
 * - HDF5 user block: the checksum header of base/file/checksum_header.h, with the kind TC_CHECKPOINT_FORM.
 * - root attributes (texts): the members of tc_checkpoint_attributes.
 * - /kept/<name> [count] f8 or i8: the values of one restart item. An item with one value per cell is stored
 *   in the order of the cells in the mesh file.
 * - /kept/<name>.place [count] i8: keys of an item of kind TC_RESTART_KEYED, which has values for some cells
 *   only. The key of a value is 4 * cell number + index of the value in the cell. */
#ifndef TC_IO_CHECKPOINT_CHECKPOINT_FILE_H
#define TC_IO_CHECKPOINT_CHECKPOINT_FILE_H

#include "io/checkpoint/checkpoint.h"
#include "io/hdf/hdf.h"

#define TC_CHECKPOINT_FORM "tetracast checkpoint 3"

/* A restart item as it is stored in a checkpoint file. Zero-initialise before use. */
typedef struct tc_checkpoint_dataset {
  int64_t count; /* number of values, summed over all ranks */
  /* tc_checkpoint_hash of the values of all ranks. The index of a value in the hash is its key for
   * TC_RESTART_KEYED, its cell number for TC_RESTART_CELLS, and its array index for other kinds. */
  uint64_t hash;
  void *number;   /* [count] values, allocated on the root; only for TC_RESTART_KEYED */
  tc_gid *key;    /* [count] key of each value, allocated on the root; only for TC_RESTART_KEYED */
  int64_t offset; /* byte offset of the values in the file, a multiple of 8; only for TC_RESTART_CELLS */
} tc_checkpoint_dataset;

/* Overwrites the file at `path` with the complete HDF5 structure and the values of all items except those
 * of kind TC_RESTART_CELLS. For items of that kind it reserves disk space and sets `offset`. `item` has one
 * entry per item of the restart list `restart_list`. Errors: TC_OUTPUT, after which the file is unusable. */
tc_status tc_checkpoint_file_create(const char *path, const tc_checkpoint_attributes *attributes,
                                    const tc_restart_list *restart_list, tc_checkpoint_dataset *item);

/* Reads all attributes of an open file into `*out`. The caller frees `*out` with
 * tc_checkpoint_attributes_free, also after an error. Errors: TC_INPUT if an attribute is missing. */
tc_status tc_checkpoint_file_read_attributes(hid_t file, const char *path, tc_checkpoint_attributes *out);

/* True if the file begins with the text of a checkpoint's checksum header, or has an HDF5 signature after a
 * user block of the size of this header. The rest of the file is not checked and may be damaged. */
bool tc_checkpoint_file_is_own(const char *path);

/* Reads the restart item `name` and compares its hash with `hash`. Errors: TC_INPUT if the hashes differ
 * or the item cannot be read. */
tc_status tc_checkpoint_file_verify_item(hid_t file, const char *path, const char *name, uint64_t hash);

/* Returns a hash of `count` values of 8 bytes and of their indices index[0] .. index[count - 1]. The hash
 * does not depend on the order in which value and index pairs are stored. If `index` is NULL, the indices are
 * 0, 1, 2, ... */
uint64_t tc_checkpoint_hash(int64_t count, const tc_gid *index, const void *number);

/* Reads the restart item `name` into a new array `*number` of `*count` values of 8 bytes. For an item of
 * kind TC_RESTART_KEYED also reads the key of each value into `*key`. Sets `*number` or `*key` to NULL if
 * the file lacks that array. The caller frees both with tc_free, also after an error. Errors: TC_INPUT if the
 * file cannot be read. */
tc_status tc_checkpoint_file_read(hid_t file, const char *path, const char *name, int64_t *count,
                                  void **number, tc_gid **key);

#endif
