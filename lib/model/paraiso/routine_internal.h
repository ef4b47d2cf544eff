/* Construction of the routines of a version. Internal to lib/model/paraiso. Not collective. */
#ifndef TC_MODEL_PARAISO_ROUTINE_INTERNAL_H
#define TC_MODEL_PARAISO_ROUTINE_INTERNAL_H

#include "model/paraiso/routine_counts.h"

/* Initialises a version without routines, whose arrays are zero. Errors: TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_routine_version_init(const char *name, int ranks, tc_pool *memory, tc_routine_version *out);

/* Appends a routine without messages and sets *out to it. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_routine_append(const char *name, const char *call, tc_pool *memory, tc_routine_version *version,
                            tc_routine **out);

/* Adds `messages` messages of equal size with `doubles` doubles in total, from rank `from` to rank `to`. Does
 * nothing if both ranks are the same. */
void tc_routine_add_messages(tc_routine *routine, int from, int to, int64_t messages, int64_t doubles);

/* Adds `messages` messages with `doubles` doubles in total that a rank sends or receives, as `direction`
 * states (TC_MESSAGE_SENT or TC_MESSAGE_RECEIVED). */
void tc_routine_add_load(tc_routine *routine, int rank, int direction, int64_t messages, int64_t doubles);

/* Counts the redistributions of x and y of the block column scatter distribution (count/count_bcs.h), which
 * HPI and the strategy bcs share. If adds_partial_sums is true, the ranks of a row of the grid add their
 * partial sums of y. Otherwise they send each other the terms a_ij x_j. Sets rows, entries and FLOPs of the
 * version. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_routine_count_grid(const tc_dry_run_layout *run, bool adds_partial_sums, tc_pool *memory,
                                tc_routine_version *out);

/* Returns the logarithm of `ranks` to the base 2, rounded up. */
int tc_routine_doublings(int ranks);

#endif
