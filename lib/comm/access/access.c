#include "comm/access/access.h"

#define TC_REGISTRY_TYPE tc_access
#define TC_REGISTRY_DEF  "comm/access/accesses.def"
#include "base/text/registry.inc"
