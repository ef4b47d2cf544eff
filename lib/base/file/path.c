#include "base/file/path.h"

#include <string.h>
#include <strings.h>

const char *tc_path_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

size_t tc_path_stem(const char *path) {
  const char *name = tc_path_name(path), *dot = strrchr(name, '.');
  return dot && dot > name ? (size_t)(dot - path) : strlen(path);
}

bool tc_path_has_ending(const char *path, const char *const *endings) {
  const size_t length = strlen(path);
  for (; *endings; endings++) {
    const size_t bytes = strlen(*endings);
    if (length > bytes && strcasecmp(path + length - bytes, *endings) == 0) return true;
  }
  return false;
}
