/* Source files: hash of the content, and simplification and comparison of paths. Used by the facts to
 * detect changed sources and to match paths from different build directories. All functions but
 * tb_source_hash are pure and never access the file system. */
#ifndef TC_BLAME_FACTS_SOURCE_FILE_H
#define TC_BLAME_FACTS_SOURCE_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/pool.h"

enum { TB_SOURCE_HASH = 17 }; /* 16 hexadecimal digits and the terminating zero. */

/* Computes the hash of the content of a file (base/numeric/hash.h). Returns false and sets "" if the file
 * cannot be read. */
bool tb_source_hash(const char *path, char hash[TB_SOURCE_HASH]);

/* Formats a hash as 16 hexadecimal digits. */
void tb_source_digits(uint64_t value, char hash[TB_SOURCE_HASH]);

/* Returns the path without "." and "..", without resolving symbolic links. The result is allocated in
 * `pool`. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_source_clean(tc_pool *pool, const char *path, const char **out);

/* Returns the number of path components ("a/b.c" has two) that are equal in both paths, counted from the end.
 */
int tb_source_common_end(const char *a, const char *b);

#endif
