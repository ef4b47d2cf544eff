/* Lists of numbers for other ranks, which do not know who will write to them. Time and memory follow from the
 * lists; nothing is as long as there are ranks. */
#ifndef TC_COMM_LAYOUT_SPARSE_EXCHANGE_H
#define TC_COMM_LAYOUT_SPARSE_EXCHANGE_H

#include "base/core/gid.h"
#include "comm/world/world.h"

typedef struct tc_sparse_exchange {
  int peers;
  int *peer;      /* [partners] ranks, rising; may be the own one */
  int32_t *begin; /* [partners+1] the list for, or of, partner p is number[from[p]] .. number[from[p+1]-1] */
  tc_gid *number; /* [from[partners]] */
} tc_sparse_exchange;

/* Collective. Sends every partner its list; *got becomes what others sent to this rank
 * (tc_sparse_exchange_free). Errors on all ranks: TC_INTERNAL. Source: the protocol NBX of Hoefler, Siebert,
 * Lumsdaine, "Scalable communication protocols for dynamic sparse data exchange", PPoPP 2010. */
tc_status tc_sparse_exchange_run(const tc_world *world, const tc_sparse_exchange *sent,
                                 tc_sparse_exchange *got);
void tc_sparse_exchange_free(tc_sparse_exchange *mail);

#endif
