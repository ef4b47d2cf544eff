#include "blame/facts/source_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/numeric/hash.h"

enum { chunk_bytes = 1 << 16 };

void tb_source_hash_format(uint64_t value, char hash[TB_SOURCE_HASH]) {
  snprintf(hash, TB_SOURCE_HASH, "%016" PRIx64, value);
}

bool tb_source_hash(const char *path, char hash[TB_SOURCE_HASH]) {
  char bytes[chunk_bytes];
  uint64_t value = 0;
  hash[0] = '\0';
  FILE *file = fopen(path, "rb");
  if (!file) return false;
  for (size_t n = fread(bytes, 1, chunk_bytes, file); n > 0; n = fread(bytes, 1, chunk_bytes, file))
    value = tc_hash_bytes(value, bytes, n);
  const bool is_complete = !ferror(file);
  fclose(file);
  if (is_complete) tb_source_hash_format(value, hash);
  return is_complete;
}

/* ---- simplification and comparison of paths ---- */

/* Returns the length of a path without its last component and without the slash before this component. */
static size_t find_parent_length(const char *text, size_t length) {
  while (length > 0 && text[length - 1] != '/') length--;
  return length > 0 ? length - 1 : 0;
}

/* Appends a component of length `n` to a path of length `length`, and returns the new length. "." adds
 * nothing, and ".." removes the last component. */
static size_t append_component(char *text, size_t length, const char *component, size_t n) {
  if (n == 0 || (n == 1 && component[0] == '.')) return length;
  if (n == 2 && component[0] == '.' && component[1] == '.' && length > 0)
    return find_parent_length(text, length);
  text[length] = '/';
  memcpy(text + length + 1, component, n);
  return length + 1 + n;
}

tc_status tb_source_path_normalise(tc_pool *pool, const char *path, const char **out) {
  char *text = NULL;
  size_t length = 0;
  TC_TRY(tc_pool_alloc(pool, strlen(path) + 2, &text));
  for (const char *at = path; *at;) {
    const size_t n = strcspn(at, "/");
    length = append_component(text, length, at, n);
    at += n + (at[n] == '/');
  }
  text[length] = '\0';
  *out = path[0] == '/' || length == 0 ? text : text + 1;
  return TC_OK;
}

int tb_source_path_count_common(const char *a, const char *b) {
  size_t i = strlen(a), k = strlen(b);
  int parts = 0;
  while (i > 0 && k > 0 && a[i - 1] == b[k - 1]) {
    i--;
    k--;
    parts += a[i] == '/';
  }
  const bool ends_component = (i == 0 || a[i - 1] == '/') && (k == 0 || b[k - 1] == '/');
  return parts + (ends_component && (i > 0 || k > 0 || a[0] != '/'));
}
