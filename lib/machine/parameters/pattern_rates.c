#include "machine/parameters/pattern_rates.h"

#include <math.h>

static const tc_named_item origins[] = {{"measured", "rates of this number of ranks"},
                                        {"interpolated",
                                         "rates between those of the two numbers of ranks in the file"},
                                        {"outside", "rates of the nearest number of ranks"}};

TC_REGISTRY_NAMED_ITEMS(tc_rates_origins, origins);

/* Returns the position of `ranks` on a logarithmic scale from fewer_ranks (0) to pattern_ranks (1), limited
 * to this range; 1 if the machine has no fewer_ranks. */
static double rank_position(const tc_machine *m, int ranks) {
  if (m->fewer_ranks == 0 || ranks >= m->pattern_ranks) return 1.0;
  if (ranks <= m->fewer_ranks) return 0.0;
  return log((double)ranks / m->fewer_ranks) / log((double)m->pattern_ranks / m->fewer_ranks);
}

static double interpolate_rate(double fewer, double full, double position) {
  if (position == 0.0) return fewer;
  if (position == 1.0) return full;
  return fewer > 0.0 && full > 0.0 ? fewer * pow(full / fewer, position) : 0.0;
}

static tc_rates_origin find_origin(const tc_machine *m, int ranks) {
  if (m->pattern_ranks == 0 || ranks == m->pattern_ranks || ranks == m->fewer_ranks) return TC_RATES_MEASURED;
  return m->fewer_ranks > 0 && ranks > m->fewer_ranks && ranks < m->pattern_ranks ? TC_RATES_INTERPOLATED
                                                                                  : TC_RATES_OUTSIDE;
}

tc_rates_origin tc_machine_patterns_at(const tc_machine *machine, int ranks, tc_params *out) {
  const double position = rank_position(machine, ranks);
  *out = machine->params;
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    if (tc_param_is_pattern(p))
      *tc_param_at(out, p) =
          interpolate_rate(*tc_param_get(&machine->fewer, p), *tc_param_get(&machine->params, p), position);
  return find_origin(machine, ranks);
}
