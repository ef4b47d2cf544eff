/* Hints: what a reader who has seen many profiles would look at next, each with its evidence. */
#ifndef TC_BLAME_HINTS_HINT_H
#define TC_BLAME_HINTS_HINT_H

#include "base/text/line.h"
#include "blame/views/rows.h"

/* What hints look at: rows of the views data and touch. */
typedef struct tc_hint_input {
  const tc_selection *selection;
  const tc_rows *variables, *touch;
} tc_hint_input;

struct tc_hints;

typedef struct tc_hint {
  const char *name, *summary;
  /* Adds what it has to say, most important first. Errors: TC_INTERNAL. */
  tc_status (*look)(const tc_hint_input *in, struct tc_hints *out);
} tc_hint;

TC_REGISTRY(tc_hint); /* hints.def */

typedef struct tc_hint_said {
  const tc_hint *of;
  const char *text;
} tc_hint_said;

enum { TC_HINTS_MOST = 24 };

typedef struct tc_hints {
  int count;
  tc_hint_said hint[TC_HINTS_MOST];
  const tc_hint *looking; /* whose turn it is */
  tc_pool pool;           /* texts */
} tc_hints;

/* All that the hints of hints.def have to say. Cleared also after errors. Errors: TC_INTERNAL. */
tc_status tc_hints_make(const tc_rows *variables, const tc_rows *touch, tc_hints *out);
void tc_hints_clear(tc_hints *hints);

/* For hints: adds one, while there is room. */
tc_status tc_hints_say(tc_hints *hints, const char *text);

/* Share of a row in what is selected, in percent. */
double tc_hint_percent(const tc_hint_input *in, const tc_row *row);

#endif
