/* Computes hashes of the contents of files and reads each file only once. Called by input_hashes.c, because
 * many sources include the same headers. */
#ifndef TC_TCBLAME_FILE_HASHES_H
#define TC_TCBLAME_FILE_HASHES_H

#include "base/core/pool.h"
#include "blame/facts/source_file.h"

typedef struct tb_file_hash {
  const char *path;
  char hash[TB_SOURCE_HASH]; /* hash of the contents; "" if the file cannot be read */
} tb_file_hash;

/* Hashes of the files that were read so far. Zero-initialise before use. */
typedef struct tb_file_hashes {
  int count, capacity;
  tb_file_hash *item; /* [capacity] hash table by path; the path is NULL in a free slot */
  tc_pool pool;
} tb_file_hashes;

/* Stores the hash of the file with the absolute path `path` in `hash`. Reads the file only at the first call
 * for this path. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_file_hashes_find(tb_file_hashes *digests, const char *path, char hash[TB_SOURCE_HASH]);
void tb_file_hashes_free(tb_file_hashes *digests);

/* Returns the hash of a list of texts: `hash` is that of the texts before `text`, or 0 if `text` is the first
 * one. The length of each text is hashed too. */
uint64_t tb_text_hash_add(uint64_t hash, const char *text);

#endif
