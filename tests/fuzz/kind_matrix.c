/* Matrices in the formats Matrix Market, Harwell-Boeing and Rutherford-Boeing. */
#include <unistd.h>

#include "fuzz/kinds.h"
#include "fuzz/matrix_rules.h"
#include "matrix/file/vector_file.h"

#define MARKET "%%MatrixMarket matrix "
#define TITLE  "A small matrix                                                          SMALL   \n"

static const char *const texts[] = {
    MARKET
    "coordinate real general\n% three rows\n\n3 3 5\n1 1 4\n2 1 -1.5e0\n2 2 4.0D+00\n3 3 1e-3\n2 2 .5\n",
    MARKET "Coordinate Integer Symmetric\r\n3 3 4\r\n1 1 2\r\n2 2 2\r\n3 3 2\r\n3 1 -1\r\n",
    MARKET "coordinate real skew-symmetric\n3 3 2\n2 1 7\n3 2 1e300\n",
    MARKET "coordinate pattern symmetric\n2 2 2\n1 1\n1 2\n",
    MARKET "array real general\n2 2\n1\n0\n-0\n3\n",
    MARKET "array real symmetric\n2 2\n1\n2\n3\n",
    MARKET "array real general\n% a vector\n3 1\n1\n2\n3\n",
    TITLE "             6             1             1             1             3\n"
          "RUA                        3             3             4             0\n"
          "(10I8)          (10I8)          (1P,4E20.12)        (4F10.3)\n"
          "FGX                        1             0\n"
          "       1       3       4       5\n"
          "       1       3       2       3\n"
          "  1.000000000000E+00 -1.000000000000D+00                 2.5           3.25-001\n"
          "     1.000     2.000     3 0 0\n"
          "         0         0          \n"
          "     1.000      2500     3.000\n",
    TITLE "             6             2             2             2\n"
          "rsa                        3             3             4             0\n"
          "(2I4)           (2(I3,1X))      (2(1PE9.2,2X))\n"
          "   1   3\n   4   5\n  1   3\n  2   3\n 4.00E+00   -1.0\n 4.00E+00   8.00+100\n",
    TITLE "             2             1             1             0             0\n"
          "PSA                        2             2             2             0\n"
          "(26I3)          (BZ,T2,26I2)\n"
          "  1  2  3\n  1 2\n",
};

static const char *const words[] = {"9223372036854775807",
                                    "99999999999999999999",
                                    "-9223372036854775808",
                                    "2147483647",
                                    "2147483646",
                                    "9007199254740993",
                                    "-1",
                                    "0",
                                    "1",
                                    "2",
                                    "3",
                                    "5",
                                    "             1",
                                    "    2147483647",
                                    "1e308",
                                    "1e999",
                                    "1.0-310",
                                    "nan",
                                    "inf",
                                    "%",
                                    "coordinate",
                                    "array",
                                    "real",
                                    "integer",
                                    "pattern",
                                    "complex",
                                    "general",
                                    "symmetric",
                                    "skew-symmetric",
                                    MARKET,
                                    "RUA",
                                    "RZA",
                                    "PUA",
                                    "rse",
                                    "(99999I1)",
                                    "(9(9(9(9I1))))",
                                    "(I1,/)",
                                    "(TL9,I1,TL1)",
                                    "(-99P,F20.0)",
                                    "(99999P,D20.99999)",
                                    "(1X)",
                                    "(G8.2E3)",
                                    "M",
                                    "\t",
                                    "\r",
                                    "\n",
                                    " ",
                                    "\x1f\x8b",
                                    NULL};

static void begin(dice *d, mutant *m) { mutant_set(m, texts[roll(d, sizeof texts / sizeof *texts)]); }

static bool use_vectors(const char *path) {
  tc_vector_file vectors;
  tc_status status = tc_vector_file_read(path, 0, &vectors);
  const bool good =
      status ? !vectors.value
             : vectors.rows > 0 && values_are_finite(vectors.value, vectors.rows * vectors.columns);
  tc_vector_file_free(&vectors);
  return is_proper(&status, TC_INPUT, path) && good;
}

/* Memory per byte of the file. A matrix may have one row per byte. Row and column pointers, and the search
 * for the structural rank, need memory for all rows in addition to that for the entries. */
enum { pointers = 48 };

/* Reads an input as matrix. Every fourth input is read as vectors instead. */
static bool use(const mutant *m, uint64_t number) {
  char path[MUTATE_PATH];
  bool good = mutant_write(m, ".mtx", path);
  good = (number % 4 ? matrix_file_is_proper(path) : use_vectors(path)) && good;
  unlink(path);
  return good;
}

const kind kind_matrix = {"matrix", 1, NULL, words, begin, use, .room = pointers * MUTATE_MOST};
