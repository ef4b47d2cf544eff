/* Transport: the implementation of an exchange. It copies values from their owners into ghosts before a
 * product. An exchange (exchange.h) creates the context once, then calls begin and end for each product, and
 * destroys it last. Each transport states its schedule and counts its traffic exactly, for forecasts. A new
 * transport needs one file and one line in transports.def. */
#ifndef TC_COMM_EXCHANGE_TRANSPORT_H
#define TC_COMM_EXCHANGE_TRANSPORT_H

#include <stdbool.h>

#include "base/text/registry.h"
#include "comm/layout/halo.h"
#include "comm/memory/arena.h"
#include "count/pattern.h"
#include "count/traffic.h"

struct tc_transport;

/* Arguments of create. The transport borrows all of them until destroy. */
typedef struct tc_transport_setup {
  const struct tc_transport *transport; /* transport whose create is called */
  tc_world *world;
  const tc_halo *halo;
  const tc_arena *from; /* vectors whose owned values are sent; in windows if the transport is `shared` */
  const tc_arena *into; /* vectors whose ghosts are filled: `from` itself, or private copies */
} tc_transport_setup;

typedef struct tc_transport {
  const char *name;       /* name in transports.def */
  const char *summary;    /* one-line description for `tetracast list` */
  bool is_uncounted;      /* true if the transport moves values that it does not count, so that no forecast is
                             possible */
  bool exchanges_nothing; /* true if the transport moves no values, so that ghosts remain unchanged */
  bool shared;     /* true if other ranks read the owned values of this rank directly; vectors must then be in
                      windows */
  bool all_values; /* true if the transport also fills the owned values of `into`, which must then be private
                      copies */
  tc_schedule schedule; /* stages of a product in their order, including the computation */
  /* Collective. Creates the context. Errors (on all ranks): TC_INTERNAL if memory is exhausted or MPI fails.
   */
  tc_status (*create)(const tc_transport_setup *setup, void **context);
  void (*destroy)(void *context); /* collective; accepts NULL */
  /* Collective. begin and end perform one exchange; the caller passes the same vectors to both. The owned
   * values of x must be complete before begin and must not change before end. The rank may read them between
   * the two calls. After end the ghosts of `into` contain the values that their owners have in x, and x may
   * be overwritten. Both functions add their time and the counted traffic to the ledger. */
  tc_status (*begin)(void *context, const tc_vector *x, const tc_vector *into, tc_ledger *ledger);
  tc_status (*end)(void *context, const tc_vector *x, const tc_vector *into, tc_ledger *ledger);
  /* Pure. Sets *out to the traffic of one exchange of `rank`, whose rows have the sparsity pattern `pattern`.
   * Works for any distribution, including those of dry runs. node_of_rank, with one entry per rank of the
   * distribution, contains the node of each rank. Errors: TC_INTERNAL if memory is exhausted. */
  tc_traffic_count *count;
} tc_transport;

TC_REGISTRY(tc_transport); /* its entries are listed in transports.def */

#endif
