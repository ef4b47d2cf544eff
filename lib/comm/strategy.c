#include "comm/strategy.h"

#include <string.h>

#define TC_STRATEGY(name) extern const tc_strategy tc_strategy_##name;
#include "comm/strategies.def"
#undef TC_STRATEGY

static const tc_strategy *const strategies[] = {
#define TC_STRATEGY(name) &tc_strategy_##name,
#include "comm/strategies.def"
#undef TC_STRATEGY
};

int tc_strategy_count(void) { return (int)(sizeof strategies / sizeof *strategies); }

const tc_strategy *tc_strategy_at(int index) { return strategies[index]; }

const tc_strategy *tc_strategy_find(const char *name) {
  for (int i = 0; i < tc_strategy_count(); i++)
    if (strcmp(strategies[i]->name, name) == 0) return strategies[i];
  return NULL;
}
