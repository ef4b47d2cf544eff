/* Writes generated test matrices to files, for tests/bench/matrices.py. Usage: bench_matrices DIRECTORY
 * [SIZE]. SIZE is about the square root of the number of rows. Prints the names of the files. */
#include "support/matrices.h"

static int write_file(const char *directory, const matrix_kind *kind, int size) {
  char path[4096];
  matrix_made m = {0};
  snprintf(path, sizeof path, "%s/%s.mtx", directory, kind->name);
  FILE *out = fopen(path, "w");
  if (!out) {
    fprintf(stderr, "bench_matrices: %s: cannot be written: use an existing directory\n", path);
    return 5;
  }
  kind->create(size, &m);
  matrix_write(&m, out);
  matrix_free(&m);
  puts(path);
  return fclose(out) ? 5 : 0;
}

int main(int argc, char **argv) {
  const int size = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 28;
  if (argc < 2 || argc > 3 || size < 3) {
    fputs("usage: bench_matrices DIRECTORY [SIZE], with a size of at least 3\n", stderr);
    return 2;
  }
  for (int k = 0; k < matrix_kind_count; k++) {
    const int code = write_file(argv[1], &matrix_kinds[k], size);
    if (code) return code;
  }
  return 0;
}
