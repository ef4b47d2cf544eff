/* Suggestion: finds the known word that is most similar to a misspelt one, by edit distance. Used in error
 * messages for unknown keys, options and names. Usage: tc_suggestion_init, tc_suggestion_add for every known
 * word, then read `best_match`. Not collective. */
#ifndef TC_BASE_TEXT_SUGGESTION_H
#define TC_BASE_TEXT_SUGGESTION_H

enum { TC_SUGGESTION_MAX = 63 }; /* longest word that is compared */

/* State of a search for the most similar word. */
typedef struct tc_suggestion {
  const char *word; /* the misspelt word, borrowed */

  /* Most similar word so far. If several words are equally similar, it is the first of these. "" if no word
   * was similar. */
  char best_match[TC_SUGGESTION_MAX + 1];
  int distance_max; /* largest edit distance at which a further word replaces `best_match` */
} tc_suggestion;

tc_suggestion tc_suggestion_init(const char *word);

/* Adds a known word. Words may consist of parts, such as "time.steps". A word is similar too if it has the
 * same last part but other parts before it. */
void tc_suggestion_add(tc_suggestion *search, const char *candidate);

#endif
