/* Malformed files of each format that Tetracast reads without meshio. Each import must fail with TC_INPUT
 * and a message of three parts (place, cause, remedy), and must write no file. The messages are stored in
 * golden/malformed.txt for review. */
#include <dirent.h>
#include <unistd.h>

#include "io/importers/malformed/carp_cases.h"
#include "io/importers/malformed/msh2_cases.h"
#include "io/importers/malformed/msh4_cases.h"
#include "io/mesh_input/import.h"
#include "support/expect.h"
#include "support/golden.h"

#define FORMAT(name, source, valid, list)                                                                    \
  { name, source, valid, sizeof list / sizeof *list, list }
static const malformed_format formats[] = {
    FORMAT("MSH 2.2, text", "heart.msh", msh2_text, msh2_text_cases),
    FORMAT("MSH 2.2, binary", "heart.msh", msh2_binary, msh2_binary_cases),
    FORMAT("MSH 4.1, text", "heart.msh", msh4_text, msh4_text_cases),
    FORMAT("MSH 4.1, binary", "heart.msh", msh4_binary, msh4_binary_cases),
    FORMAT("openCARP", "heart.pts", carp_text, carp_cases),
    FORMAT("TetGen", "heart.node", tetgen_text, tetgen_cases),
};
enum { format_count = sizeof formats / sizeof *formats, output_bytes = 1 << 17 };

/* Imports a file with the calls that `tetracast mesh import` makes before it writes the mesh file. */
static tc_status import_file(const char *path) {
  tc_mesh_source source = {0};
  tc_mesh_import import = {0};
  tc_status status = TC_OK;
  TC_GUARD(status, tc_mesh_source_open(1, &path, NULL, &source));
  const tc_mesh_import_request request = {.source = &source,
                                          .convert = &tc_convert_defaults,
                                          .name = "heart",
                                          .options = ""};
  TC_GUARD(status, tc_mesh_import_run(&request, NULL, &import));
cleanup:
  tc_mesh_import_free(&import);
  tc_mesh_source_free(&source);
  return status;
}

static void expect_empty_directory(void) {
  DIR *directory = opendir(".");
  for (struct dirent *entry; (entry = readdir(directory));)
    cr_expect(entry->d_name[0] == '.', "%s was written", entry->d_name);
  closedir(directory);
}

/* Copies a message. DIR replaces the name of the current directory, because that name differs between
 * runs. */
static void copy_message(const char *message, const char *directory, char text[2048]) {
  const char *at = strstr(message, directory);
  if (at)
    snprintf(text, 2048, "%.*sDIR%s", (int)(at - message), message, at + strlen(directory));
  else
    snprintf(text, 2048, "%s", message);
}

/* Appends one line to `output`: the name of the malformed file and its error message. */
static void record_message(const char *name, tc_status status, char *output) {
  char text[2048], directory[4096];
  cr_assert_not_null(getcwd(directory, sizeof directory));
  copy_message(tc_status_text(status), directory, text);
  const char *cause = strstr(text, ": ");
  const size_t length = strlen(output);
  cr_expect_eq(tc_status_code(status), TC_INPUT, "%s: code %d: %s", name, (int)tc_status_code(status), text);
  cr_expect(cause && strstr(cause + 2, ": "), "%s: the message lacks a part: %s", name, text);
  cr_expect_null(strchr(text, '\n'), "%s: several lines: %s", name, text);
  cr_assert_lt(snprintf(output + length, output_bytes - length, "%-32s %s\n", name, text),
               (int)(output_bytes - length));
}

static void check_case(const malformed_format *format, const malformed_case *list, char *output) {
  char text[malformed_bytes];
  snprintf(text, sizeof text, "%s", format->valid);
  for (int i = 0; list && i < malformed_edits && list->edit[i].find; i++)
    apply_edit(&list->edit[i], list->name, text);
  visit_files(text, NULL);
  tc_status status = import_file(format->source);
  visit_files(text, unlink);
  if (list)
    record_message(list->name, status, output);
  else
    cr_expect_null(status, "%s: %s", format->name, tc_status_text(status));
  tc_status_free(&status);
  expect_empty_directory();
}

Test(malformed, files_have_one_message_with_place_cause_and_remedy) {
  char *output = calloc(1, output_bytes), home[4096], directory[] = "/tmp/malformed.XXXXXX";
  cr_assert(output && getcwd(home, sizeof home) && mkdtemp(directory) && chdir(directory) == 0);
  int cases = 0;
  for (int f = 0; f < format_count; f++) {
    check_case(&formats[f], NULL, output);
    snprintf(output + strlen(output), output_bytes - strlen(output), "%s== %s\n", f ? "\n" : "",
             formats[f].name);
    for (int i = 0; i < formats[f].cases; i++) check_case(&formats[f], &formats[f].list[i], output);
    cases += formats[f].cases;
  }
  cr_assert(chdir(home) == 0 && rmdir(directory) == 0);
  cr_expect_geq(cases, 100);
  expect_golden("io/importers", "malformed.txt", output);
  free(output);
}
