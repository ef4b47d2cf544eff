#include "io/machine/machine_cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file/directory.h"
#include "base/numeric/hash.h"
#include "io/machine/machine_file.h"

/* Version of the cache, which is part of the file names. Files of version 1 may contain measurements by ranks
 * that shared cores, and their names do not depend on the build. */
enum { cache_version = 2 };

const char *tc_machine_cache_build(void) { return TC_BUILD; }

tc_machine_key tc_machine_cache_key(int nodes, int ranks_per_node, int threads) {
  tc_machine_key key = {.nodes = nodes, .ranks_per_node = ranks_per_node, .threads = threads};
  gethostname(key.host, sizeof key.host - 1);
  return key;
}

bool tc_machine_cache_directory(char *directory, size_t size) {
  const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  int length = -1;
  if (cache && cache[0] == '/')
    length = snprintf(directory, size, "%s/tetracast", cache);
  else if (home && home[0])
    length = snprintf(directory, size, "%s/.cache/tetracast", home);
  return length > 0 && (size_t)length < size;
}

bool tc_machine_cache_path(const tc_machine_key *key, char *path, size_t size) {
  char directory[3072];
  if (!tc_machine_cache_directory(directory, sizeof directory)) return false;
  const char *const build = key->build ? key->build : tc_machine_cache_build();
  const int length = snprintf(path, size, "%s/%s-%dx%dx%d-v%d-%08x.yaml", directory, key->host, key->nodes,
                              key->ranks_per_node, key->threads, (int)cache_version,
                              (unsigned)(tc_hash_bytes(0, build, strlen(build)) >> 32));
  return length > 0 && (size_t)length < size && !strchr(key->host, '/');
}

bool tc_machine_cache_read(const tc_machine_key *key, tc_machine *out) {
  char path[4096];
  if (!tc_machine_cache_path(key, path, sizeof path)) return false;
  tc_status status = tc_machine_file_read(path, out);
  const bool is_found = !status && out->ranks_per_node == key->ranks_per_node;
  if (is_found) out->site = (tc_machine_site){.identity = ""};
  tc_status_free(&status);
  return is_found;
}

bool tc_machine_cache_write(const tc_machine_key *key, const tc_machine *machine) {
  char path[4096];
  if (!tc_machine_cache_path(key, path, sizeof path)) return false;
  tc_machine measured = *machine;
  measured.site = (tc_machine_site){.identity = ""};
  tc_status status = tc_directory_prepare(path);
  if (!status) status = tc_machine_file_write(&measured, path);
  const bool is_written = !status;
  tc_status_free(&status);
  return is_written;
}
