/* What going from one way to read others' values to another is worth (Zhang and Seidel 2006: private
 * pointers, vectors, coalescing). */
#ifndef TC_REPORT_DOCUMENT_STRATEGY_GAINS_H
#define TC_REPORT_DOCUMENT_STRATEGY_GAINS_H

#include "base/text/line.h"
#include "report/document/report.h"

typedef struct tc_strategy_gain {
  const char *name, *from, *to; /* strategies */
  const char *label;            /* a few words */
} tc_strategy_gain;

enum { TC_STRATEGY_GAINS = 4 };
extern const tc_strategy_gain tc_strategy_gains[TC_STRATEGY_GAINS];

/* A table of how many times as fast each change makes a step, by a model's forecasts and as measured, as far
 * as both of its strategies are among the results with the ranks, nodes and blocks of one of them, or in
 * `besides` (NULL: nothing is). Nothing where there are no such. */
void tc_strategy_gains_write(int results, const tc_result *result, const tc_result *besides,
                             const tc_result *like, int model, FILE *out);

/* "privatise (naive to fine) 11 x, ..": how many times as fast each makes a step; NaN: not known. "" where
 * nothing is. */
void tc_strategy_gains_format(const double times[TC_STRATEGY_GAINS], tc_line *line);

#endif
