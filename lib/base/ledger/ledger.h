/* Ledger of one rank: seconds, calls, bytes and counts of its products and steps. Each function that does
 * part of the work adds its seconds and counts to the ledger. The numbers are sums over all steps, and
 * reports read them after a run. Not collective. */
#ifndef TC_BASE_LEDGER_LEDGER_H
#define TC_BASE_LEDGER_LEDGER_H

#include <stdbool.h>

#include "base/ledger/counts.h"
#include "base/ledger/work.h"

enum {
#define TC_PHASE_NAME(name, summary) TC_PHASE_##name,
#include "base/ledger/phases.def"
  TC_PHASE_COUNT
};

const char *tc_phase_name(int phase);
const char *tc_phase_summary(int phase); /* one-line description */

/* True if a phase is part of a product. The other phases belong to solvers, boundary conditions and
 * sources. */
bool tc_phase_in_product(int phase);

/* Seconds of each phase. They can be accessed by name and by index, in the order of phases.def. */
typedef union tc_seconds {
  struct {
#define TC_PHASE_NAME(name, summary) double name;
#include "base/ledger/phases.def"
  };
  double by_index[TC_PHASE_COUNT];
} tc_seconds;

double tc_seconds_total(const tc_seconds *seconds);

/* Ledger of one rank. Zero-initialise before use. */
typedef struct tc_ledger {
  tc_seconds seconds;
  int64_t calls[TC_PHASE_COUNT]; /* number of timed intervals of each phase */
  /* Bytes of the values that the phase has moved, where each value counts once. For the phase `compute`:
   * bytes that products must read and write (matrix, x and y). */
  double bytes[TC_PHASE_COUNT];
  tc_counts count;
  tc_work work;           /* work of the solver; all members are 0 if the run has no solver */
  tc_counts sweep_counts; /* counts of the messages in sweeps of preconditioners; the member `count` has the
                             counts of products and forcing */
  /* Longest time in seconds in which this rank did not call MPI while other ranks may have waited for its
   * progress. Measured during access epochs that reach other nodes. This time is not a phase. */
  double longest_mpi_gap_s;
} tc_ledger;

/* Adds the time since `since_s`, a value of tc_now_s, to a phase. Returns the current time, at which the next
 * phase begins. `ledger` may be NULL. */
double tc_ledger_add_time(tc_ledger *ledger, int phase, double since_s);

/* Adds the size of `values` doubles to the bytes that a phase has moved. `ledger` may be NULL. */
void tc_ledger_add_values(tc_ledger *ledger, int phase, int64_t values);

#endif
