/* What a user chooses: how a rank gets the values of x that others own. All compute the same y = M x. */
#ifndef TC_COMM_EXCHANGE_STRATEGY_H
#define TC_COMM_EXCHANGE_STRATEGY_H

#include "comm/access/access.h"
#include "comm/exchange/transport.h"
#include "count/traffic.h"
#include "sparse/matrix.h"

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
/* All arrays are reached through pointers-to-shared (naive): for comparison, nobody is advised to use it. */
bool tc_strategy_uses_pointers(const tc_strategy *strategy);
const tc_schedule *tc_strategy_schedule(const tc_strategy *strategy); /* of a multiply */

/* Whether rows make ranks move something that do not own them. */
bool tc_strategy_counts_all_ranks(const tc_strategy *strategy);

/* Whether it multiplies with rows of that form: with differences not where entries lie apart from their rows,
 * whose x_i they lack. */
bool tc_strategy_supports(const tc_strategy *strategy, tc_row_form form);

/* Describes the strategy for models and counts, which do not see this header. */
tc_traffic tc_strategy_traffic(const tc_strategy *strategy);

/* Pure: adds to all[distribution->ranks] what the rows of `rank`, which `pattern` describes, make ranks move
 * in one step, in any distribution, imagined ones too. Unless the strategy spreads that is all[rank] alone;
 * else a rank moves the sum over all ranks' rows. node_of_rank[distribution->ranks]. Errors: TC_INTERNAL out
 * of memory. */
tc_status tc_strategy_count_traffic(const tc_strategy *strategy, const tc_pattern *pattern,
                                    const tc_distribution *distribution, const int *node_of_rank, int rank,
                                    tc_counts *all);

/* Collective: sets *out to what this rank will move. Errors on all ranks. */
tc_status tc_strategy_count_traffic_collective(const tc_world *world, const tc_strategy *strategy,
                                               const tc_pattern *pattern, const tc_distribution *distribution,
                                               const int *node_of_rank, tc_counts *out);

#endif
