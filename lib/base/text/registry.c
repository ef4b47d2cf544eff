#include "base/text/registry.h"

#include <stdio.h>
#include <string.h>

#include "base/text/suggestion.h"

int tc_registry_find(const tc_registry *registry, const char *name) {
  for (int i = 0; i < registry->count; i++)
    if (strcmp(registry->name(i), name) == 0) return i;
  return -1;
}

const char *tc_registry_format_names(const tc_registry *registry, const char *extra, tc_line *line) {
  *line = (tc_line){0};
  tc_line_add(line, "one of ");
  for (int i = 0; i < registry->count; i++) tc_line_add(line, "%s%s", i ? ", " : "", registry->name(i));
  if (extra) tc_line_add(line, ", %s", extra);
  return line->text;
}

const char *tc_registry_suggest(const tc_registry *registry, const char *word, tc_line *line) {
  tc_suggestion search = tc_suggestion_init(word);
  for (int i = 0; i < registry->count; i++) tc_suggestion_add(&search, registry->name(i));
  *line = (tc_line){0};
  if (*search.best_match) tc_line_add(line, " (did you mean '%s'?)", search.best_match);
  return line->text;
}

tc_status tc_registry_parse(const tc_registry *registry, const char *where, const char *word,
                            const char *extra, int *index) {
  tc_line line, suggestion;
  *index = tc_registry_find(registry, word);
  if (*index >= 0 || (extra && strcmp(word, extra) == 0)) return TC_OK;
  /* Example of the message: run.yaml:4: strategy: expected one of none, block, found 'blok' (did you mean
   * 'block'?) */
  return tc_status_create(TC_USAGE, "%s: expected %s, found '%.64s'%s", where,
                          tc_registry_format_names(registry, extra, &line), word,
                          tc_registry_suggest(registry, word, &suggestion));
}

static bool contains_index(int index_sought, const int *index, int count) {
  while (count && index[count - 1] != index_sought) count--;
  return count > 0;
}

/* A word that is longer than the buffer is cut. All names are shorter than the buffer, so the cut word
 * matches no name. */
tc_status tc_registry_parse_list(const tc_registry *registry, const char *where, const char *words,
                                 const char *extra, int indices_max, int *index, int *count) {
  *count = 0;
  for (const char *at = words, *end; at; at = *end ? end + 1 : NULL) {
    char word[128];
    int entry;
    end = at + strcspn(at, ",");
    snprintf(word, sizeof word, "%.*s", (int)(end - at), at);
    TC_TRY(tc_registry_parse(registry, where, word, extra, &entry));
    if (contains_index(entry, index, *count)) continue;
    if (*count == indices_max)
      return tc_status_create(TC_USAGE, "%s: the list has more than %d names: remove some", where,
                              indices_max);
    index[(*count)++] = entry;
  }
  return TC_OK;
}
