/* Hints: what a reader who has seen many profiles would look at next, each with its evidence. */
#ifndef TC_BLAME_HINTS_HINT_H
#define TC_BLAME_HINTS_HINT_H

#include "base/text/line.h"
#include "blame/views/rows.h"

/* What hints look at: rows of the views data and touch. */
typedef struct tb_hint_input {
  const tb_selection *selection;
  const tb_rows *variables, *touch;
} tb_hint_input;

struct tb_hints;

typedef struct tb_hint {
  const char *name, *summary;
  /* Adds what it has to say, most important first. Errors: TC_INTERNAL. */
  tc_status (*find)(const tb_hint_input *in, struct tb_hints *out);
} tb_hint;

TC_REGISTRY(tb_hint); /* hints.def */

typedef struct tb_hint_message {
  const tb_hint *hint;
  const char *text;
} tb_hint_message;

enum { TB_HINTS_MAX = 24 };

typedef struct tb_hints {
  int count;
  tb_hint_message hint[TB_HINTS_MAX];
  const tb_hint *looking; /* whose turn it is */
  tc_pool pool;           /* texts */
} tb_hints;

/* All that the hints of hints.def have to say. Cleared also after errors. Errors: TC_INTERNAL. */
tc_status tb_hints_collect(const tb_rows *variables, const tb_rows *touch, tb_hints *out);
void tb_hints_clear(tb_hints *hints);

/* For hints: adds one, while there is room. */
tc_status tb_hints_add(tb_hints *hints, const char *text);

/* Share of a row in what is selected, in percent. */
double tb_hint_percent(const tb_hint_input *in, const tb_row *row);

#endif
