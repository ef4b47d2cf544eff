/* tc_pack gathers the values of a vector that a rank sends to its peers. tc_unpack scatters received values
 * into the ghosts of a vector. The transports condensed and neighbour (comm/exchange) call these functions.
 * The two functions add their time and the number of values to the ledger. Not collective. */
#ifndef TC_COMM_MEMORY_PACK_H
#define TC_COMM_MEMORY_PACK_H

#include "base/ledger/ledger.h"
#include "comm/layout/halo.h"
#include "comm/memory/vector.h"

/* Copies the values of x that peers need into outbox[halo->send_begin[halo->peers]], in the order of
 * halo->send_index. Packs on the device if x has a mirror. Returns the time at the end of packing
 * (tc_now_s). */
double tc_pack(const tc_halo *halo, const tc_vector *x, double *outbox, tc_ledger *ledger);

/* Copies inbox[ghosts], which contains one value per ghost in the order of the ghosts, to the ghosts of
 * `into`. */
void tc_unpack(const double *inbox, const tc_vector *into, tc_ledger *ledger);

#endif
