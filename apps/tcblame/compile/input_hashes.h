/* Lists of the files that a compiler read, with hashes of their contents. bitcode.c calls this module to
 * check whether a cache entry is still valid. `digests` stores the hashes of all files read so far
 * (file_hashes.h). */
#ifndef TC_TCBLAME_INPUT_HASHES_H
#define TC_TCBLAME_INPUT_HASHES_H

#include "compile/file_hashes.h"

/* Reads the list `path` that tb_input_hashes_write wrote. Sets *same to true if all files of the list are
 * unchanged, and then stores the hash of the list in `hash`. Sets *same to false if a file has changed or the
 * list cannot be read. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_input_hashes_check(const char *path, tc_map *digests, char hash[TB_SOURCE_HASH], bool *same);

/* Writes the list of the files `read` with the hashes of their contents to the file `path`, and stores the
 * hash of the list in `hash`. `read` ends with NULL. Relative names are relative to `folder`. Errors:
 * TC_OUTPUT if the list cannot be written; TC_INTERNAL if memory is exhausted. */
tc_status tb_input_hashes_write(const char *const *read, const char *folder, tc_map *digests,
                                const char *path, char hash[TB_SOURCE_HASH]);

#endif
