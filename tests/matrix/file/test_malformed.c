/* Malformed matrix files. Reading each of them ends with the code of wrong input and one message of three
 * parts (place, cause, remedy). The messages are stored in golden/malformed.txt for review. */
#include <unistd.h>

#include "matrix/file/malformed_cases.h"
#include "matrix/file/matrix_file.h"
#include "support/expect.h"
#include "support/golden.h"

#define FORMAT(name, valid, list)                                                                            \
  { name, "m.mtx", valid, sizeof list / sizeof *list, list }
static const malformed_format formats[] = {
    FORMAT("Matrix Market, coordinate", market_text, market_cases),
    FORMAT("Matrix Market, array", array_text, array_cases),
    FORMAT("Harwell-Boeing", boeing_text, boeing_cases),
};
enum { format_count = sizeof formats / sizeof *formats, output_bytes = 1 << 16 };

static tc_status read_edited(const malformed_format *format, const malformed_case *edits) {
  char text[malformed_bytes];
  tc_matrix_file file;
  snprintf(text, sizeof text, "%s", format->valid);
  for (int i = 0; edits && i < malformed_edits && edits->edit[i].find; i++)
    apply_edit(&edits->edit[i], edits->name, text);
  visit_files(text, NULL);
  const tc_status status = tc_matrix_file_read(format->source, &file);
  visit_files(text, unlink);
  cr_expect(!status || !file.matrix.row_begin);
  tc_matrix_file_free(&file);
  return status;
}

/* Appends the message of a malformed file to `output`. */
static void record_message(const malformed_format *format, const malformed_case *edits, char *output) {
  tc_status status = read_edited(format, edits);
  const char *message = tc_status_text(status), *cause = strstr(message, ": ");
  const size_t length = strlen(output);
  cr_expect_eq(tc_status_code(status), TC_INPUT, "%s: code %d: %s", edits->name, (int)tc_status_code(status),
               message);
  cr_expect(cause && strstr(cause + 2, ": "), "%s: the message lacks a part: %s", edits->name, message);
  cr_expect(strncmp(message, "m.mtx:", 6) == 0 && !strchr(message, '\n'), "%s: %s", edits->name, message);
  cr_assert_lt(snprintf(output + length, output_bytes - length, "%-34s %s\n", edits->name, message),
               (int)(output_bytes - length));
  tc_status_free(&status);
}

Test(malformed, files_have_one_message_with_place_cause_and_remedy) {
  char *output = calloc(1, output_bytes), home[4096], directory[] = "/tmp/malformed.XXXXXX";
  cr_assert(output && getcwd(home, sizeof home) && mkdtemp(directory) && chdir(directory) == 0);
  int cases = 0;
  for (int f = 0; f < format_count; f++) {
    expect_ok(read_edited(&formats[f], NULL));
    snprintf(output + strlen(output), output_bytes - strlen(output), "%s== %s\n", f ? "\n" : "",
             formats[f].name);
    for (int i = 0; i < formats[f].cases; i++) record_message(&formats[f], &formats[f].list[i], output);
    cases += formats[f].cases;
  }
  cr_assert(chdir(home) == 0 && rmdir(directory) == 0);
  cr_expect_geq(cases, 140);
  expect_golden("matrix", "malformed.txt", output);
  free(output);
}
