/* Pack and unpack: gather the values of a message from a vector, and scatter a received message into its
 * ghosts. The transports condensed and neighbour (comm/exchange) call them. Both are timed and counted in the
 * ledger. Not collective. */
#ifndef TC_COMM_MEMORY_PACK_H
#define TC_COMM_MEMORY_PACK_H

#include "base/ledger/ledger.h"
#include "comm/layout/halo.h"
#include "comm/memory/vector.h"

/* Copies the values of x that peers need into outbox[halo->send_begin[halo->peers]], in the order of
 * halo->send_index. Packs on the device if x has a mirror. Returns the time at the end of packing, as
 * tc_ledger_add_time does. */
double tc_pack(const tc_halo *halo, const tc_vector *x, double *outbox, tc_ledger *ledger);

/* Copies inbox[ghosts], which contains one value per ghost in the order of the ghosts, to the ghosts of
 * `into`. */
void tc_unpack(const double *inbox, const tc_vector *into, tc_ledger *ledger);

#endif
