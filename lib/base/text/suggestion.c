#include "base/text/suggestion.h"

#include <string.h>

/* Returns the Levenshtein distance of two short words. */
static int edit_distance(const char *a, const char *b) {
  int row[TC_SUGGESTION_MAX + 1];
  int n = (int)strlen(b);
  for (int j = 0; j <= n; j++) row[j] = j;
  for (int i = 0; a[i]; i++) {
    int diagonal = row[0];
    row[0] = i + 1;
    for (int j = 0; j < n; j++) {
      int replaced = diagonal + (a[i] != b[j]), longer = row[j] + 1, shorter = row[j + 1] + 1;
      diagonal = row[j + 1];
      row[j + 1] = replaced < longer ? replaced : longer;
      if (shorter < row[j + 1]) row[j + 1] = shorter;
    }
  }
  return row[n];
}

static const char *last_component(const char *name) {
  const char *dot = strrchr(name, '.');
  return dot ? dot + 1 : name;
}

static int name_distance(const char *word, const char *candidate) {
  int distance = edit_distance(word, candidate);
  return distance > 1 && !strcmp(last_component(word), last_component(candidate)) ? 1 : distance;
}

tc_suggestion tc_suggestion_init(const char *word) {
  /* A known word is similar only if its edit distance from the misspelt word is at most this number. */
  int distance_max = ((int)strlen(last_component(word)) + 2) / 3;
  return (tc_suggestion){.word = word, .distance_max = distance_max};
}

void tc_suggestion_add(tc_suggestion *search, const char *candidate) {
  if (strlen(search->word) > TC_SUGGESTION_MAX || strlen(candidate) > TC_SUGGESTION_MAX) return;
  int distance = name_distance(search->word, candidate);
  if (distance > search->distance_max) return;
  search->distance_max = distance - 1;
  memcpy(search->best_match, candidate, strlen(candidate) + 1);
}
