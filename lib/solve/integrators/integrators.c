#include "solve/step/integrator.h"

#define TC_REGISTRY_TYPE tc_integrator
#define TC_REGISTRY_DEF  "solve/integrators/integrators.def"
#include "base/text/registry.inc"
