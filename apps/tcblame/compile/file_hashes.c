#include "compile/file_hashes.h"

#include <string.h>

#include "base/numeric/hash.h"

uint64_t tb_text_hash_add(uint64_t hash, const char *text) {
  const size_t length = strlen(text);
  return tc_hash_mix(tc_hash_bytes(hash, text, length) + length);
}

tc_status tb_file_hashes_find(tc_map *hashes, const char *path, char hash[TB_SOURCE_HASH]) {
  int number;
  bool added;
  hashes->value_bytes = TB_SOURCE_HASH;
  TC_TRY(tc_map_add(hashes, path, strlen(path), &number, &added));
  if (added) tb_source_hash(path, tc_map_value(hashes, number));
  memcpy(hash, tc_map_value(hashes, number), TB_SOURCE_HASH);
  return TC_OK;
}
