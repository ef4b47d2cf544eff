/* Helpers for tests that compile small C texts with clang 14 and extract their facts. */
#ifndef TC_TESTS_BLAME_EXTRACT_UNIT_TEXT_H
#define TC_TESTS_BLAME_EXTRACT_UNIT_TEXT_H

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text/line.h"
#include "blame/extract/translation_unit.h"
#include "support/expect.h"

#define CLANG "clang-14 -O0 -g -w -emit-llvm -c -Xclang -disable-llvm-passes"

/* Compiles `source` with clang-14 and `options` and returns the path of the bitcode. remove_bitcode
 * removes the file and frees the path. Skips the test if clang-14 is not installed. */
static inline char *bitcode_of(const char *source, const char *options) {
  char folder[] = "/tmp/tc_unit_XXXXXX", command[1024];
  if (system("clang-14 --version > /dev/null 2>&1") != 0) cr_skip_test("no clang-14 here");
  cr_assert_not_null(mkdtemp(folder));
  snprintf(command, sizeof command, "cd %s && cat > text.c && %s text.c -o text.bc", folder, options);
  FILE *out = popen(command, "w");
  cr_assert_not_null(out);
  fputs(source, out);
  cr_assert_eq(pclose(out), 0, "is not compiled: %s", source);
  char *path = malloc(sizeof folder + 16);
  cr_assert_not_null(path);
  snprintf(path, sizeof folder + 16, "%s/text.bc", folder);
  return path;
}

static inline void remove_bitcode(char *path) {
  unlink(path);
  strcpy(strrchr(path, '.'), ".c");
  unlink(path);
  *strrchr(path, '/') = '\0';
  rmdir(path);
  free(path);
}

static inline tb_facts *facts_of(const char *source) {
  char *path = bitcode_of(source, CLANG);
  tb_facts *facts;
  expect_ok(tb_facts_create(&facts));
  expect_ok(tb_translation_unit_add(path, facts));
  remove_bitcode(path);
  return facts;
}

static inline const tb_function *function_of(const tb_facts *facts, const char *name) {
  for (int f = 0; f < facts->functions; f++)
    if (!strcmp(facts->function[f].name, name)) return &facts->function[f];
  cr_assert_fail("no function %s", name);
  return NULL;
}

static inline void write_places(const tb_function *f, const char *before, tb_index_list of, tc_line *line) {
  for (int i = 0; i < of.count; i++)
    tc_line_add(line, "%s%s%s", i ? " " : before, f->access_path[of.item[i]].name,
                f->access_path[of.item[i]].path);
}

static inline void write_lines(const tb_function *f, const char *before, tb_index_list of, tc_line *line) {
  for (int i = 0; i < of.count; i++)
    tc_line_add(line, "%s%d", i ? " " : before, f->definition[of.item[i]].at.line);
}

static inline void write_enters(const tb_function *f, tb_index_list of, tc_line *line) {
  for (int i = 0; i < of.count; i++)
    tc_line_add(line, "%s%s", i ? " " : " enters ",
                of.item[i] < f->parameters ? f->parameter[of.item[i]] : "...");
}

/* Describes a definition in one line: "5: s.v[] <- a[] i from 3 4 enters n under 2 maybe". The example is on
 * line 5, writes s.v[], reads a[] and i, and uses definitions of lines 3 and 4 and parameter n. A branch on
 * line 2 controls it, and "maybe" marks it as conditional. Calls and stores of pointers add "(&0 a[])", the
 * targets of pointer argument 0. */
static inline void describe(const tb_function *f, const tb_definition *d, tc_line *line) {
  static const char *const kind[] = {"", " call", " branch", " return"};
  tc_line_add(line, "%d:%s", d->at.line, kind[d->kind]);
  if (d->kind == TB_DEFINE_CALL)
    tc_line_add(line, " %s%s%s", d->callee ? d->callee : "*",
                d->callee_pointer && *d->callee_pointer ? " " : "",
                d->callee_pointer ? d->callee_pointer : "");
  if (d->kind != TB_DEFINE_RETURN) write_places(f, " ", d->writes, line);
  write_places(f, " <- ", d->inputs.reads, line);
  write_lines(f, " from ", d->inputs.definitions, line);
  write_enters(f, d->inputs.entry_parameters, line);
  write_lines(f, " under ", d->controlling_branches, line);
  if (d->is_conditional) tc_line_add(line, " maybe");
  for (int a = 0; a < d->arguments; a++) {
    if (!d->argument[a].targets.count) continue;
    tc_line_add(line, " (&%d", a);
    write_places(f, " ", d->argument[a].targets, line);
    tc_line_add(line, ")");
  }
  tc_line_add(line, "\n");
}

/* Expects that the descriptions of all definitions of a function, one per line, are equal to `expected`. */
static inline void expect_definitions(const tb_facts *facts, const char *name, const char *expected) {
  const tb_function *f = function_of(facts, name);
  tc_line *line = calloc(1, sizeof *line);
  for (int d = 0; d < f->definitions; d++) describe(f, &f->definition[d], line);
  cr_expect_str_eq(line->text, expected, "%s:\n%sexpected:\n%s", name, line->text, expected);
  free(line);
}

static inline const tb_access_path *place_of(const tb_function *f, const char *text) {
  char written[256];
  for (int p = 0; p < f->access_paths; p++) {
    snprintf(written, sizeof written, "%s%s", f->access_path[p].name, f->access_path[p].path);
    if (!strcmp(written, text)) return &f->access_path[p];
  }
  cr_assert_fail("%s has no place %s", f->name, text);
  return NULL;
}

#endif
