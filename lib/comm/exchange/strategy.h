/* Strategies: each strategy selects a transport or an access under a name that users write in the config. All
 * strategies compute the same y = M x, except `none`, which does not set the ghosts. The operator creates the
 * exchange or the access of the chosen strategy. Forecasts compare all strategies. Performance models and the
 * counting of traffic receive a tc_traffic instead of a strategy, so they do not depend on MPI. */
#ifndef TC_COMM_EXCHANGE_STRATEGY_H
#define TC_COMM_EXCHANGE_STRATEGY_H

#include "comm/access/access.h"
#include "comm/exchange/transport.h"
#include "count/traffic.h"
#include "sparse/matrix.h"

/* One line of strategies.def. Exactly one of transport and access is set. */
typedef struct tc_strategy {
  const char *name;              /* name in a config */
  const char *summary;           /* one-line description for `tetracast list` */
  const tc_transport *transport; /* transport that exchanges before the computation, or NULL */
  const tc_access *access;       /* access that reads remote values during the product, or NULL */
  bool copy;                     /* true if products read a private copy of x (exchange.h) */
} tc_strategy;

TC_REGISTRY(tc_strategy); /* its entries are listed in strategies.def */

/* Returns false if ghosts are never updated, as with the strategy `none`. Reports then mark the result as
 * invalid. */
bool tc_strategy_is_valid(const tc_strategy *strategy);
/* Returns true if products access all arrays through pointers-to-shared, as `naive` does. Such a strategy
 * serves comparisons only, and the program never recommends it. */
bool tc_strategy_uses_pointers(const tc_strategy *strategy);
/* Returns true if products must read a private copy of x, because the transport also copies the rank's owned
 * values. */
bool tc_strategy_requires_copy(const tc_strategy *strategy);
/* Pure. Changes the counts of a product to those of an operator whose exchange writes ghosts into x itself
 * (tc_operator_options.in_place): sets copied_values to 0, unless the transport must copy owned values. */
void tc_strategy_count_in_place(const tc_strategy *strategy, tc_counts *counts);
const tc_schedule *tc_strategy_schedule(const tc_strategy *strategy); /* returns the stages of a product */

/* Returns true if a row may cause traffic on ranks that do not own it, as with the strategy `bcs`. */
bool tc_strategy_counts_all_ranks(const tc_strategy *strategy);

/* Returns true if the strategy supports the row form. The row form `difference` needs x_i to compute row i.
 * Strategies that compute terms of row i on a rank without x_i do not support this form. */
bool tc_strategy_supports(const tc_strategy *strategy, tc_row_form form);

/* Pure. Returns the format in which a run with `strategy` stores its rows. `storage` is the format that was
 * chosen for the run, or NULL. Strategies with an access support only the first format of each row form in
 * the registry of formats. */
const tc_format *tc_strategy_storage(const tc_strategy *strategy, const tc_format *storage);

/* Returns the description of the strategy that models and counts use (count/traffic.h). */
tc_traffic tc_strategy_traffic(const tc_strategy *strategy);

/* Pure. Adds to `all`, which has one entry per rank, the traffic that the rows of `rank` cause in one
 * product. `pattern` is the sparsity pattern of these rows. Works for any distribution, including those of
 * dry runs. If tc_strategy_counts_all_ranks is false, only all[rank] changes. Otherwise other entries change
 * too, and the entries are complete after one call for each rank. node_of_rank contains the node of each
 * rank. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_strategy_count_traffic(const tc_strategy *strategy, const tc_pattern *pattern,
                                    const tc_distribution *distribution, const int *node_of_rank, int rank,
                                    tc_counts *all);

/* Collective. Sets *out to the exact traffic of this rank in one product. The arguments are as in
 * tc_strategy_count_traffic, with the pattern of this rank. Errors (on all ranks): TC_INTERNAL if memory is
 * exhausted or MPI fails. */
tc_status tc_strategy_count_traffic_collective(const tc_world *world, const tc_strategy *strategy,
                                               const tc_pattern *pattern, const tc_distribution *distribution,
                                               const int *node_of_rank, tc_counts *out);

#endif
