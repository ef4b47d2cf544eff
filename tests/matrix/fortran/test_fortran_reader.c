#include "matrix/fortran/fortran_reader.h"

#include "io/mesh/mesh_files.h"
#include "matrix/text/matrix_open.h"
#include "support/expect.h"

/* Reads `count` numbers from a text with a Fortran format. Returns the number of lines read. After an error,
 * returns -1 and stores the error message in `message`. */
static int64_t read_numbers(const char *format_text, const char *text, int64_t count, double *value,
                            char message[400]) {
  tc_fortran_format format;
  tc_line_reader *lines = NULL;
  char path[400];
  folder f = folder_make();
  file_write(&f, "n", text);
  file_path(&f, "n", path);
  cr_assert_null(tc_fortran_format_parse((tc_text){format_text, format_text + strlen(format_text)}, &format));
  expect_ok(tc_matrix_open(path, &lines));
  tc_fortran_reader reader = tc_fortran_begin(lines, &format, "numbers", count);
  tc_status status = TC_OK;
  for (int64_t k = 0; k < count && !status; k++) status = tc_fortran_read_real(&reader, &value[k]);
  if (!status) status = tc_fortran_end(&reader, reader.line_count, 2);
  snprintf(message, 400, "%s", status ? strstr(tc_status_text(status), "/n:") + 1 : "");
  const bool failed = status;
  tc_status_free(&status);
  tc_line_reader_close(&lines);
  folder_remove(&f);
  return failed ? -1 : reader.line_count;
}

static void expect_numbers(const char *format, const char *text, int64_t line_count, int count,
                           const double *expected) {
  double value[16];
  char message[400];
  cr_assert_leq(count, 16);
  cr_expect_eq(read_numbers(format, text, count, value, message), line_count, "%s: %s", format, message);
  for (int k = 0; k < count; k++) cr_expect_eq(value[k], expected[k], "%s: %d: %.17g", format, k, value[k]);
}

static void expect_message(const char *format, const char *text, int count, const char *expected) {
  double value[16];
  char message[400];
  read_numbers(format, text, count, value, message);
  cr_expect_str_eq(message, expected);
}

static const double digits[] = {1, 2, 3, 4, 5, 6, 7};

Test(reader, lines_and_groups) {
  expect_numbers("(3I1)", "123\n456\n7", 3, 7, digits);
  expect_numbers("(I1,2(I1))", "123\n45\n67\n", 3, 7, digits);
  expect_numbers("(I1,I1/)", "12\n\n34\n\n5\n", 5, 5, digits);
  expect_numbers("(2(I1,1X))", "1 2\n3 4 \n", 2, 4, digits);
  expect_numbers("(I1,:,I1)", "12\n3\n", 2, 3, digits);
}

Test(reader, positions) {
  expect_numbers("(T4,I1,TL2,I1,TL9,I1)", "3x21\n", 1, 3, digits);
  expect_numbers("(1X,I1,TR2,I1)", "x1xx2\n", 1, 2, digits);
}

/* A scale factor such as 1P must remain in effect when the format is repeated. */
Test(reader, scale_factors) {
  const double expected[] = {12, 1.2, 1.2, 1.2};
  expect_numbers("(F4.1,1PF4.1)", "12.012.0\n12.012.0\n", 2, 4, expected);
}

Test(reader, blanks) {
  const double expected[] = {10, 1, 0};
  expect_numbers("(BZ,I2,BN,I2,I2)", "1 1   \n", 1, 3, expected);
  expect_numbers("(BZ,I2,BN,I2,I2)", "1 1  \n", 1, 3, expected);
}

Test(reader, errors) {
  expect_message("(2I2)", " 1\n", 2,
                 "n:1: the line ends before number 2 of 2 numbers: complete it or correct the format");
  expect_message("(2I2)", " 1 2\n", 3,
                 "n:1: the file ends after 2 of 3 numbers: copy the complete file again");
  expect_message("(2I2)", " 1 2 3\n", 2,
                 "n:1: the line continues after the last of 2 numbers: correct the header or the line");
  expect_message("(I2)", " 1\n x\n", 2,
                 "n:2: columns 1 to 2 have \"x\", expected a number (numbers): correct it or the format");
  expect_message("(F4.0)", " inf\n", 1, "n:1: the value inf is not finite in double precision: correct it");
}
