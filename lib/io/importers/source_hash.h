/* Hash of the source files of an import. It is stored in the mesh file, so that a run detects a source file
 * that has changed. Readers store it in the raw mesh, and io/mesh_input can compare it without reading the
 * mesh. Not collective. */
#ifndef TC_IO_IMPORTERS_SOURCE_HASH_H
#define TC_IO_IMPORTERS_SOURCE_HASH_H

#include <stdint.h>

#include "base/core/status.h"

/* Sets *hash to the hash of the bytes of the files, whose list ends with NULL. For a single file it is the
 * hash of all bytes, as in tc_line_reader_hash. For several files it is the hash of their hashes in the order
 * of the list. Errors: TC_INPUT if a file cannot be read. */
tc_status tc_source_hash(const char *const *files, uint64_t *hash);

#endif
