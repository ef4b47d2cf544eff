#include "compile/input_hashes.h"

#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/file/file.h"
#include "base/numeric/hash.h"

enum { list_bytes_max = 1 << 26 };

uint64_t tb_text_hash_add(uint64_t hash, const char *text) {
  const size_t length = strlen(text);
  return tc_hash_mix(tc_hash_bytes(hash, text, length) + length);
}

/* Stores the hash of the file with the absolute path `path` in `hash`; "" if the file cannot be read. */
static tc_status find_hash(tc_map *file_hashes, const char *path, char hash[TB_SOURCE_HASH]) {
  int number;
  bool added;
  file_hashes->value_bytes = TB_SOURCE_HASH;
  TC_TRY(tc_map_add(file_hashes, path, strlen(path), &number, &added));
  if (added) tb_source_hash(path, tc_map_value(file_hashes, number));
  memcpy(hash, tc_map_value(file_hashes, number), TB_SOURCE_HASH);
  return TC_OK;
}

/* ---- check ---- */

/* Splits the line "HASH PATH" at *at into *hash and *path and moves *at to the next line. Returns false if
 * the text ends or the line is too short. */
static bool read_line(char **at, const char **hash, const char **path) {
  char *end = strchr(*at, '\n');
  if (!end || end - *at < TB_SOURCE_HASH) return false;
  *end = '\0';
  *hash = *at;
  (*at)[TB_SOURCE_HASH - 1] = '\0';
  *path = *at + TB_SOURCE_HASH;
  *at = end + 1;
  return true;
}

static tc_status check_hashes(char *text, tc_map *file_hashes, uint64_t *value, bool *is_unchanged) {
  const char *hash, *path;
  char current_hash[TB_SOURCE_HASH];
  while (*is_unchanged && read_line(&text, &hash, &path)) {
    TC_TRY(find_hash(file_hashes, path, current_hash));
    *is_unchanged = strcmp(current_hash, hash) == 0;
    *value = tb_text_hash_add(tb_text_hash_add(*value, path), hash);
  }
  return TC_OK;
}

tc_status tb_input_hashes_check(const char *path, tc_map *file_hashes, char hash[TB_SOURCE_HASH],
                                bool *is_unchanged) {
  char *text = NULL;
  uint64_t value = 0;
  tc_status none = tc_file_read_text(path, list_bytes_max, TC_INPUT, &text);
  *is_unchanged = !none;
  tc_status_free(&none);
  if (!*is_unchanged) return TC_OK;
  tc_status status = check_hashes(text, file_hashes, &value, is_unchanged);
  tb_source_hash_format(value, hash);
  tc_free(text);
  return status;
}

/* ---- write ---- */

static tc_status write_input(FILE *out, const char *folder, const char *name, tc_map *file_hashes,
                             uint64_t *value) {
  char hash[TB_SOURCE_HASH];
  const char *path = name;
  if (name[0] != '/') TC_TRY(tc_pool_printf(&file_hashes->pool, &path, "%s/%s", folder, name));
  TC_TRY(find_hash(file_hashes, path, hash));
  *value = tb_text_hash_add(tb_text_hash_add(*value, path), hash);
  fprintf(out, "%s %s\n", hash, path);
  return TC_OK;
}

tc_status tb_input_hashes_write(const char *const *read, const char *folder, tc_map *file_hashes,
                                const char *path, char hash[TB_SOURCE_HASH]) {
  uint64_t value = 0;
  tc_file file = {0};
  tc_status status = TC_OK;
  TC_GUARD(status, tc_file_open(path, &file));
  for (; *read; read++) TC_GUARD(status, write_input(file.out, folder, *read, file_hashes, &value));
  TC_GUARD(status, tc_file_commit(&file));
  tb_source_hash_format(value, hash);
cleanup:
  tc_file_discard(&file);
  return status;
}
