/* Source files: their names and what is in them. */
#ifndef TC_BLAME_FACTS_SOURCE_FILE_H
#define TC_BLAME_FACTS_SOURCE_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/pool.h"

enum { TB_SOURCE_HASH = 17 }; /* 16 hexadecimal digits and the end */

/* Of a file's bytes (base/numeric/hash.h); "" and false when it cannot be read. */
bool tb_source_hash(const char *path, char hash[TB_SOURCE_HASH]);

/* A hash as text. */
void tb_source_digits(uint64_t value, char hash[TB_SOURCE_HASH]);

/* The path without "." and "..", as if there were no links. Errors: TC_INTERNAL. */
tc_status tb_source_clean(tc_pool *pool, const char *path, const char **out);

/* Parts ("a/b.c" has two) in which two paths agree from the end. */
int tb_source_common_end(const char *a, const char *b);

#endif
