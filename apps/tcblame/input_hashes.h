/* Which files a compiler read, and what was in them. */
#ifndef TC_TCBLAME_INPUT_HASHES_H
#define TC_TCBLAME_INPUT_HASHES_H

#include "file_hashes.h"

/* Whether all files of a list that tb_input_hashes_write wrote are as they were; then *hash is that of the
 * list. Errors: TC_INTERNAL out of memory. */
tc_status tb_input_hashes_check(const char *path, tb_file_hashes *digests, char hash[TB_SOURCE_HASH],
                                bool *same);

/* Lists files (NULL ends them; names from `folder` on), each with the hash of what is in it. Errors:
 * TC_OUTPUT; TC_INTERNAL. */
tc_status tb_input_hashes_write(const char *const *read, const char *folder, tb_file_hashes *digests,
                                const char *path, char hash[TB_SOURCE_HASH]);

#endif
