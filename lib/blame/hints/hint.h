/* Hints: sentences after the tables of a report that name a likely cause of lost time, with its evidence and
 * a remedy. report/blame_report.c collects them after the views `data` and `touch` are complete.
 * tb_hints_collect calls each hint of hints.def for those rows of the view `touch` that can show its pattern,
 * such as a linked list. The hint checks whether the row shows the pattern and formats a message. Hints print
 * nothing themselves. */
#ifndef TC_BLAME_HINTS_HINT_H
#define TC_BLAME_HINTS_HINT_H

#include "blame/facts/source_line.h"
#include "blame/views/rows.h"

/* Input of all hints. */
typedef struct tb_hint_input {
  const tb_selection *selection;
  const tb_rows *variables; /* rows of the view `data` */
  tb_source_lines *sources;
} tb_hint_input;

typedef struct tb_hint {
  const char *name, *summary;
  /* kinds of rows for which the hint is called: bit k is set for touched data of kind k; 0 for a hint about
   * the whole run */
  unsigned kinds;
  double percent_min; /* rows with a smaller percentage of all selected samples get no hint */
  /* Adds the message about a row with `percent` % of the samples to `out`. Adds nothing if the row does not
   * show the pattern of the hint. A hint about the whole run is called once, with row NULL. Errors:
   * TC_INTERNAL if memory is exhausted. */
  tc_status (*describe)(const tb_hint_input *in, const tb_row *row, double percent, tc_line *out);
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
  tc_pool pool; /* Owns the texts. */
} tb_hints;

/* Collects at most TB_HINTS_MAX messages of all hints. For each hint, the rows with the most samples come
 * first. `variables` has the rows of the view `data`, `touch` those of the view `touch`. The caller frees
 * `*out` with tb_hints_clear, also after an error. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_hints_collect(const tb_rows *variables, const tb_rows *touch, tb_hints *out);
void tb_hints_clear(tb_hints *hints);

/* Returns the user frame (tb_stack.user_frame) of the stack with most samples of the touched data. Stacks
 * without a user frame are skipped. If `in_file` is true, stacks whose user frame has no source file are
 * skipped too. Returns NULL if no stack remains. */
const tb_frame *tb_hint_hottest_frame(const tb_selection *selection, const tb_touched_data *touched,
                                      bool in_file);

#endif
