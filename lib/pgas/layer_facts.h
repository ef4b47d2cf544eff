/* Facts about layers (pgas/shared_access.h) for forecasts: their capabilities, and the cache of the layer
 * `cached`. Without MPI, so that loops/ can include it. */
#ifndef TC_PGAS_LAYER_FACTS_H
#define TC_PGAS_LAYER_FACTS_H

#include <stdint.h>

#include "count/distribution.h"

/* Capabilities of a layer: it uses that elements are consecutive, that they are known in advance, that own
 * elements can be reached through private pointers, or it keeps the lines of elements that it has read. */
enum { TC_CAN_VECTOR = 1, TC_CAN_COALESCE = 2, TC_CAN_PRIVATISE = 4, TC_CAN_CACHE = 8 };

/* The cache of the layer `cached`: lines of consecutive elements of one rank; each has one place where it can
 * be. */
enum { TC_CACHE_LINE = 64, TC_CACHE_LINES = 256 };
static inline int32_t tc_cache_slot(tc_location element) {
  return (int32_t)(((uint32_t)element.local / TC_CACHE_LINE + 37 * (uint32_t)element.rank) % TC_CACHE_LINES);
}

#endif
