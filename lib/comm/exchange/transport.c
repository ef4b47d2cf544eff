#include "comm/exchange/transport.h"

#define TC_REGISTRY_TYPE tc_transport
#define TC_REGISTRY_DEF  "comm/exchange/transports.def"
#include "base/text/registry.inc"
