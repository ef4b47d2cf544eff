/* How values of a vector come to the ranks that need them: a transport brings the ghosts before a product. */
#ifndef TC_COMM_EXCHANGE_TRANSPORT_H
#define TC_COMM_EXCHANGE_TRANSPORT_H

#include <stdbool.h>

#include "base/text/registry.h"
#include "comm/layout/halo.h"
#include "comm/memory/arena.h"
#include "count/pattern.h"
#include "count/traffic.h"

/* Where a transport works. All borrowed for as long as it is open. */
typedef struct tc_transport_setup {
  tc_world *world;
  const tc_halo *halo;
  const tc_arena *from; /* vectors whose own values are sent; in windows when the transport asks for that */
  const tc_arena *into; /* vectors whose ghosts are filled: the same, or private copies */
} tc_transport_setup;

typedef struct tc_transport {
  const char *name;       /* as in transports.def */
  const char *summary;    /* one line, for `tetracast list` */
  bool exchanges_nothing; /* brings nothing: ghosts stay as they are */
  bool shared;            /* own values must lie where other ranks can read them */
  bool all_values;        /* fills the own values of `into` too, which must be private copies then */
  tc_schedule schedule;   /* of a multiply: exchange, copy and product */
  /* Collective. Errors on all ranks. */
  tc_status (*create)(const tc_transport_setup *route, void **context);
  void (*destroy)(void *context); /* collective; NULL is fine */
  /* Collective, one exchange at a time: begin, then end with the same vectors. The own values of x are
   * complete before begin and do not change before end. After end the ghosts of `into` are those of x, and x
   * may be overwritten. Seconds and what really moved are added to the ledger. In between the rank may
   * compute with own values. */
  tc_status (*begin)(void *context, const tc_vector *x, const tc_vector *into, tc_ledger *ledger);
  tc_status (*end)(void *context, const tc_vector *x, const tc_vector *into, tc_ledger *ledger);
  /* Pure: what one exchange moves for `rank`, whose rows `pattern` describes, in any distribution, imagined
   * ones too. node_of_rank[distribution->ranks]. Sets *out. Errors: TC_INTERNAL out of memory. */
  tc_traffic_count *count;
} tc_transport;

TC_REGISTRY(tc_transport); /* transports.def */

#endif
