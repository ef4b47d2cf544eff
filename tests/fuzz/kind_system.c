/* Linear systems: a matrix, right-hand sides, and either cell volumes or initial guesses. */
#include <unistd.h>

#include "fuzz/kinds.h"
#include "fuzz/matrix_rules.h"
#include "system/system_input.h"

#define MARKET "%%MatrixMarket matrix "
#define ARRAY  MARKET "array real general\n"

enum { MATRIX, RIGHT_SIDE, OTHER, FILES };
static const char *const part[] = {"matrix", "right-hand side", "volumes or guess"};
static const char *const ending[] = {"-a.mtx", "-b.mtx", "-v.mtx"};

static const char *const matrices[] = {
    MARKET "coordinate real general\n3 3 6\n1 1 4\n2 1 -1\n2 2 4\n3 3 1\n1 3 2\n2 2 1\n",
    MARKET "coordinate real symmetric\n3 3 5\n1 1 4\n2 1 -1\n2 2 4\n3 3 1\n3 2 -1\n",
    MARKET "array real general\n3 3\n1\n0\n0\n0\n2\n0\n0\n0\n3\n",
    "A small matrix                                                          SMALL   \n"
    "             6             1             1             1             3\n"
    "RUA                        3             3             4             0\n"
    "(10I8)          (10I8)          (1P,4E20.12)        (4F10.3)\n"
    "FGX                        1             0\n"
    "       1       3       4       5\n"
    "       1       3       2       3\n"
    "  1.000000000000E+00 -1.000000000000D+00                 2.5           3.25-001\n"
    "     1.000     2.000     3 0 0\n"
    "         0         0          \n"
    "     1.000      2500     3.000\n",
};
static const char *const vectors[] = {ARRAY "3 1\n1\n2\n3\n", ARRAY "3 2\n1\n2\n3\n4\n5\n6\n",
                                      MARKET "coordinate real general\n3 1 2\n1 1 1e-3\n3 1 4\n"};

static const char *const words[] = {"9223372036854775807",
                                    "4294967297",
                                    "2147483646",
                                    "-1",
                                    "0",
                                    "1",
                                    "2",
                                    "3",
                                    "1e308",
                                    "1e-320",
                                    "nan",
                                    "inf",
                                    "coordinate",
                                    "array",
                                    "pattern",
                                    "symmetric",
                                    "skew-symmetric",
                                    "general",
                                    "\n",
                                    " ",
                                    "%",
                                    NULL};

static void begin(dice *d, mutant *m) {
  mutant_set(&m[MATRIX], matrices[roll(d, sizeof matrices / sizeof *matrices)]);
  mutant_set(&m[RIGHT_SIDE], vectors[roll(d, sizeof vectors / sizeof *vectors)]);
  mutant_set(&m[OTHER], vectors[roll(d, sizeof vectors / sizeof *vectors)]);
}

static bool volumes_are_positive(const tc_system_input *s) {
  int64_t i = 0;
  while (i < s->rows && s->volume[i] > 0.0) i++;
  return i == s->rows;
}

/* True if each entry (i, j) of the matrix has a mirrored entry (j, i). */
static bool pattern_is_symmetric(const tc_csr *A) {
  bool good = true;
  for (int64_t i = 0; i < A->rows; i++)
    for (int64_t k = A->row_begin[i]; k < A->row_begin[i + 1]; k++) {
      const int32_t j = A->column[k];
      bool has_mirror = false;
      for (int64_t e = A->row_begin[j]; e < A->row_begin[j + 1]; e++) has_mirror |= A->column[e] == i;
      good = good && has_mirror;
    }
  return good;
}

static bool is_valid(const tc_system_input *s) {
  const int64_t values = s->rows * s->count;
  return s->rows > 0 && s->count > 0 && s->file.matrix.entries == s->entries + s->added &&
         values_are_finite(s->right_side, values) && values_are_finite(s->start, values) &&
         values_are_finite(s->solution, values) && values_are_finite(s->volume, s->rows) &&
         volumes_are_positive(s) && pattern_is_symmetric(&s->file.matrix);
}

static bool use(const mutant *m, uint64_t number) {
  char path[FILES][MUTATE_PATH], base[MUTATE_PATH];
  tc_system_input input;
  bool good = true;
  mutant_base(base);
  for (int p = 0; p < FILES; p++) good = mutant_write(&m[p], ending[p], path[p]) && good;
  const tc_system_files files = {.matrix = path[MATRIX],
                                 .right_side = number % 3 ? path[RIGHT_SIDE] : NULL,
                                 .volumes = number % 2 ? path[OTHER] : NULL,
                                 .start = number % 2 ? NULL : path[OTHER]};
  tc_status status = tc_system_input_read(&files, &input);
  good = (status ? !input.file.matrix.value && !input.right_side : is_valid(&input)) && good;
  tc_system_input_free(&input);
  for (int p = 0; p < FILES; p++) unlink(path[p]);
  return is_proper(&status, TC_INPUT, base) && good;
}

/* Memory per byte of the files. It is twice that of kind_matrix.c, because vectors have a value for each
 * row. */
enum { pointers = 96 };

const kind kind_system = {"system", FILES, part, words, begin, use, .room = pointers * MUTATE_MOST};
