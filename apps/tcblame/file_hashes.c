#include "file_hashes.h"

#include <string.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"

enum { initial_room = 1024 };

uint64_t tc_digest_add(uint64_t hash, const char *text) {
  const size_t length = strlen(text);
  return tc_hash_mix(tc_hash_bytes(hash, text, length) + length);
}

static int find_slot(const tc_digests *d, const char *path) {
  int at = (int)(tc_digest_add(0, path) % (uint64_t)d->room);
  while (d->of[at].path && strcmp(d->of[at].path, path) != 0) at = (at + 1) % d->room;
  return at;
}

static tc_status grow(tc_digests *d) {
  tc_digests bigger = {.count = d->count, .room = d->room ? 2 * d->room : initial_room, .pool = d->pool};
  TC_TRY(TC_ALLOC_ZERO(bigger.of, bigger.room));
  for (int i = 0; i < d->room; i++)
    if (d->of[i].path) bigger.of[find_slot(&bigger, d->of[i].path)] = d->of[i];
  tc_free(d->of);
  *d = bigger;
  return TC_OK;
}

tc_status tc_digests_find(tc_digests *d, const char *path, char hash[TC_SOURCE_HASH]) {
  if (2 * d->count >= d->room) TC_TRY(grow(d));
  tc_digest *found = &d->of[find_slot(d, path)];
  if (!found->path) {
    TC_TRY(tc_pool_print(&d->pool, &found->path, "%s", path));
    tc_source_hash(path, found->hash);
    d->count++;
  }
  memcpy(hash, found->hash, TC_SOURCE_HASH);
  return TC_OK;
}

void tc_digests_clear(tc_digests *digests) {
  tc_free(digests->of);
  tc_pool_empty(&digests->pool);
  *digests = (tc_digests){0};
}
