/* Text files with fibre directions. */
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "fuzz/kinds.h"
#include "io/mesh/fibre_file.h"

enum { cells = 3 };

static const char *const texts[] = {
    "1\n1 0 0\n0 1 0\n.5 -.5 1e-3\n",
    "# fibre and sheet\n2\n1 0 0 0 1 0\n0 1 0 0 0 1\n0 0 0 0 0 0\n",
    "1 0 0\r\n0 1 0\r\n\r\n0.6 0.8 0",
    "1 0 0 0 1 0\n0 1 0 0 0 1\n0 0 1 1 0 0\n",
};

static const char *const words[] =
    {"0",    "1", "2",  "3",  "-1", "1e308",   "1e999", "1e-320", "nan",     "inf", "one",
     "0x10", "#", "\n", "\r", "\t", "1 0 0\n", "1.0",   ",",      "1.0D+00", "3\n", "1 0 0 0 1 0 0 0 1\n",
     NULL};

static void begin(dice *d, mutant *m) { mutant_set(m, texts[roll(d, sizeof texts / sizeof *texts)]); }

/* True if all values are finite and the file has three or six numbers per cell. */
static bool are_sound(const tc_fibre_values *values) {
  bool sound = values->width == 3 || values->width == 6;
  for (int i = 0; sound && i < cells * values->width; i++) sound = isfinite(values->value[i]);
  return sound;
}

static bool use(const mutant *m, uint64_t number) {
  (void)number;
  char path[MUTATE_PATH];
  tc_fibre_values values;
  if (!mutant_write(m, ".lon", path)) return false;
  if (tc_fibres_is_hdf(path)) return unlink(path) == 0; /* the test skips HDF5 files, which fuzz-hdf5 tests */
  tc_status status = tc_fibres_read(path, "", cells, 1, NULL, &values);
  const bool sound = status ? values.value == NULL : are_sound(&values);
  tc_free(values.value);
  unlink(path);
  return is_proper(&status, TC_INPUT, path) && sound;
}

const kind kind_fibres = {"fibres", 1, NULL, words, begin, use, .room = KIND_LITTLE};
