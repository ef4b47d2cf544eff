#include "base/file/path.h"

#include <string.h>

const char *tc_path_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

size_t tc_path_stem(const char *path) {
  const char *name = tc_path_name(path), *dot = strrchr(name, '.');
  return dot && dot > name ? (size_t)(dot - path) : strlen(path);
}
