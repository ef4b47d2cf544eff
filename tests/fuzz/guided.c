/* Entry point for libFuzzer, which changes inputs that reach new code (CMake preset fuzz, jobs/fuzz.sh).
 * The environment variable TETRACAST_FUZZ names the kind of input. An input has the form that `fuzz show`
 * prints. */
#include <omp.h>
#include <stdlib.h>

#include "base/numeric/hash.h"
#include "fuzz/kinds.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  static mutant m[KIND_PARTS];
  const char *name = getenv("TETRACAST_FUZZ");
  const kind *k = name ? kind_find(name) : NULL;
  if (!k) {
    fputs("TETRACAST_FUZZ names no kind of input (build/tests/fuzz kinds)\n", stderr);
    exit(2);
  }
  tried t;
  omp_set_num_threads(1);
  kind_split(k, (const char *)bytes, length, m);
  if (!kind_try(k, m, tc_hash_bytes(0, bytes, length), &t)) abort();
  return 0;
}
