/* Which known word somebody may have meant. Not collective. */
#ifndef TC_BASE_TEXT_SUGGESTION_H
#define TC_BASE_TEXT_SUGGESTION_H

enum { TC_NEAREST_LONGEST = 63 }; /* longer words are near to nothing */

/* A search: begin, offer every known word, look at `known`. */
typedef struct tc_nearest {
  const char *written; /* borrowed */
  char
      known[TC_NEAREST_LONGEST + 1]; /* the nearest so far, of equally near ones the first; "" when none is */
  int most;                          /* how far the next one may be */
} tc_nearest;

tc_nearest tc_nearest_begin(const char *written);

/* Words may have parts, "time.steps": the same last part behind other parts is near as well. */
void tc_nearest_offer(tc_nearest *search, const char *known);

#endif
