/* Hash of the bytes of files. Imports store that of their source files in the mesh file, so that a run
 * detects a source file that has changed. A mesh that several ranks read from text has the hash of the text
 * files. Not collective. */
#ifndef TC_BASE_FILE_FILE_HASH_H
#define TC_BASE_FILE_FILE_HASH_H

#include <stdint.h>

#include "base/core/status.h"

/* Sets *hash to the hash of the bytes of the files, whose list ends with NULL. For a single file it is the
 * hash of all bytes, as in tc_line_reader_hash. For several files it is the hash of their hashes in the order
 * of the list. Errors: TC_INPUT if a file cannot be read. */
tc_status tc_file_hash(const char *const *files, uint64_t *hash);

#endif
