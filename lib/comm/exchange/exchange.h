/* Exchange: updates the ghosts that a product reads. It combines a transport with the vector whose ghosts the
 * transport fills. This vector is x itself or a private copy of x. The operator (linear/operator/operator.c)
 * creates the exchange once, and calls begin and end before the computation of each product. Vectors with a
 * device mirror are downloaded before and uploaded after the transport. */
#ifndef TC_COMM_EXCHANGE_EXCHANGE_H
#define TC_COMM_EXCHANGE_EXCHANGE_H

#include "comm/exchange/transport.h"

typedef struct tc_exchange {
  const tc_transport *transport;
  tc_world *world; /* borrowed */
  tc_arena *copy;  /* arena with the private copy of x; NULL if the transport fills the ghosts of x itself */
  void *context;   /* context of the transport, created by transport->create */
} tc_exchange;

/* Collective. Creates the exchange for vectors of `arena`, which must be in windows if the transport is
 * `shared`. If `copy` is true, products read a private copy [owned | ghosts] of x instead of x itself, as in
 * the paper (Lagraviere 2019, Listing 5). Transports with `all_values` require the copy. Borrows world, halo
 * and arena. Errors (on all ranks): those of the transport; TC_INTERNAL if memory is exhausted. */
tc_status tc_exchange_create(const tc_transport *transport, bool copy, tc_world *world, const tc_halo *halo,
                             const tc_arena *arena, tc_exchange **out);
void tc_exchange_destroy(tc_exchange **exchange); /* collective */

/* Collective. begin starts to send owned values of x, and end waits for the ghosts. Between the two calls the
 * rank may read, but not change, the owned values of x. *complete receives a pointer to the [owned + ghosts]
 * values that the product reads, valid until the next begin. Both functions add their time and the counted
 * traffic to the ledger. */
tc_status tc_exchange_begin(tc_exchange *exchange, const tc_vector *x, tc_ledger *ledger);
tc_status tc_exchange_end(tc_exchange *exchange, const tc_vector *x, const double **complete,
                          tc_ledger *ledger);

/* Collective. Waits for the ghosts, as tc_exchange_end does, and writes them into x itself. If there is a
 * private copy, copies the ghosts from it to x. Devices are not supported. */
tc_status tc_exchange_receive(tc_exchange *exchange, tc_vector *x, tc_ledger *ledger);

/* Returns the vector whose ghosts the exchange sets: the private copy if there is one, otherwise x. With
 * device mirrors, the mirror of this vector receives the ghosts. */
const tc_vector *tc_exchange_target(const tc_exchange *exchange, const tc_vector *x);

/* Returns the schedule of a product on a device with this transport. In addition to the stages of the host,
 * the first stage (pack) downloads the values that peers need, and an unpack stage uploads the received
 * values before the computation. */
tc_schedule tc_exchange_device_schedule(const tc_transport *transport);

#endif
