#include "layers.h"

#include "model/pattern.h"

static const struct {
  const char *name, *summary;
  unsigned can;
} layers[] = {
    {"plain", "every access by itself, as MuPC without its cache and GCC UPC", 0},
    {"cached", "lines of others' values are kept, as MuPC with its cache: vectors and sequences",
     TC_PATTERN_CAN_VECTOR | TC_PATTERN_CAN_COALESCE},
    {"batched", "what an iteration reads goes together, as Berkeley UPC: sequences", TC_PATTERN_CAN_COALESCE},
    {"private", "own values through private pointers, all others as plain", TC_PATTERN_CAN_PRIVATISE},
};

TC_REGISTRY_WORDS(tc_layers, layers);

unsigned tc_layer_can(int layer) { return layers[layer].can; }
