/* Interface of the transports. A transport is one way of copying values of a vector x from their owners to
 * the ghosts of other ranks. This is needed before each product y = M x. An exchange (exchange.h) calls
 * `create` once, `begin` and `end` for each product, and finally `destroy`. For forecasts each transport also
 * provides its schedule and a function that counts its traffic exactly. A new transport needs one file and
 * one line in transports.def. */
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
  const struct tc_transport *transport; /* transport whose function `create` receives this struct */
  tc_world *world;
  const tc_halo *halo;
  const tc_arena *from; /* vectors x whose owned values are sent; must be in windows if the transport is
                           `shared` */
  const tc_arena
      *into; /* vectors whose ghosts are filled: `from` itself, or private copies of these vectors */
} tc_transport_setup;

typedef struct tc_transport {
  const char *name;       /* name in transports.def */
  const char *summary;    /* one-line description for `tetracast list` */
  bool is_uncounted;      /* true if `count` does not count all values that the transport moves, so that no
                             forecast is possible */
  bool exchanges_nothing; /* true if the transport moves no values, so that ghosts remain unchanged */
  bool shared; /* true if other ranks read the owned values of this rank directly; vectors must then be in
                  windows */
  /* false if an exchange writes only the ghosts of `into`. True if it also copies the rank's owned values of
   * x to `into`. The vectors `into` must then be private copies of x and not x itself. */
  bool all_values;
  tc_schedule schedule; /* stages of one exchange and of the computation of the product, in their order */
  /* Collective. Creates the context, which contains the data that the transport needs in each exchange.
   * Errors (on all ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
  tc_status (*create)(const tc_transport_setup *setup, void **context);
  void (*destroy)(void *context); /* collective; accepts NULL */
  /* Collective. `begin` and `end` together perform one exchange, and the caller passes the same vectors to
   * both. The owned values of x must be complete before `begin` and must not change before `end` returns. The
   * rank may read them between the two calls. After `end` each ghost of `into` has the value that its owner
   * has in x, and x may be overwritten. Both functions add their time and their traffic to the ledger. */
  tc_status (*begin)(void *context, const tc_vector *x, const tc_vector *into, tc_ledger *ledger);
  tc_status (*end)(void *context, const tc_vector *x, const tc_vector *into, tc_ledger *ledger);
  /* Pure. Sets *out to the traffic that `rank` has in one exchange. `pattern` is the sparsity pattern of the
   * rows of this rank. The distribution may have any number of ranks, as in dry runs, and node_of_rank[ranks]
   * contains the node of each rank. Errors: TC_INTERNAL if memory is exhausted. */
  tc_traffic_count *count;
} tc_transport;

TC_REGISTRY(tc_transport); /* its entries are listed in transports.def */

#endif
