/* Exchange of the ghosts of a multigrid level in single precision. The storage of a level creates one
 * exchange for its iterate and two for the transfer to the coarser level. Ranks without peers send and
 * receive nothing. */
#ifndef TC_LINEAR_CYCLE_LEVEL_EXCHANGE_H
#define TC_LINEAR_CYCLE_LEVEL_EXCHANGE_H

#include "comm/layout/halo.h"

/* Counts of messages that one rank sends to other ranks; a value has 4 bytes. */
typedef struct tc_cycle_counts {
  int64_t messages, values;
  int64_t remote_messages, remote_values; /* part of them that goes to other nodes */
} tc_cycle_counts;

/* Adds the counts `added`, multiplied by `times`, to *sum. */
static inline void tc_cycle_counts_add(tc_cycle_counts *sum, int64_t times, const tc_cycle_counts *added) {
  sum->messages += times * added->messages;
  sum->values += times * added->values;
  sum->remote_messages += times * added->remote_messages;
  sum->remote_values += times * added->remote_values;
}

typedef struct tc_level_exchange tc_level_exchange;

/* Not collective, but each peer must create its exchange from the matching halo, which receives what this
 * rank sends. Copies the lists of the halo. If slot_of[rows] is not NULL, vectors are indexed by slots, and
 * row i is in slot slot_of[i]. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_level_exchange_create(const tc_world *world, const tc_halo *halo, const int32_t *slot_of,
                                   tc_level_exchange **out);
void tc_level_exchange_destroy(tc_level_exchange **exchange); /* not collective; accepts NULL */

/* Collective over the peers. Called by all threads of a parallel region, or outside parallel regions. Sets
 * ghost[ghosts] to the values of their owners; `value` has the owned values of this rank. All threads must
 * have passed a barrier since the values were computed. A barrier ends the function if the rank has peers.
 * `status` is shared by the threads; an MPI error sets it. */
void tc_level_exchange_run(tc_level_exchange *exchange, const float *value, float *ghost, tc_status *status);

/* Not collective. Return the counts of one exchange, and the number of bytes that the exchange occupies. */
tc_cycle_counts tc_level_exchange_counts(const tc_level_exchange *exchange);
size_t tc_level_exchange_bytes(const tc_level_exchange *exchange);

#endif
