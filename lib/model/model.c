#include "model/model.h"

#define TC_REGISTRY_TYPE tc_model
#define TC_REGISTRY_DEF  "model/models.def"
#include "base/registry.inc"
