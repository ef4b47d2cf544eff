/* Compares the slices (blame lines of each variable) of the programs in golden/ with those derived by hand
 * (golden/README.md). */
#include <dirent.h>

#include "base/core/memory.h"
#include "base/file/file.h"
#include "blame/closure/closure.h"
#include "blame/extract/unit_text.h"
#include "blame/report/blame_lines.h"

enum { most_lines = 256, most_bytes = 1 << 16 };

static const char begin_mark[] = "* Slices of ", full_mark[] = ": full ", certain_mark[] = "; certain ";

/* ---- facts of the golden programs ---- */

static const char *folder(void) {
  static char path[512];
  const char *source = getenv("TETRACAST_SOURCE");
  cr_assert_not_null(source, "TETRACAST_SOURCE is not set");
  snprintf(path, sizeof path, "%s/tests/blame/golden", source);
  return path;
}

static void add_unit(tb_facts *facts, const char *file) {
  char bitcode[] = "/tmp/tc_golden_XXXXXX", command[2048];
  const int made = mkstemp(bitcode);
  cr_assert_geq(made, 0);
  close(made);
  snprintf(command, sizeof command, CLANG " %s/%s -o %s", folder(), file, bitcode);
  cr_assert_eq(system(command), 0, "%s does not compile", file);
  expect_ok(tb_translation_unit_add(bitcode, facts));
  unlink(bitcode);
}

/* ---- expected slices, parsed from the comments of the golden programs ---- */

/* Parses line numbers such as "3,5-7" and sets the flags of these lines. */
static void read_lines(const char *text, bool *lines) {
  char *end;
  memset(lines, 0, most_lines);
  for (;; text = end + 1) {
    long last, first = last = strtol(text, &end, 10);
    cr_assert(end > text, "no line number: %s", text);
    if (*end == '-') last = strtol(end + 1, &end, 10);
    cr_assert(first > 0 && first <= last && last < most_lines, "lines %ld to %ld", first, last);
    for (long l = first; l <= last; l++) lines[l] = true;
    if (*end != ',') return;
  }
}

/* Parses a row such as " * NAME: full LINES; certain LINES". Stores the name, which has room for 64 bytes,
 * and the lines for the rule `transfer`. Returns false if the line has another form. */
static bool read_row(const char *line, tb_transfer_rule transfer, char *name, bool *lines) {
  const char *full = strstr(line, full_mark), *certain = strstr(line, certain_mark);
  const char *end = strchr(line, '\n');
  if (strncmp(line, " * ", 3) != 0 || !full || !certain || certain < full || (end && certain > end))
    return false;
  snprintf(name, 64, "%.*s", (int)(full - line - 3), line + 3);
  read_lines(transfer == TB_TRANSFER_FULL ? full + strlen(full_mark) : certain + strlen(certain_mark), lines);
  return true;
}

/* ---- slices that tcblame computes ---- */

/* Sets the flags of the blame lines of a variable. All lines must be in the file of the function. */
static void mark_lines(const tb_function *f, const tb_blame_lines_row *row, bool *lines) {
  memset(lines, 0, most_lines);
  for (int l = 0; l < row->lines; l++) {
    cr_expect_eq(row->line[l].file, f->file, "%s: a line of another file", row->name);
    cr_assert_lt(row->line[l].line, most_lines);
    lines[row->line[l].line] = true;
  }
}

static const char *text_of(const bool *lines) {
  static char text[2][1024];
  static int turn;
  char *out = text[turn = !turn];
  *out = '\0';
  for (int l = 0; l < most_lines; l++)
    if (lines[l]) snprintf(out + strlen(out), sizeof *text - strlen(out), " %d", l);
  return out;
}

/* Returns the row of a variable that the function itself names. If there is none, returns the row of a
 * variable that only the called functions name. */
static const tb_blame_lines_row *find_row(const tb_blame_lines *own, const tb_blame_lines *all,
                                          const char *name) {
  for (int r = 0; r < own->rows; r++)
    if (!strcmp(own->row[r].name, name)) return &own->row[r];
  for (int r = 0; r < all->rows; r++)
    if (!strcmp(all->row[r].name, name)) return &all->row[r];
  return NULL;
}

/* ---- comparison of expected and computed slices ---- */

typedef struct compared {
  const char *file;
  const tb_function *function;
  tb_transfer_rule transfer;
  tb_blame_lines own, all;
  tc_bit_set found; /* rows of `own` that the golden program lists */
} compared;

static void expect_row(compared *c, const char *name, const bool *wanted) {
  bool lines[most_lines];
  const tb_blame_lines_row *row = find_row(&c->own, &c->all, name);
  cr_expect(row != NULL, "%s: %s has no row %s", c->file, c->function->name, name);
  if (!row) return;
  mark_lines(c->function, row, lines);
  cr_expect_eq(memcmp(lines, wanted, most_lines), 0, "%s, %s: %s is blamed for%s by transfer %s, not%s",
               c->file, c->function->name, name, text_of(lines), c->transfer ? "certain" : "full",
               text_of(wanted));
  if (row >= c->own.row && row < c->own.row + c->own.rows)
    expect_ok(tc_bit_set_add(&c->found, (int)(row - c->own.row)));
}

/* Expects that the computed rows of a function are exactly those that its golden program lists after
 * "Slices of". */
static void expect_function(compared *c, const char *text) {
  char name[64];
  bool wanted[most_lines];
  expect_ok(tb_blame_lines_create(c->function, NULL, false, &c->own));
  expect_ok(tb_blame_lines_create(c->function, NULL, true, &c->all));
  for (text = strchr(text, '\n'); text && strncmp(text + 2, begin_mark, strlen(begin_mark)) != 0;
       text = strchr(text + 1, '\n'))
    if (read_row(text + 1, c->transfer, name, wanted)) expect_row(c, name, wanted);
  for (int r = 0; r < c->own.rows; r++)
    cr_expect(tc_bit_set_contains(&c->found, r), "%s, %s: row %s is not listed", c->file, c->function->name,
              c->own.row[r].name);
  tb_blame_lines_free(&c->own);
  tb_blame_lines_free(&c->all);
  tc_bit_set_free(&c->found);
}

static const tb_function *function_in(const tb_facts *facts, const char *name, size_t length,
                                      const char *file) {
  for (int f = 0; f < facts->functions; f++) {
    const tb_function *at = &facts->function[f];
    if (strlen(at->name) == length && !strncmp(at->name, name, length) &&
        !strcmp(strrchr(facts->file[at->file].path, '/') + 1, file))
      return at;
  }
  cr_assert_fail("%s: no function %.*s", file, (int)length, name);
  return NULL;
}

/* Checks all slices that a golden program lists. Returns the number of functions with slices. */
static int expect_file(const tb_facts *facts, const char *file) {
  char path[1024], *text = NULL;
  int functions = 0;
  snprintf(path, sizeof path, "%s/%s", folder(), file);
  expect_ok(tc_file_read_text(path, most_bytes, TC_INPUT, &text));
  for (char *at = strstr(text, begin_mark); at; at = strstr(at + 1, begin_mark), functions++) {
    const char *name = at + strlen(begin_mark);
    compared c = {.file = file, .transfer = facts->transfer};
    c.function = function_in(facts, name, strcspn(name, ":"), file);
    expect_function(&c, at);
  }
  tc_free(text);
  return functions;
}

static void expect_files(int count, const char *const *file) {
  tb_facts *facts;
  expect_ok(tb_facts_create(&facts));
  for (int i = 0; i < count; i++) add_unit(facts, file[i]);
  for (int t = 0; t < TB_TRANSFERS; t++) {
    expect_ok(tb_facts_compute_closure(facts, (tb_transfer_rule)t, NULL, NULL));
    for (int i = 0; i < count; i++) cr_expect_gt(expect_file(facts, file[i]), 0, "%s: no slices", file[i]);
  }
  tb_facts_destroy(&facts);
}

Test(golden, slices_of_each_program_are_as_worked_out_by_hand) {
  if (system("clang-14 --version > /dev/null 2>&1") != 0) cr_skip_test("no clang-14 here");
  int programs = 0;
  DIR *list = opendir(folder());
  cr_assert_not_null(list);
  for (struct dirent *entry = readdir(list); entry; entry = readdir(list)) {
    const char *end = strrchr(entry->d_name, '.'), *const file = entry->d_name;
    if (!end || strcmp(end, ".c") != 0 || !strncmp(file, "statics_", 8)) continue;
    expect_files(1, &file);
    programs++;
  }
  closedir(list);
  cr_expect_geq(programs, 20);
}

Test(golden, files_keep_their_statics_apart) {
  static const char *const files[] = {"statics_one.c", "statics_two.c"};
  if (system("clang-14 --version > /dev/null 2>&1") != 0) cr_skip_test("no clang-14 here");
  expect_files(2, files);
}
