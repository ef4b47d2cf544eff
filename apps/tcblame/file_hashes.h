/* Hashes of files, each read once. */
#ifndef TC_TCBLAME_FILE_HASHES_H
#define TC_TCBLAME_FILE_HASHES_H

#include "base/core/pool.h"
#include "blame/facts/source_file.h"

typedef struct tb_file_hash {
  const char *path;
  char hash[TB_SOURCE_HASH]; /* "": it cannot be read */
} tb_file_hash;

typedef struct tb_file_hashes {
  int count, capacity;
  tb_file_hash *item; /* [room] by hash of the path; path NULL: free */
  tc_pool pool;
} tb_file_hashes; /* zeros: empty */

/* Of the file of an absolute path. Errors: TC_INTERNAL out of memory. */
tc_status tb_file_hashes_find(tb_file_hashes *digests, const char *path, char hash[TB_SOURCE_HASH]);
void tb_file_hashes_free(tb_file_hashes *digests);

/* Of texts, one after the other; begins with 0. Their ends count. */
uint64_t tb_text_hash_add(uint64_t hash, const char *text);

#endif
