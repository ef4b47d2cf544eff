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

static const char *last_part(const char *name) {
  const char *dot = strrchr(name, '.');
  return dot ? dot + 1 : name;
}

static int name_distance(const char *written, const char *known) {
  int far = edit_distance(written, known);
  return far > 1 && !strcmp(last_part(written), last_part(known)) ? 1 : far;
}

tc_suggestion tc_suggestion_init(const char *written) {
  /* A word with a larger edit distance than this does not count as similar. */
  int most = ((int)strlen(last_part(written)) + 2) / 3;
  return (tc_suggestion){.written = written, .max = most};
}

void tc_suggestion_add(tc_suggestion *search, const char *known) {
  if (strlen(search->written) > TC_SUGGESTION_MAX || strlen(known) > TC_SUGGESTION_MAX) return;
  int far = name_distance(search->written, known);
  if (far > search->max) return;
  search->max = far - 1;
  memcpy(search->known, known, strlen(known) + 1);
}
