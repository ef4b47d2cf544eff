/* Which files a compiler read, and what was in them. */
#ifndef TC_TCBLAME_INPUT_HASHES_H
#define TC_TCBLAME_INPUT_HASHES_H

#include "file_hashes.h"

/* Whether all files of a list that tc_inputs_write wrote are as they were; then *hash is that of the list.
 * Errors: TC_INTERNAL out of memory. */
tc_status tc_inputs_check(const char *path, tc_digests *digests, char hash[TC_SOURCE_HASH], bool *same);

/* Lists files (NULL ends them; names from `folder` on), each with the hash of what is in it. Errors:
 * TC_OUTPUT; TC_INTERNAL. */
tc_status tc_inputs_write(const char *const *read, const char *folder, tc_digests *digests, const char *path,
                          char hash[TC_SOURCE_HASH]);

#endif
