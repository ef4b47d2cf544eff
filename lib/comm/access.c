#include "comm/access.h"

#define TC_REGISTRY_TYPE tc_access
#define TC_REGISTRY_DEF  "comm/accesses.def"
#include "base/text/registry.inc"
