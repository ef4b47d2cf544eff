/* The two ends of messages of unique values, timed and counted. Not collective. */
#ifndef TC_COMM_MEMORY_PACK_H
#define TC_COMM_MEMORY_PACK_H

#include "base/ledger/ledger.h"
#include "comm/layout/halo.h"
#include "comm/memory/vector.h"

/* outbox[send_begin[peers]]: what the peers need of x, on a device too. Returns when it was done, as
 * tc_ledger_add_time. */
double tc_pack(const tc_halo *halo, const tc_vector *x, double *outbox, tc_ledger *ledger);

/* The ghosts of `into` from inbox[ghosts], which holds them in their order. */
void tc_unpack(const double *inbox, const tc_vector *into, tc_ledger *ledger);

#endif
