/* Hints: sentences after the tables of a report that name a likely cause of lost time, with its evidence and
 * a remedy. report/blame_report.c collects them after the views `data` and `touch` are complete.
 * tb_hints_collect calls each hint of hints.def for the rows of the view `touch` that it concerns. The hint
 * checks its pattern and formats a message. Hints print nothing themselves. */
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
  /* rows that the hint concerns: bit k is set for touched data of kind k; 0 for a hint about the whole run */
  unsigned kinds;
  double least_percent; /* lowest number of samples of these rows in percent of all selected samples */
  /* Adds the message about a row with `percent` % of the samples to `out`, or nothing if the pattern does not
   * match. Called once, with row NULL, for a hint about the whole run. Errors: TC_INTERNAL if memory is
   * exhausted. */
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

/* Collects the first TB_HINTS_MAX messages of all hints, those about large rows first. `variables` has the
 * rows of the view `data`, `touch` those of the view `touch`. The caller frees `*out` with tb_hints_clear,
 * also after an error. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_hints_collect(const tb_rows *variables, const tb_rows *touch, tb_hints *out);
void tb_hints_clear(tb_hints *hints);

/* Among the stacks with samples of the touched data, takes the one with most samples. Returns its innermost
 * frame with an analysed function; NULL if no such stack has one. If `in_file` is true, only frames with a
 * source file count. */
const tb_frame *tb_hint_hottest_frame(const tb_selection *selection, const tb_touched_data *touched,
                                      bool in_file);

#endif
