/* Source files: hash of the content, simplification of paths, and comparison of paths. The facts use the hash
 * to detect changed sources, and the comparison to match files whose build directories differ. Only
 * tb_source_hash accesses the file system. */
#ifndef TC_BLAME_FACTS_SOURCE_FILE_H
#define TC_BLAME_FACTS_SOURCE_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/pool.h"

/* Size of the text of a hash: 16 hexadecimal digits and the terminating zero. */
enum { TB_SOURCE_HASH = 17 };

/* Computes the hash of the content of a file (base/numeric/hash.h). If the file cannot be read, sets `hash`
 * to "" and returns false. */
bool tb_source_hash(const char *path, char hash[TB_SOURCE_HASH]);

/* Formats a hash as text of 16 hexadecimal digits. */
void tb_source_hash_format(uint64_t value, char hash[TB_SOURCE_HASH]);

/* Returns in *out the path without the components "." and "..". Symbolic links are not resolved. The result
 * is allocated in `pool`. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_source_path_normalise(tc_pool *pool, const char *path, const char **out);

/* Returns the number of equal path components at the end of both paths. For example, it is 2 for "x/a/b.c"
 * and "y/a/b.c". */
int tb_source_path_count_common(const char *a, const char *b);

#endif
