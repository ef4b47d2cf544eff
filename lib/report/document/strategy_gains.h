/* Speed-up of one strategy over another, for four pairs of strategies. The strategies of a pair differ by one
 * optimisation of Zhang and Seidel 2006: private pointers, vectors, or coalescing (two pairs). The tables of
 * strategies and of cases end with these speed-ups. Not collective. */
#ifndef TC_REPORT_DOCUMENT_STRATEGY_GAINS_H
#define TC_REPORT_DOCUMENT_STRATEGY_GAINS_H

#include "base/text/line.h"
#include "report/document/report.h"

typedef struct tc_strategy_gain {
  /* `name` is the optimisation, `from` the strategy without it, and `to` the strategy with it */
  const char *name, *from, *to;
  const char *label; /* short description of the change, for the table */
} tc_strategy_gain;

enum { TC_STRATEGY_GAINS = 4 };
extern const tc_strategy_gain tc_strategy_gains[TC_STRATEGY_GAINS];

/* Not collective. Writes a table of the speed-ups by the forecasts of `model` and by measurements. A pair is
 * included if there are results of both strategies with the ranks, nodes and block size of `reference`. The
 * results are searched in result[results] and in *extra. `extra` may be NULL. Writes nothing if there is no
 * such pair. */
void tc_strategy_gains_write(int results, const tc_result *result, const tc_result *extra,
                             const tc_result *reference, int model, tc_section *out);

/* Appends to `line` the speed-ups ratio[k] of the pairs tc_strategy_gains[k], such as "privatise (naive to
 * fine) 11 x, ..". A speed-up that is NaN is unknown and is skipped. */
void tc_strategy_gains_format(const double ratio[TC_STRATEGY_GAINS], tc_line *line);

#endif
