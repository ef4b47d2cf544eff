#include "compile/file_hashes.h"

#include <string.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"

enum { initial_room = 1024 };

uint64_t tb_text_hash_add(uint64_t hash, const char *text) {
  const size_t length = strlen(text);
  return tc_hash_mix(tc_hash_bytes(hash, text, length) + length);
}

static int find_slot(const tb_file_hashes *d, const char *path) {
  int at = (int)(tb_text_hash_add(0, path) % (uint64_t)d->capacity);
  while (d->item[at].path && strcmp(d->item[at].path, path) != 0) at = (at + 1) % d->capacity;
  return at;
}

static tc_status grow_hashes(tb_file_hashes *d) {
  tb_file_hashes bigger = {.count = d->count,
                           .capacity = d->capacity ? 2 * d->capacity : initial_room,
                           .pool = d->pool};
  TC_TRY(TC_ALLOC_ZERO(bigger.item, bigger.capacity));
  for (int i = 0; i < d->capacity; i++)
    if (d->item[i].path) bigger.item[find_slot(&bigger, d->item[i].path)] = d->item[i];
  tc_free(d->item);
  *d = bigger;
  return TC_OK;
}

tc_status tb_file_hashes_find(tb_file_hashes *d, const char *path, char hash[TB_SOURCE_HASH]) {
  if (2 * d->count >= d->capacity) TC_TRY(grow_hashes(d));
  tb_file_hash *found = &d->item[find_slot(d, path)];
  if (!found->path) {
    TC_TRY(tc_pool_printf(&d->pool, &found->path, "%s", path));
    tb_source_hash(path, found->hash);
    d->count++;
  }
  memcpy(hash, found->hash, TB_SOURCE_HASH);
  return TC_OK;
}

void tb_file_hashes_free(tb_file_hashes *digests) {
  tc_free(digests->item);
  tc_pool_free(&digests->pool);
  *digests = (tb_file_hashes){0};
}
