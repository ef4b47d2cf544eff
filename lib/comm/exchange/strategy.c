#include "comm/exchange/strategy.h"

#include "base/core/memory.h"

enum { IN_PLACE = false, COPY = true };

#define TC_EXCHANGE(name, how, place, summary)                                                               \
  extern const tc_transport tc_transport_##how;                                                              \
  static const tc_strategy tc_strategy_##name = {#name, summary, &tc_transport_##how, NULL, place};
#define TC_ACCESS(name, how, summary)                                                                        \
  extern const tc_access tc_access_##how;                                                                    \
  static const tc_strategy tc_strategy_##name = {#name, summary, NULL, &tc_access_##how, false};
#include "comm/exchange/strategies.def"
#undef TC_EXCHANGE
#undef TC_ACCESS

/* strategies.def is included a second time, to list the names for the registry. */
#define TC_EXCHANGE(name, how, place, summary) TC_ENTRY(name)
#define TC_ACCESS(name, how, summary)          TC_ENTRY(name)
#define TC_REGISTRY_TYPE                       tc_strategy
#define TC_REGISTRY_DEF                        "comm/exchange/strategies.def"
#include "base/text/registry.inc"

bool tc_strategy_is_valid(const tc_strategy *strategy) {
  return !strategy->transport || !strategy->transport->exchanges_nothing;
}

bool tc_strategy_uses_pointers(const tc_strategy *strategy) {
  return strategy->access && strategy->access->pointers;
}

bool tc_strategy_requires_copy(const tc_strategy *strategy) {
  return strategy->transport && strategy->transport->all_values;
}

void tc_strategy_count_in_place(const tc_strategy *strategy, tc_counts *counts) {
  if (strategy->transport && !strategy->transport->all_values) counts->copied_values = 0;
}

const tc_schedule *tc_strategy_schedule(const tc_strategy *strategy) {
  return strategy->transport ? &strategy->transport->schedule : &strategy->access->schedule;
}

bool tc_strategy_counts_all_ranks(const tc_strategy *strategy) {
  return strategy->access && strategy->access->count_all_ranks;
}

bool tc_strategy_supports(const tc_strategy *strategy, tc_row_form form) {
  return form == TC_ROW_FORM_MATRIX || !tc_strategy_counts_all_ranks(strategy);
}

const tc_format *tc_strategy_storage(const tc_strategy *strategy, const tc_format *storage) {
  if (!storage) return tc_format_at(0);
  return strategy->transport ? storage : tc_format_first(storage->form);
}

tc_traffic tc_strategy_traffic(const tc_strategy *s) {
  const tc_transport *transport = s->transport;
  return (tc_traffic){.schedule = tc_strategy_schedule(s),
                      .is_uncounted = transport && transport->is_uncounted,
                      .uses_pointers = tc_strategy_uses_pointers(s),
                      .copies_own = transport && s->copy && !transport->all_values,
                      .count = transport ? transport->count : s->access->count,
                      .count_all_ranks = transport ? NULL : s->access->count_all_ranks};
}

tc_status tc_strategy_count_traffic(const tc_strategy *s, const tc_pattern *pattern,
                                    const tc_distribution *distribution, const int *node_of_rank, int rank,
                                    tc_counts *all) {
  const tc_traffic traffic = tc_strategy_traffic(s);
  return tc_traffic_add(&traffic, pattern, distribution, node_of_rank, rank, all);
}

tc_status tc_strategy_count_traffic_collective(const tc_world *world, const tc_strategy *s,
                                               const tc_pattern *pattern, const tc_distribution *distribution,
                                               const int *node_of_rank, tc_counts *out) {
  tc_counts *all = NULL;
  TC_TRY(TC_WORLD_ALLOC(world, all, world->ranks));
  tc_status status = tc_world_agree(world, tc_strategy_count_traffic(s, pattern, distribution, node_of_rank,
                                                                     world->rank, all));
  if (!status && tc_strategy_counts_all_ranks(s))
    status = tc_world_sum_int64(world, all->by_index, world->ranks * TC_COUNT_COUNT);
  *out = all[world->rank];
  tc_free(all);
  return status;
}
