/* Lists of the files that a compiler read, with hashes of their contents. bitcode.c calls this module to
 * check whether a cache entry is still valid. The parameter `file_hashes` of the functions contains the
 * hashes of all files that were read so far. Each file is therefore read only once, even if many sources
 * include it. The caller zero-initialises `file_hashes` before the first call. */
#ifndef TC_TCBLAME_INPUT_HASHES_H
#define TC_TCBLAME_INPUT_HASHES_H

#include "base/containers/map.h"
#include "blame/facts/source_file.h"

/* Adds a text to the hash of a list of texts and returns the new hash. `hash` is the hash of the texts before
 * `text`; 0 for the first text. The length of each text is hashed too. */
uint64_t tb_text_hash_add(uint64_t hash, const char *text);

/* Reads the list `path` that tb_input_hashes_write wrote. Sets *is_unchanged to true if all files of the list
 * are unchanged, and then stores the hash of the list in `hash`. Sets *is_unchanged to false if a file has
 * changed or the list cannot be read. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_input_hashes_check(const char *path, tc_map *file_hashes, char hash[TB_SOURCE_HASH],
                                bool *is_unchanged);

/* Writes the list of the files `read` with the hashes of their contents to the file `path`. Stores the hash
 * of the list in `hash`. `read` ends with NULL. Relative names are relative to `folder`. Errors: TC_OUTPUT if
 * the list cannot be written; TC_INTERNAL if memory is exhausted. */
tc_status tb_input_hashes_write(const char *const *read, const char *folder, tc_map *file_hashes,
                                const char *path, char hash[TB_SOURCE_HASH]);

#endif
