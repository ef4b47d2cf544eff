/* Ways to access a shared array, which stand for the platforms of the paper. */
#ifndef TC_FINEGRAIN_LAYERS_H
#define TC_FINEGRAIN_LAYERS_H

#include "base/registry.h"

/* By number. */
extern const tc_registry tc_layers;

/* TC_PATTERN_CAN_.. of a layer. */
unsigned tc_layer_can(int layer);

#endif
