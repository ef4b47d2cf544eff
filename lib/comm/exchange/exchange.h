/* Bringing the values that other ranks own to where a product reads them: a transport and where it delivers.
 */
#ifndef TC_COMM_EXCHANGE_EXCHANGE_H
#define TC_COMM_EXCHANGE_EXCHANGE_H

#include "comm/exchange/transport.h"

typedef struct tc_exchange {
  const tc_transport *transport;
  tc_world *world; /* borrowed */
  tc_arena *copy;  /* one private vector, NULL: ghosts come to the vector itself */
  void *context;   /* of the transport */
} tc_exchange;

/* Collective. For vectors of an arena that lies in windows if the transport asks for it. copy: products read
 * a private copy [owned | ghosts] of x, the paper's way (Lagraviere 2019, Listing 5), instead of x itself;
 * transports that are `whole` need that. Borrows world, halo and arena. Errors on all ranks. */
tc_status tc_exchange_create(const tc_transport *transport, bool copy, tc_world *world, const tc_halo *halo,
                             const tc_arena *arena, tc_exchange **out);
void tc_exchange_destroy(tc_exchange **exchange); /* collective */

/* Collective. begin sends own values of x; end waits for the ghosts. *complete: [owned + ghosts] for a
 * product, valid until the next begin. In between the rank may compute with own values of x. */
tc_status tc_exchange_begin(tc_exchange *exchange, const tc_vector *x, tc_ledger *ledger);
tc_status tc_exchange_end(tc_exchange *exchange, const tc_vector *x, const double **complete,
                          tc_ledger *ledger);

/* Whose values that are: the copy, or x. Where these have mirrors, values are complete there, and only there.
 */
const tc_vector *tc_exchange_target(const tc_exchange *exchange, const tc_vector *x);

/* The schedule of a multiply where vectors have mirrors: what others need comes down to the processor first,
 * what has come goes up. */
tc_schedule tc_exchange_device_schedule(const tc_transport *transport);

#endif
