#include "comm/transport.h"

#define TC_REGISTRY_TYPE tc_transport
#define TC_REGISTRY_DEF  "comm/transports.def"
#include "base/text/registry.inc"
