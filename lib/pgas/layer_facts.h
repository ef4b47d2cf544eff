/* Properties of access layers (pgas/shared_access.h) that forecasts need: their capabilities, and the sizes
 * of the cache of layer `cached`. This header does not depend on MPI, so that loops/ can include it for dry
 * runs. */
#ifndef TC_PGAS_LAYER_FACTS_H
#define TC_PGAS_LAYER_FACTS_H

#include <stdint.h>

#include "count/distribution.h"

/* Capabilities of a layer, as bits. VECTOR: the layer transfers consecutive elements together. COALESCE: it
 * transfers the elements of a sequence together if the sequence is known in advance. PRIVATISE: it accesses
 * owned elements through private pointers. CACHE: it caches elements of other nodes. */
enum { TC_CAN_VECTOR = 1, TC_CAN_COALESCE = 2, TC_CAN_PRIVATISE = 4, TC_CAN_CACHE = 8 };

/* The cache of layer `cached` has TC_CACHE_LINES slots. A slot stores one line, which consists of
 * TC_CACHE_LINE consecutive elements of one rank. tc_cache_slot returns the slot in which the line of an
 * element is stored. */
enum { TC_CACHE_LINE = 64, TC_CACHE_LINES = 256 };
static inline int32_t tc_cache_slot(tc_location element) {
  return (int32_t)(((uint32_t)element.local / TC_CACHE_LINE + 37 * (uint32_t)element.rank) % TC_CACHE_LINES);
}

#endif
