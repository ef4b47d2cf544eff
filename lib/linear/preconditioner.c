#include "linear/preconditioner.h"

#define TC_REGISTRY_TYPE tc_preconditioner
#define TC_REGISTRY_DEF  "linear/preconditioners.def"
#include "base/registry.inc"
