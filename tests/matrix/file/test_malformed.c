/* Tests of malformed and hostile files of matrices and right-hand sides. Reading each of them must return the
 * code TC_INPUT (exit code 3) and one message of three parts (place, cause, remedy), and must write no file.
 * golden/malformed.txt contains the messages for review. */
#include <unistd.h>

#include "matrix/file/malformed_cases.h"
#include "matrix/file/matrix_file.h"
#include "matrix/file/vector_file.h"
#include "support/expect.h"
#include "support/golden.h"

#define FORMAT(name, source, valid, list)                                                                    \
  { name, source, valid, sizeof list / sizeof *list, list }
static const malformed_format formats[] = {
    FORMAT("Matrix Market, coordinate", "m.mtx", market_text, market_cases),
    FORMAT("Matrix Market, array", "m.mtx", array_text, array_cases),
    FORMAT("Harwell-Boeing", "m.mtx", boeing_text, boeing_cases),
    FORMAT("right-hand sides", "b.mtx", vector_text, vector_cases),
};
enum { format_count = sizeof formats / sizeof *formats, output_bytes = 1 << 17, vector_rows = 3 };

/* Reads a file as a matrix, or as right-hand sides of three rows. */
static tc_status read_source(const char *source) {
  tc_matrix_file file;
  tc_vector_file vectors;
  if (strcmp(source, "b.mtx") == 0) {
    const tc_status status = tc_vector_file_read(source, vector_rows, &vectors);
    cr_expect(!status || !vectors.value);
    tc_vector_file_free(&vectors);
    return status;
  }
  const tc_status status = tc_matrix_file_read(source, &file);
  cr_expect(!status || !file.matrix.row_begin);
  tc_matrix_file_free(&file);
  return status;
}

/* Expects the code TC_INPUT and a message of three parts that begins with the name of the file. */
static void expect_one_message(const char *source, const char *name, tc_status status) {
  const char *message = tc_status_text(status), *cause = strstr(message, ": ");
  const size_t length = strlen(source);
  cr_expect_eq(tc_status_code(status), TC_INPUT, "%s: code %d: %s", name, (int)tc_status_code(status),
               message);
  cr_expect(cause && strstr(cause + 2, ": "), "%s: the message lacks a part: %s", name, message);
  cr_expect(strncmp(message, source, length) == 0 && message[length] == ':' && !strchr(message, '\n'),
            "%s: %s", name, message);
}

static tc_status read_edited(const malformed_format *format, const malformed_case *edits) {
  char text[malformed_bytes];
  snprintf(text, sizeof text, "%s", format->valid);
  for (int i = 0; edits && i < malformed_edits && edits->edit[i].find; i++)
    apply_edit(&edits->edit[i], edits->name, text);
  visit_files(text, NULL);
  const tc_status status = read_source(format->source);
  visit_files(text, unlink);
  return status;
}

/* Appends the message of a malformed file to `output`. */
static void record_message(const malformed_format *format, const malformed_case *edits, char *output) {
  tc_status status = read_edited(format, edits);
  const size_t length = strlen(output);
  expect_one_message(format->source, edits->name, status);
  cr_assert_lt(snprintf(output + length, output_bytes - length, "%-34s %s\n", edits->name,
                        tc_status_text(status)),
               (int)(output_bytes - length));
  tc_status_free(&status);
}

/* Directory of a test. It must be empty at the end, because readers write no files. */
static char home[4096], directory[32];

static void enter_directory(void) {
  strcpy(directory, "/tmp/malformed.XXXXXX");
  cr_assert(getcwd(home, sizeof home) && mkdtemp(directory) && chdir(directory) == 0);
}

static void leave_directory(void) { cr_assert(chdir(home) == 0 && rmdir(directory) == 0); }

Test(malformed, files_have_one_message_with_place_cause_and_remedy) {
  char *output = calloc(1, output_bytes);
  cr_assert_not_null(output);
  enter_directory();
  int cases = 0;
  for (int f = 0; f < format_count; f++) {
    expect_ok(read_edited(&formats[f], NULL));
    snprintf(output + strlen(output), output_bytes - strlen(output), "%s== %s\n", f ? "\n" : "",
             formats[f].name);
    for (int i = 0; i < formats[f].cases; i++) record_message(&formats[f], &formats[f].list[i], output);
    cases += formats[f].cases;
  }
  leave_directory();
  cr_expect_geq(cases, 260);
  expect_golden("matrix", "malformed.txt", output);
  free(output);
}

/* ---- files with random changes ---- */

/* Writes the bytes to a file and reads the file. Checks the message if the reader returns an error. */
static void read_bytes(const char *source, const char *name, const char *text, size_t length) {
  FILE *file = fopen(source, "wb");
  cr_assert(file && fwrite(text, 1, length, file) == length && fclose(file) == 0);
  tc_status status = read_source(source);
  cr_assert(unlink(source) == 0);
  if (status) expect_one_message(source, name, status);
  tc_status_free(&status);
}

/* Reads mutations of a valid text: truncated at each byte, and with each byte replaced by several others. */
static void read_mutations(const malformed_format *format) {
  static const char bytes[] = {'\0', '\n', '\r', ' ', '%', '-', '.', '(', '9', 'e', 'n', (char)0xff};
  const char *valid = strchr(format->valid, '\n') + 1;
  const size_t length = strlen(valid);
  char text[malformed_bytes], name[80];
  for (size_t at = 0; at <= length; at++) {
    snprintf(name, sizeof name, "%s, cut at byte %d", format->name, (int)at);
    read_bytes(format->source, name, valid, at);
    for (size_t b = 0; at < length && b < sizeof bytes; b++) {
      memcpy(text, valid, length);
      text[at] = bytes[b];
      snprintf(name, sizeof name, "%s, byte %d is %d", format->name, (int)at, bytes[b]);
      read_bytes(format->source, name, text, length);
    }
  }
}

Test(malformed, every_byte_changed) {
  enter_directory();
  for (int f = 0; f < format_count; f++) read_mutations(&formats[f]);
  leave_directory();
}

/* Reads files with a line of more than 256 KiB, in the header, in a comment or in an entry. */
Test(malformed, long_lines) {
  enum { long_bytes = 300000 };
  static const char *const begin[] = {HEAD, HEAD "\n%", HEAD "\n3 3 4\n1 1 4", "A title\n",
                                      "A title\n1\nRUA"};
  char *text = malloc(long_bytes + 100);
  cr_assert_not_null(text);
  enter_directory();
  for (size_t k = 0; k < sizeof begin / sizeof *begin; k++) {
    const size_t length = strlen(begin[k]);
    memcpy(text, begin[k], length);
    memset(text + length, k % 2 ? ' ' : '1', long_bytes);
    text[length + long_bytes] = '\n';
    read_bytes("m.mtx", begin[k], text, length + long_bytes + 1);
  }
  leave_directory();
  free(text);
}
