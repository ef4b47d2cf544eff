/* Pattern files, which contain the columns of a matrix. */
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "fuzz/kinds.h"
#include "sparse/ell_pattern_file.h"

static const char *const words[] = {"0",         "1",  "2",   "3",  "64", "65",        "536870912",
                                    "536870913", "-1", "1e3", "\n", " ",  "tetracast", NULL};

/* Sets a pattern of three rows with two columns each. Some of the column numbers are out of range. */
static void begin(dice *d, mutant *m) {
  mutant_set(m, TC_ELL_PATTERN_BEGIN "3 2\n");
  for (int e = 0; e < 3 * 2 * 4; e++) m->text[m->length++] = (char)(e % 4 == 0 ? roll(d, 20) % 4 : 0);
  m->text[m->length] = '\0';
}

/* True if all column numbers of an accepted pattern are numbers of rows. */
static bool are_rows(const tc_ell_pattern *c) {
  for (size_t e = 0; e < (size_t)c->rows * (size_t)c->width; e++)
    if (c->column[e] < 0 || c->column[e] >= c->rows) return false;
  return c->columns == c->rows;
}

static bool use(const mutant *m, uint64_t number) {
  (void)number;
  char path[MUTATE_PATH];
  tc_ell_pattern columns;
  int32_t *column = NULL;
  if (!mutant_write(m, ".pattern", path)) return false;
  tc_status status = tc_ell_pattern_read(path, &columns, &column);
  const bool sound = status ? column == NULL : are_rows(&columns);
  tc_free(column);
  unlink(path);
  return is_proper(&status, TC_INPUT, path) && sound;
}

const kind kind_pattern = {"pattern", 1, NULL, words, begin, use, .room = KIND_LITTLE};
