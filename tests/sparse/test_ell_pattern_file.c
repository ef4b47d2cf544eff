#include "sparse/ell_pattern_file.h"

#include "base/core/memory.h"
#include "io/mesh/mesh_files.h"
#include "support/expect.h"

/* ELL pattern of the path graph 0 - 1 - 2, in rows of two entries. */
static const int32_t path_column[] = {0, 1, 0, 2, 1, 2};
static const tc_ell_pattern path_pattern = {3, 3, 2, path_column, NULL};

static tc_status read_text(const folder *f, const char *bytes, size_t n) {
  char path[400];
  tc_ell_pattern columns;
  int32_t *column = NULL;
  file_path(f, "p", path);
  FILE *out = fopen(path, "wb");
  fwrite(bytes, 1, n, out);
  fclose(out);
  const tc_status status = tc_ell_pattern_read(path, &columns, &column);
  cr_assert_eq(status == NULL, column != NULL);
  tc_free(column);
  return status;
}

#define READ(text) read_text(&f, text, sizeof text - 1)

Test(columns_file, comes_back) {
  folder f = folder_make();
  char path[400];
  tc_ell_pattern read;
  int32_t *column = NULL;
  file_path(&f, "p", path);
  expect_ok(tc_ell_pattern_write(&path_pattern, path));
  expect_ok(tc_ell_pattern_read_header(path, &read));
  cr_assert(read.rows == 3 && read.columns == 3 && read.width == 2 && !read.column);
  expect_ok(tc_ell_pattern_read(path, &read, &column));
  cr_assert(read.rows == 3 && read.columns == 3 && read.width == 2 && read.column == column);
  cr_assert_arr_eq(column, path_column, sizeof path_column);
  tc_free(column);
  folder_remove(&f);
}

/* The bytes of the file must be those that ell_pattern_file.h specifies, on any processor. */
Test(columns_file, byte_for_byte) {
  static const char wanted[] = "tetracast pattern 1 2 1\n\1\0\0\0\0\0\0\0";
  folder f = folder_make();
  char path[400], bytes[64];
  file_path(&f, "p", path);
  expect_ok(tc_ell_pattern_write(&(tc_ell_pattern){2, 2, 1, (int32_t[]){1, 0}, NULL}, path));
  FILE *in = fopen(path, "rb");
  cr_assert_eq(fread(bytes, 1, sizeof bytes, in), sizeof wanted - 1);
  cr_assert_arr_eq(bytes, wanted, sizeof wanted - 1);
  fclose(in);
  expect_ok(READ("tetracast pattern 1 2 1\n\1\0\0\0\0\0\0\0"));
  folder_remove(&f);
}

Test(columns_file, names_the_row) {
  folder f = folder_make();
  expect_error(READ("tetracast pattern 1 2 1\n\1\0\0\0\2\0\0\0"), TC_INPUT,
               "row 1 has the column index 2, outside 0 .. 1");
  expect_error(READ("tetracast pattern 1 2 1\n\377\377\377\377\0\0\0\0"), TC_INPUT,
               "row 0 has the column index -1");
  expect_error(READ("tetracast pattern 1 2 1\n\1\0\0\0\0\0\0"), TC_INPUT,
               "p: ends within row 1, before the end of the last row (1)");
  expect_error(READ("tetracast pattern 1 2 1\n"), TC_INPUT,
               "ends within row 0, before the end of the last row (1)");
  expect_error(READ("tetracast pattern 1 536870912 64\n\1\0\0\0"), TC_INPUT,
               "ends within row 0, before the end of the last row (536870911)");
  expect_error(READ("tetracast pattern 1 2 1\n\1\0\0\0\0\0\0\0\n"), TC_INPUT,
               "continues after row 1, which is the last");
  folder_remove(&f);
}

Test(columns_file, that_is_none) {
  folder f = folder_make();
  char path[400];
  tc_ell_pattern columns;
  static const char *const bad[] =
      {"",
       "tetracast",
       "tetracast pattern 2 2 1\n",
       "tetracast pattern 1 2\n",
       "tetracast pattern 1 0 1\n",
       "tetracast pattern 1 2 65\n",
       "tetracast pattern 1 536870913 1\n",
       "tetracast pattern 1 2 1 1\n",
       "tetracast pattern 1 2 1",
       "tetracast pattern 1 2.5 1\n",
       "\n",
       "tetracast pattern 1                                                        2 1\n"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    expect_error(read_text(&f, bad[i], strlen(bad[i])), TC_INPUT, "p: is not a pattern file");
  file_path(&f, "none", path);
  expect_error(tc_ell_pattern_read_header(path, &columns), TC_INPUT, "none: cannot be opened: No such file");
  expect_error(tc_ell_pattern_read_header(f.path, &columns), TC_INPUT, "is not a regular file");
  folder_remove(&f);
}

Test(columns_file, where_nothing_can_be_written) {
  expect_error(tc_ell_pattern_write(&path_pattern, "/nowhere/p"), TC_OUTPUT, "/nowhere/p: cannot be written");
}
