/* Computes hashes of the contents of files and reads each file only once. Called by input_hashes.c, because
 * many sources include the same headers. */
#ifndef TC_TCBLAME_FILE_HASHES_H
#define TC_TCBLAME_FILE_HASHES_H

#include "base/containers/map.h"
#include "blame/facts/source_file.h"

/* Stores the hash of the file with the absolute path `path` in `hash`; "" if the file cannot be read. Reads
 * the file only at the first call for this path: `hashes` stores the hashes of the files read so far;
 * zero-initialise it before the first call. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_file_hashes_find(tc_map *hashes, const char *path, char hash[TB_SOURCE_HASH]);

/* Returns the hash of a list of texts that ends with `text`. `hash` is the hash of the texts before `text`,
 * or 0 if `text` is the first one. The length of each text is hashed too. */
uint64_t tb_text_hash_add(uint64_t hash, const char *text);

#endif
