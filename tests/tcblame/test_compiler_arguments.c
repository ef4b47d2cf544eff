/* Tests of compile commands: division into words, and removal of words that do not affect the facts. */
#include "compile/compiler_arguments.h"

#include <stdio.h>

#include "support/expect.h"

/* Returns a text with all words of the list, each in brackets. */
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

static void expect_filtered(const char *command, const char *file, const char *wanted) {
  tc_pool pool = {NULL};
  const char **words, *const *filtered;
  expect_ok(tb_compiler_arguments_split(&pool, command, &words));
  expect_ok(tb_compiler_arguments_filter(&pool, words, file, &filtered));
  cr_expect_str_eq(join(filtered), wanted, "%s gives %s", command, join(filtered));
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
  expect_split("\"a\\nb\"", "[a\\nb]"); /* in double quotes, a backslash before a letter is literal */
}

/* If a quote is not closed, or if the text ends with a backslash, the word must end with the text. A shell
 * would reject such a command. */
Test(compiler_words, what_is_left_open_ends_with_the_text) {
  expect_split("a 'b c", "[a][b c]");
  expect_split("a \"b", "[a][b]");
  expect_split("a b\\", "[a][b\\]");
}

Test(compiler_words, options_that_say_nothing_of_the_source_go) {
  expect_filtered("/usr/bin/cc -DA=1 -Iinc -isystem /sys -O3 -g -std=c17 -o x.o -c src/a.c", "src/a.c",
                  "[-DA=1][-Iinc][-isystem][/sys][-g][-std=c17][src/a.c]");
  expect_filtered("cc -MD -MT x.o -MF x.d -MMD -MP -MQ y -fopenmp -fopenmp=libomp -flto=auto a.c", "a.c",
                  "[a.c]");
  expect_filtered("cc -fsanitize=address -fno-sanitize-recover -fprofile-arcs -ftest-coverage --coverage -pg "
                  "-save-temps=obj -Werror -Werror=format a.c",
                  "a.c", "[a.c]");
  expect_filtered("cc -Wall -fno-math-errno -ffp-contract=off -march=native -pthread -UNDEBUG a.c", "a.c",
                  "[-Wall][-fno-math-errno][-ffp-contract=off][-march=native][-pthread][-UNDEBUG][a.c]");
}

Test(compiler_words, what_starts_the_compiler_goes_too) {
  expect_filtered("ccache /usr/bin/clang-14 -DA a.c", "a.c", "[-DA][a.c]");
  expect_filtered("cc a.c -DA", "a.c", "[a.c][-DA]");
  expect_filtered("cc", "a.c", "");
  expect_filtered("cc a.c -o", "a.c", "[a.c]");
}
