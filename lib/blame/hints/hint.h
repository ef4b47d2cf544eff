/* Hints: sentences after the tables of a report that name a likely cause of lost time, with its evidence and
 * a remedy. report/blame_report.c collects them after the views `data` and `touch` are complete. Each hint of
 * hints.def searches the rows of these views for one pattern and adds a message for each match. Hints print
 * nothing themselves. */
#ifndef TC_BLAME_HINTS_HINT_H
#define TC_BLAME_HINTS_HINT_H

#include "base/text/line.h"
#include "blame/views/rows.h"

/* Input of all hints: `variables` has the rows of the view `data`, `touch` those of the view `touch`. */
typedef struct tb_hint_input {
  const tb_selection *selection;
  const tb_rows *variables, *touch;
} tb_hint_input;

struct tb_hints;

typedef struct tb_hint {
  const char *name, *summary;
  /* Searches for the pattern and adds messages, the most important first. Errors: TC_INTERNAL if memory is
   * exhausted. */
  tc_status (*find)(const tb_hint_input *in, struct tb_hints *out);
} tb_hint;

TC_REGISTRY(tb_hint); /* Registry of the hints. hints.def has one line for each hint. */

typedef struct tb_hint_message {
  const tb_hint *hint;
  const char *text;
} tb_hint_message;

enum { TB_HINTS_MAX = 24 };

typedef struct tb_hints {
  int count;
  tb_hint_message hint[TB_HINTS_MAX];
  /* hint that tb_hints_collect currently runs; tb_hints_add records it with each message */
  const tb_hint *looking;
  tc_pool pool; /* Owns the texts. */
} tb_hints;

/* Collects the messages of all hints. The caller frees `*out` with tb_hints_clear, also after an error.
 * Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_hints_collect(const tb_rows *variables, const tb_rows *touch, tb_hints *out);
void tb_hints_clear(tb_hints *hints);

/* Adds a message for the hint that tb_hints_collect currently runs. Does nothing if there are TB_HINTS_MAX
 * messages already. Copies `text`. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_hints_add(tb_hints *hints, const char *text);

/* Returns the number of samples of a row in percent of all selected samples. */
double tb_hint_percent(const tb_hint_input *in, const tb_row *row);

/* Among the stacks with samples of the touched data, takes the one with most samples. Returns its innermost
 * frame with an analysed function; NULL if no such stack has one. If `in_file` is true, only frames with a
 * source file count. */
const tb_frame *tb_hint_hottest_frame(const tb_selection *selection, const tb_touched_data *touched,
                                      bool in_file);

#endif
