/* Where the time of a multiply went and what moved in it. Whoever does the work notes it, where it is done.
 */
#ifndef TC_BASE_LEDGER_LEDGER_H
#define TC_BASE_LEDGER_LEDGER_H

#include <stdbool.h>

#include "base/ledger/counts.h"
#include "base/ledger/work.h"

enum {
#define TC_PHASE_NAME(name) TC_PHASE_##name,
#include "base/ledger/phases.def"
#undef TC_PHASE_NAME
  TC_PHASE_COUNT
};

const char *tc_phase_name(int phase);

/* Whether a phase is part of a product; the others add what is prescribed to it. */
bool tc_phase_in_product(int phase);

/* Seconds of each phase, by name and by number, in the order of phases.def. */
typedef union tc_seconds {
  struct {
#define TC_PHASE_NAME(name) double name;
#include "base/ledger/phases.def"
#undef TC_PHASE_NAME
  };
  double by_index[TC_PHASE_COUNT];
} tc_seconds;

double tc_seconds_total(const tc_seconds *seconds);

/* Of one rank; all zero at the start. It only grows: of several multiplies it holds the sum. */
typedef struct tc_ledger {
  tc_seconds seconds;
  int64_t calls[TC_PHASE_COUNT]; /* how often each phase was timed */
  double bytes[TC_PHASE_COUNT];  /* of the values that it moved, each once; of `compute` what a product has to
                                    read and write: matrix, x and y */
  tc_counts count;
  tc_work work;           /* of a solver; all 0 without one */
  tc_counts sweep_counts; /* what preconditioners moved; count has what products did */
  /* Not a phase: the longest time that this rank stayed away from MPI while others may have waited for it to
   * serve their reads (strategies that access while computing, across nodes). */
  double longest_mpi_gap_s;
} tc_ledger;

/* Adds the time since a moment of tc_now_s() to a phase and returns now, where the next one begins. NULL:
 * nobody wants to know. */
double tc_ledger_add_time(tc_ledger *ledger, int phase, double since_s);

/* Notes so many values moved in a phase. NULL as above. */
void tc_ledger_add_values(tc_ledger *ledger, int phase, int64_t values);

#endif
