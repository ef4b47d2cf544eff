/* Facts about access layers (pgas/shared_access.h) for forecasts: their capabilities, and the cache of the
 * layer `cached`. This header does not depend on MPI, so that loops/ can include it for dry runs. */
#ifndef TC_PGAS_LAYER_FACTS_H
#define TC_PGAS_LAYER_FACTS_H

#include <stdint.h>

#include "count/distribution.h"

/* Capabilities of a layer. It exploits consecutive elements (vector), sequences known in advance (coalesce),
 * private pointers to owned elements (private), or caches lines of elements that it has read. */
enum { TC_CAN_VECTOR = 1, TC_CAN_COALESCE = 2, TC_CAN_PRIVATISE = 4, TC_CAN_CACHE = 8 };

/* Cache of the layer `cached`: lines of TC_CACHE_LINE consecutive elements of one rank, in TC_CACHE_LINES
 * slots. The function returns the slot of an element. */
enum { TC_CACHE_LINE = 64, TC_CACHE_LINES = 256 };
static inline int32_t tc_cache_slot(tc_location element) {
  return (int32_t)(((uint32_t)element.local / TC_CACHE_LINE + 37 * (uint32_t)element.rank) % TC_CACHE_LINES);
}

#endif
