/* Exchange of the ghosts of a level in single precision. The storage of a level creates one exchange for its
 * iterate and two for the transfer to the coarser level. Ranks without peers send and receive nothing. */
#ifndef TC_LINEAR_CYCLE_LEVEL_EXCHANGE_H
#define TC_LINEAR_CYCLE_LEVEL_EXCHANGE_H

#include "comm/layout/halo.h"

typedef struct tc_level_exchange tc_level_exchange;

/* Not collective, but each peer must create its exchange from the opposite lists. Copies the lists of the
 * halo. If slot_of[rows] is not NULL, vectors are indexed by slots, and row i is in slot slot_of[i]. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_level_exchange_create(const tc_world *world, const tc_halo *halo, const int32_t *slot_of,
                                   tc_level_exchange **out);
void tc_level_exchange_destroy(tc_level_exchange **exchange); /* not collective; accepts NULL */

/* Collective over the peers. Called by all threads of a parallel region, or outside parallel regions. Sets
 * ghost[ghosts] to the values of their owners; `value` has the owned values of this rank. All threads must
 * have passed a barrier since the values were computed. A barrier ends the function if the rank has peers.
 * `status` is shared by the threads; an MPI error sets it. */
void tc_level_exchange_run(tc_level_exchange *exchange, const float *value, float *ghost, tc_status *status);

/* Not collective. Return the number of messages and of values that this rank sends in one exchange, and the
 * number of bytes of the exchange. */
int64_t tc_level_exchange_messages(const tc_level_exchange *exchange);
int64_t tc_level_exchange_values(const tc_level_exchange *exchange);
size_t tc_level_exchange_bytes(const tc_level_exchange *exchange);

#endif
