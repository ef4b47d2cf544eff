/* Commands of compilers, word by word. */
#include "compile/compiler_arguments.h"

#include <stdio.h>

#include "support/expect.h"

/* Words, each in brackets. */
static const char *join(const char *const *word) {
  static char text[1024];
  text[0] = '\0';
  for (; *word; word++) snprintf(text + strlen(text), sizeof text - strlen(text), "[%s]", *word);
  return text;
}

static void expect_split(const char *command, const char *wanted) {
  tc_pool pool = {NULL};
  const char **words;
  expect_ok(tb_compiler_arguments_split(&pool, command, &words));
  cr_expect_str_eq(join(words), wanted, "%s gives %s", command, join(words));
  tc_pool_free(&pool);
}

static void expect_kept(const char *command, const char *file, const char *wanted) {
  tc_pool pool = {NULL};
  const char **words, *const *kept;
  expect_ok(tb_compiler_arguments_split(&pool, command, &words));
  expect_ok(tb_compiler_arguments_filter(&pool, words, file, &kept));
  cr_expect_str_eq(join(kept), wanted, "%s gives %s", command, join(kept));
  tc_pool_free(&pool);
}

Test(compiler_words, commands_are_split_as_a_shell_does) {
  expect_split("", "");
  expect_split("  \t ", "");
  expect_split("cc -c a.c", "[cc][-c][a.c]");
  expect_split(" cc\t a.c \n", "[cc][a.c]");
  expect_split("'a b' \"c d\" e\\ f", "[a b][c d][e f]");
  expect_split("-DX=\\\"text\\\"", "[-DX=\"text\"]");
  expect_split("\"-DX=\\\"a \\$b\\\"\" '-DY=\"c\\d\"'", "[-DX=\"a $b\"][-DY=\"c\\d\"]");
  expect_split("a'b'\"c\"d", "[abcd]");
  expect_split("'' a \"\"", "[][a][]");
  expect_split("\"it's\" 'say \"x\"'", "[it's][say \"x\"]");
  expect_split("\"a\\nb\"", "[a\\nb]"); /* within quotes a backslash means itself before other letters */
}

/* What a shell would not take either ends with the text. */
Test(compiler_words, what_is_left_open_ends_with_the_text) {
  expect_split("a 'b c", "[a][b c]");
  expect_split("a \"b", "[a][b]");
  expect_split("a b\\", "[a][b\\]");
}

Test(compiler_words, options_that_say_nothing_of_the_source_go) {
  expect_kept("/usr/bin/cc -DA=1 -Iinc -isystem /sys -O3 -g -std=c17 -o x.o -c src/a.c", "src/a.c",
              "[-DA=1][-Iinc][-isystem][/sys][-g][-std=c17][src/a.c]");
  expect_kept("cc -MD -MT x.o -MF x.d -MMD -MP -MQ y -fopenmp -fopenmp=libomp -flto=auto a.c", "a.c",
              "[a.c]");
  expect_kept("cc -fsanitize=address -fno-sanitize-recover -fprofile-arcs -ftest-coverage --coverage -pg "
              "-save-temps=obj -Werror -Werror=format a.c",
              "a.c", "[a.c]");
  expect_kept("cc -Wall -fno-math-errno -ffp-contract=off -march=native -pthread -UNDEBUG a.c", "a.c",
              "[-Wall][-fno-math-errno][-ffp-contract=off][-march=native][-pthread][-UNDEBUG][a.c]");
}

Test(compiler_words, what_starts_the_compiler_goes_too) {
  expect_kept("ccache /usr/bin/clang-14 -DA a.c", "a.c", "[-DA][a.c]");
  expect_kept("cc a.c -DA", "a.c", "[a.c][-DA]");
  expect_kept("cc", "a.c", "");
  expect_kept("cc a.c -o", "a.c", "[a.c]");
}
