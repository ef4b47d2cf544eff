/* Hashes of files, each read once. */
#ifndef TC_TCBLAME_FILE_HASHES_H
#define TC_TCBLAME_FILE_HASHES_H

#include "base/core/pool.h"
#include "blame/facts/source_file.h"

typedef struct tc_digest {
  const char *path;
  char hash[TC_SOURCE_HASH]; /* "": it cannot be read */
} tc_digest;

typedef struct tc_digests {
  int count, room;
  tc_digest *of; /* [room] by hash of the path; path NULL: free */
  tc_pool pool;
} tc_digests; /* zeros: empty */

/* Of the file of an absolute path. Errors: TC_INTERNAL out of memory. */
tc_status tc_digests_find(tc_digests *digests, const char *path, char hash[TC_SOURCE_HASH]);
void tc_digests_clear(tc_digests *digests);

/* Of texts, one after the other; begins with 0. Their ends count. */
uint64_t tc_digest_add(uint64_t hash, const char *text);

#endif
