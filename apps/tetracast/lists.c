#include "lists.h"

#include <string.h>

enum { longest_word = 64 };

/* The words between commas, one at a time: *at moves on. False at the end; a word that is too long is cut,
 * and then is nothing that is known. */
static bool next_word(const char **at, char word[longest_word]) {
  if (!*at) return false;
  const size_t length = strcspn(*at, ","), kept = length < longest_word ? length : longest_word - 1;
  memcpy(word, *at, kept);
  word[kept] = '\0';
  *at = (*at)[length] == ',' ? *at + length + 1 : NULL;
  return true;
}

static tc_status too_many(const char *name) {
  return tc_status_make(TC_USAGE, "--%s: at most %d in one list", name, (int)TC_LIST_MOST);
}

/* Rising, each once, 0 (the word) last. */
static void sort(tc_number_list *list) {
  int kept = 0;
  for (int i = 1; i < list->count; i++)
    for (int k = i; k > 0 && (uint32_t)list->number[k] - 1u < (uint32_t)list->number[k - 1] - 1u; k--) {
      const int32_t swap = list->number[k];
      list->number[k] = list->number[k - 1];
      list->number[k - 1] = swap;
    }
  for (int i = 0; i < list->count; i++)
    if (kept == 0 || list->number[i] != list->number[kept - 1]) list->number[kept++] = list->number[i];
  list->count = kept;
}

tc_status tc_list_numbers(const tc_arguments *arguments, const char *name, const char *instead,
                          tc_number_list *out) {
  const char *rest = tc_arguments_value(arguments, name);
  char word[longest_word];
  out->count = 0;
  while (next_word(&rest, word)) {
    int32_t number = 0;
    if (!instead || strcmp(word, instead) != 0) TC_TRY(tc_arguments_whole(name, word, 1, instead, &number));
    if (out->count == TC_LIST_MOST) return too_many(name);
    out->number[out->count++] = number;
  }
  sort(out);
  return TC_OK;
}

tc_status tc_list_strategies(const tc_arguments *arguments, tc_strategy_list *out) {
  const char *rest = tc_arguments_value(arguments, "strategies");
  char word[longest_word];
  out->count = 0;
  if (!rest)
    for (int i = 0; i < tc_strategy_count() && i < TC_LIST_MOST; i++)
      out->strategy[out->count++] = tc_strategy_at(i);
  while (next_word(&rest, word)) {
    int index = 0;
    TC_TRY(tc_registry_choose(&tc_strategy_registry, "--strategies", word, NULL, &index));
    if (out->count == TC_LIST_MOST) return too_many("strategies");
    out->strategy[out->count++] = tc_strategy_at(index);
  }
  return TC_OK;
}

tc_status tc_list_words(const tc_arguments *arguments, const char *name, tc_word_list *out) {
  const char *value = tc_arguments_value(arguments, name);
  out->count = 0;
  if (!value) return TC_OK;
  if (strlen(value) >= sizeof out->text) return tc_status_make(TC_USAGE, "--%s: the list is too long", name);
  strcpy(out->text, value);
  for (char *word = out->text; word; out->count++) {
    char *comma = strchr(word, ',');
    if (comma) *comma = '\0';
    if (*word == '\0') return tc_status_make(TC_USAGE, "--%s %s: a word is missing", name, value);
    if (out->count == TC_LIST_MOST) return too_many(name);
    out->word[out->count] = word;
    word = comma ? comma + 1 : NULL;
  }
  return TC_OK;
}

tc_status tc_list_schemes(const tc_arguments *arguments, tc_scheme_list *out) {
  const char *rest = tc_arguments_value(arguments, "schemes");
  char word[longest_word];
  out->count = 0;
  while (next_word(&rest, word)) {
    int index = 0;
    TC_TRY(tc_registry_choose(&tc_scheme_registry, "--schemes", word, NULL, &index));
    if (out->count == TC_LIST_MOST) return too_many("schemes");
    out->scheme[out->count++] = tc_scheme_at(index);
  }
  return TC_OK;
}
