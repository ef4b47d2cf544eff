/* What a user chooses: how a rank gets the values of x that others own. All compute the same y = M x. */
#ifndef TC_COMM_STRATEGY_H
#define TC_COMM_STRATEGY_H

#include "comm/access.h"
#include "comm/transport.h"

/* A named pair, from strategies.def. */
typedef struct tc_strategy {
  const char *name;              /* as written in a config */
  const char *summary;           /* one line, for `tetracast list` */
  const tc_transport *transport; /* exchange, then compute; NULL for those that read while computing: */
  const tc_access *access;       /* else NULL */
  bool copy;                     /* products read a private copy of x (exchange.h) */
} tc_strategy;

TC_REGISTRY(tc_strategy); /* strategies.def */

bool tc_strategy_valid(const tc_strategy *strategy); /* false: ghosts never come (`none`), reports say so */
/* The models forecast it (the paper has no model of the naive version). */
bool tc_strategy_modelled(const tc_strategy *strategy);
const tc_schedule *tc_strategy_schedule(const tc_strategy *strategy); /* of a multiply */

/* Pure: what one step moves for `rank`, whose rows `pattern` describes, in any distribution, imagined ones
 * too. node_of_rank[distribution->ranks]. Sets *out. Errors: TC_INTERNAL out of memory. */
tc_status tc_strategy_counts(const tc_strategy *strategy, const tc_pattern *pattern,
                             const tc_distribution *distribution, const int *node_of_rank, int rank,
                             tc_counts *out);

#endif
