#include "compile/compiler_arguments.h"

#include <stdbool.h>
#include <string.h>

/* ---- splitting ---- */

/* Reads one character of a command at *at, moves *at after it and stores it in *out. *quote is the quote
 * character that is open, or zero. Returns false and does not set *out if the character only opens or closes
 * a quote. */
static bool read_character(const char **at, char *quote, char *out) {
  const char c = *(*at)++;
  if (c == *quote && c) {
    *quote = '\0';
    return false;
  }
  if (!*quote && (c == '"' || c == '\'')) {
    *quote = c;
    return false;
  }
  const bool escapes = c == '\\' && *quote != '\'' && **at && (!*quote || strchr("\"\\$`", **at));
  *out = escapes ? *(*at)++ : c;
  return true;
}

/* Copies the next word of the command at *at to the memory at *to, moves *at after the word and *to after the
 * copy. Returns false if no word is left. */
static bool read_word(const char **at, char **to) {
  char quote = '\0', c;
  *at += strspn(*at, " \t\n");
  if (!**at) return false;
  while (**at && (quote || !strchr(" \t\n", **at)))
    if (read_character(at, &quote, &c)) *(*to)++ = c;
  *(*to)++ = '\0';
  return true;
}

tc_status tb_compiler_arguments_split(tc_pool *pool, const char *command, const char ***out) {
  const size_t length = strlen(command);
  char *to = NULL;
  int count = 0;
  TC_TRY(tc_pool_alloc(pool, 2 * length + 2, &to));
  TC_TRY(tc_pool_alloc(pool, (length + 2) * sizeof **out, out));
  for (const char *word = to; read_word(&command, &to); word = to) (*out)[count++] = word;
  return TC_OK;
}

/* ---- filtering ---- */

/* Options that are removed. `options_with_value`: options that are removed together with the following word;
 * `plain_options`: complete options without a following word; `option_prefixes`: each option without a
 * following word that begins with one of these strings. */
static const char *const options_with_value[] = {"-o", "-MF", "-MT", "-MQ"};
static const char *const plain_options[] = {"-c", "-MD", "-MMD", "-MP", "--coverage", "-pg"};
static const char *const option_prefixes[] =
    {"-O",        "-fopenmp",        "-flto",       "-fsanitize", "-fno-sanitize",
     "-fprofile", "-ftest-coverage", "-save-temps", "-Werror"};

#define COUNT(list) (sizeof(list) / sizeof *(list))

static bool is_in_list(const char *word, const char *const *list, size_t count, bool is_exact) {
  for (size_t i = 0; i < count; i++)
    if (is_exact ? strcmp(word, list[i]) == 0 : strncmp(word, list[i], strlen(list[i])) == 0) return true;
  return false;
}

/* Returns true if a word is neither an option nor the source file `file`. Such words at the start of a
 * command are the compiler and perhaps a launcher before it, such as ccache. */
static bool is_program_word(const char *word, const char *file) {
  return word[0] != '-' && strcmp(word, file) != 0;
}

tc_status tb_compiler_arguments_filter(tc_pool *pool, const char *const *words, const char *file,
                                       const char *const **out) {
  const char **next = NULL;
  int count = 0, i = 0;
  while (words[count]) count++;
  TC_TRY(tc_pool_alloc(pool, ((size_t)count + 1) * sizeof *next, &next));
  *out = next;
  while (words[i] && is_program_word(words[i], file)) i++;
  for (; words[i]; i++) {
    const bool has_value = is_in_list(words[i], options_with_value, COUNT(options_with_value), true);
    if (!has_value && !is_in_list(words[i], plain_options, COUNT(plain_options), true) &&
        !is_in_list(words[i], option_prefixes, COUNT(option_prefixes), false))
      *next++ = words[i];
    if (has_value && words[i + 1]) i++;
  }
  return TC_OK;
}
