/* Lists of the files that a compiler read, with hashes of their contents. Called by bitcode.c to validate its
 * cache. */
#ifndef TC_TCBLAME_INPUT_HASHES_H
#define TC_TCBLAME_INPUT_HASHES_H

#include "compile/file_hashes.h"

/* Checks a list that tb_input_hashes_write wrote. *same is true if all its files are unchanged. *hash is then
 * the hash of the list. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_input_hashes_check(const char *path, tb_file_hashes *digests, char hash[TB_SOURCE_HASH],
                                bool *same);

/* Writes a list of files with the hashes of their contents. `read` ends with NULL; relative names are
 * relative to `folder`. Errors: TC_OUTPUT if the list cannot be written; TC_INTERNAL if memory is
 * exhausted. */
tc_status tb_input_hashes_write(const char *const *read, const char *folder, tb_file_hashes *digests,
                                const char *path, char hash[TB_SOURCE_HASH]);

#endif
