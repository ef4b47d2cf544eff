#include <criterion/criterion.h>
#include <string.h>

#include "base/text/shell_word.h"

/* Interprets a word as a POSIX shell does. Fails if a character outside quotes has a special meaning for
 * the shell. */
static void read_word(const char *word, char *out) {
  bool is_quoted = false;
  for (const char *at = word; *at; at++) {
    if (*at == '\'')
      is_quoted = !is_quoted;
    else if (!is_quoted && *at == '\\')
      *out++ = *++at;
    else
      *out++ = *at;
    const bool is_safe = is_quoted || *at == '\'' || !strchr(" \t\n|&;<>()$`\"*?[]#~!{}^", *at);
    cr_assert(is_safe, "%s", word);
  }
  cr_assert_not(is_quoted, "%s", word);
  *out = '\0';
}

static void expect_word(const char *text, const char *expected) {
  tc_pool pool = {0};
  const char *word = NULL;
  char value[100];
  cr_assert_eq(tc_shell_word(&pool, text, strlen(text), &word), TC_OK);
  cr_assert_str_eq(word, expected);
  read_word(word, value);
  cr_assert_str_eq(value, text);
  tc_pool_free(&pool);
}

Test(shell_word, plain_words_are_unchanged) {
  expect_word("/tmp/heart-2.msh", "/tmp/heart-2.msh");
  expect_word("inlet,wall:7", "inlet,wall:7");
  expect_word("-x", "-x");
}

Test(shell_word, other_words_are_quoted) {
  expect_word("", "''");
  expect_word(" ", "' '");
  expect_word("left atrium", "'left atrium'");
  expect_word("it's", "'it'\\''s'");
  expect_word("'", "''\\'''");
  expect_word("it's $HOME `ls` \"x\" \\", "'it'\\''s $HOME `ls` \"x\" \\'");
  expect_word("~/a", "'~/a'");
  expect_word("-x y", "'-x y'");
  expect_word("Herzk\xc3\xb6rper", "'Herzk\xc3\xb6rper'");
}

/* Only the first characters of the text, up to the given length, are converted. Later ones have no effect,
 * even if they are special. */
Test(shell_word, part_of_a_text) {
  tc_pool pool = {0};
  const char *word = NULL;
  cr_assert_eq(tc_shell_word(&pool, "heart of mine.msh", 5, &word), TC_OK);
  cr_assert_str_eq(word, "heart");
  cr_assert_eq(tc_shell_word(&pool, "my heart.msh", 8, &word), TC_OK);
  cr_assert_str_eq(word, "'my heart'");
  cr_assert_eq(tc_shell_word(&pool, "heart", 0, &word), TC_OK);
  cr_assert_str_eq(word, "''");
  tc_pool_free(&pool);
}
