/* Tests of reading the compile commands of a program, from compile_commands.json or from the command line. */
#include "compile/compile_commands.h"

#include <limits.h>

#include "scratch.h"
#include "support/expect.h"

TestSuite(compilations, .fini = remove_scratch);

static void write_list(const char *text) { write_scratch("compile_commands.json", "%s", text); }

static void expect_compilation(const tb_compilation *c, const char *folder, const char *file,
                               const char *words) {
  char text[512] = "";
  for (const char *const *w = c->argv; *w; w++)
    snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", w == c->argv ? "" : " ", *w);
  cr_expect_str_eq(c->folder, folder);
  cr_expect_str_eq(c->file, file);
  cr_expect_str_eq(text, words, "%s: %s", file, text);
}

Test(compilations, commands_and_lists_of_arguments_are_read) {
  tb_compilations c;
  write_list("[{\"directory\": \"/x\", \"command\": \"cc -DA=\\\\\\\"b\\\\\\\" -O3 -o a.o -c a.c\", "
             "\"file\": \"a.c\", \"output\": \"a.o\"},\n"
             " {\"directory\": \"/y\", \"arguments\": [\"cc\", \"-DT=a b\", \"-c\", \"/y/b.c\"],\n"
             "  \"file\": \"/y/b.c\"}]\n");
  expect_ok(tb_compilations_read(scratch(), &c));
  cr_assert_eq(c.count, 2);
  expect_compilation(&c.item[0], "/x", "a.c", "-DA=\"b\" a.c");
  expect_compilation(&c.item[1], "/y", "/y/b.c", "-DT=a b /y/b.c");
  cr_expect_eq(c.skipped, 0);
  tb_compilations_clear(&c);
}

Test(compilations, other_languages_are_counted_and_left_out) {
  tb_compilations c;
  write_list("[{\"directory\": \"/x\", \"command\": \"c++ -c a.cc\", \"file\": \"a.cc\"},\n"
             " {\"directory\": \"/x\", \"command\": \"cc -c b.c\", \"file\": \"b.c\"},\n"
             " {\"directory\": \"/x\", \"command\": \"as c.s\", \"file\": \"c.s\"}]\n");
  expect_ok(tb_compilations_read(scratch(), &c));
  cr_expect_eq(c.count, 1);
  cr_expect_eq(c.skipped, 2);
  tb_compilations_clear(&c);
}

/* Commands that differ only in their output file must count once. A command with another directory or another
 * macro definition is a separate compilation. */
Test(compilations, what_is_compiled_twice_alike_comes_once) {
  tb_compilations c;
  write_list("[{\"directory\": \"/x\", \"command\": \"cc -DA -o 1.o -c a.c\", \"file\": \"a.c\"},\n"
             " {\"directory\": \"/x\", \"command\": \"cc -DA -o 2.o -c a.c\", \"file\": \"a.c\"},\n"
             " {\"directory\": \"/y\", \"command\": \"cc -DA -o 2.o -c a.c\", \"file\": \"a.c\"},\n"
             " {\"directory\": \"/x\", \"command\": \"cc -DB -o 3.o -c a.c\", \"file\": \"a.c\"}]\n");
  expect_ok(tb_compilations_read(scratch(), &c));
  cr_assert_eq(c.count, 3);
  expect_compilation(&c.item[0], "/x", "a.c", "-DA a.c");
  expect_compilation(&c.item[1], "/y", "a.c", "-DA a.c");
  expect_compilation(&c.item[2], "/x", "a.c", "-DB a.c");
  tb_compilations_clear(&c);
}

/* The list of a large project contains each source file three times. The result must contain each file once,
 * in the order of the first entries. */
Test(compilations, a_long_list) {
  enum { sources = 3000, times = 3, room = 100 };
  tb_compilations c;
  char *text = malloc((size_t)sources * times * room), *end = text, word[40];
  for (int i = 0; i < sources * times; i++)
    end += sprintf(end, "%s{\"directory\": \"/x\", \"file\": \"%d.c\", \"arguments\": [\"cc\", \"%d.c\"]}\n",
                   i ? "," : "[", i % sources, i % sources);
  strcpy(end, "]");
  write_list(text);
  free(text);
  expect_ok(tb_compilations_read(scratch(), &c));
  cr_assert_eq(c.count, sources);
  for (int i = 0; i < sources; i++) {
    snprintf(word, sizeof word, "%d.c", i);
    cr_assert_str_eq(c.item[i].file, word);
  }
  tb_compilations_clear(&c);
}

Test(compilations, an_empty_list_is_none) {
  tb_compilations c;
  write_list("[]\n");
  expect_ok(tb_compilations_read(scratch(), &c));
  cr_expect_eq(c.count, 0);
  tb_compilations_clear(&c);
}

Test(compilations, what_is_no_list_is_refused_by_file_and_line) {
  tb_compilations c;
  expect_error(tb_compilations_read(in_scratch("none"), &c), TC_USAGE,
               "none/compile_commands.json: not found");
  write_list("[\n{\"directory\": \"/x\",\n \"file\": \"a.c\"]\n");
  expect_error(tb_compilations_read(scratch(), &c), TC_INPUT, "compile_commands.json:3: ");
  write_list("{\"directory\": \"/x\"}\n");
  expect_error(tb_compilations_read(scratch(), &c), TC_INPUT, "is not a list of compile commands");
  write_list("");
  expect_error(tb_compilations_read(scratch(), &c), TC_INPUT, "is not a list of compile commands");
}

Test(compilations, entries_that_lack_something_are_refused_by_line) {
  static const char *const entries[] =
      {"{\"directory\": \"/x\", \"file\": \"a.c\"}",
       "{\"command\": \"cc a.c\", \"file\": \"a.c\"}",
       "{\"directory\": \"/x\", \"command\": \"cc a.c\"}",
       "{\"directory\": [\"/x\"], \"command\": \"cc a.c\", \"file\": \"a.c\"}",
       "{\"directory\": \"/x\", \"command\": \"cc -o a.c\", \"file\": \"a.c\"}",
       "{\"directory\": \"/x\", \"arguments\": [\"cc\", \"-I\", \"x\"], \"file\": \"a.c\"}"};
  tb_compilations c;
  for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
    write_scratch("compile_commands.json",
                  "[{\"directory\": \"/x\", \"command\": \"cc a.c\", \"file\": \"a.c\"},\n\n%s]\n",
                  entries[i]);
    expect_error(tb_compilations_read(scratch(), &c), TC_INPUT, "compile_commands.json:3: ");
  }
  write_list("[]\n%\xef\xa1\xbb\xbf\n");
  expect_error(tb_compilations_read(scratch(), &c), TC_INPUT, "compile_commands.json:2: invalid JSON: '%'");
  write_list("[1, \"a\"]\n");
  expect_error(tb_compilations_read(scratch(), &c), TC_INPUT, "lacks directory, file or command");
}

Test(compilations, files_on_the_command_line_share_their_options) {
  tb_compilations c;
  char here[PATH_MAX];
  const char *files[] = {in_scratch("a.c"), in_scratch("b.c")}, *options[] = {"-DA", "-O2"};
  const tc_option_texts names = {.item = files, .count = 2}, words = {.item = options, .count = 2};
  char wanted[512];
  write_scratch("a.c", "int a;\n");
  write_scratch("b.c", "int b;\n");
  cr_assert_not_null(getcwd(here, sizeof here));
  expect_ok(tb_compilations_name(&names, &words, &c));
  cr_assert_eq(c.count, 2);
  for (int i = 0; i < 2; i++) {
    snprintf(wanted, sizeof wanted, "-DA %s", files[i]);
    expect_compilation(&c.item[i], here, files[i], wanted);
  }
  tb_compilations_clear(&c);
}

Test(compilations, files_that_are_none_are_refused) {
  tb_compilations c;
  const char *missing[] = {in_scratch("none.c")}, *other[] = {"text.txt"};
  const tc_option_texts none = {0}, gone = {.item = missing, .count = 1}, text = {.item = other, .count = 1};
  expect_error(tb_compilations_name(&gone, &none, &c), TC_USAGE, "none.c: cannot be read");
  expect_error(tb_compilations_name(&text, &none, &c), TC_USAGE, "text.txt: is not a C file");
}
