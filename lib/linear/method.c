#include "linear/method.h"

#define TC_REGISTRY_TYPE tc_method
#define TC_REGISTRY_DEF  "linear/methods.def"
#include "base/registry.inc"
