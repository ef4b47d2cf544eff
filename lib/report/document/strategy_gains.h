/* Speed-up of one strategy over another (Zhang and Seidel 2006: private pointers, vectors, coalescing).
 * Tables of strategies and of cases, and programs that compare forecasts, write it after their lines. No
 * state, not collective. */
#ifndef TC_REPORT_DOCUMENT_STRATEGY_GAINS_H
#define TC_REPORT_DOCUMENT_STRATEGY_GAINS_H

#include "base/text/line.h"
#include "report/document/report.h"

typedef struct tc_strategy_gain {
  const char *name, *from, *to; /* name of the gain, and the two strategies */
  const char *label;            /* short description of the change, for the table */
} tc_strategy_gain;

enum { TC_STRATEGY_GAINS = 4 };
extern const tc_strategy_gain tc_strategy_gains[TC_STRATEGY_GAINS];

/* Not collective. Writes a table of the speed-ups by a model's forecasts and by measurements. A pair is
 * available if both strategies are among the results, or in the third argument (which may be NULL), with the
 * ranks, nodes and block size of `like`. Writes nothing if no pair is available. */
void tc_strategy_gains_write(int results, const tc_result *result, const tc_result *besides,
                             const tc_result *like, int model, FILE *out);

/* Formats the speed-ups, such as "privatise (naive to fine) 11 x, ..". Unknown ones are NaN and are skipped.
 * Adds nothing if all are unknown. */
void tc_strategy_gains_format(const double times[TC_STRATEGY_GAINS], tc_line *line);

#endif
