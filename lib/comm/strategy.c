#include "comm/strategy.h"

#define TC_REGISTRY_TYPE tc_strategy
#define TC_REGISTRY_DEF  "comm/strategies.def"
#include "base/registry.inc"
