/* Which known word somebody may have meant. Not collective. */
#ifndef TC_BASE_TEXT_SUGGESTION_H
#define TC_BASE_TEXT_SUGGESTION_H

enum { TC_SUGGESTION_MAX = 63 }; /* longer words are near to nothing */

/* A search: begin, offer every known word, look at `known`. */
typedef struct tc_suggestion {
  const char *written;               /* borrowed */
  char known[TC_SUGGESTION_MAX + 1]; /* the nearest so far, of equally near ones the first; "" when none is */
  int max;                           /* how far the next one may be */
} tc_suggestion;

tc_suggestion tc_suggestion_init(const char *written);

/* Words may have parts, "time.steps": the same last part behind other parts is near as well. */
void tc_suggestion_add(tc_suggestion *search, const char *known);

#endif
