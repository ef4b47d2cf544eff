/* The keys `states` and `source` of a run configuration. Both fill one tc_source_options: states come first,
 * because formulas name them. Not collective. */
#ifndef TC_IO_CONFIG_CONFIG_SOURCE_H
#define TC_IO_CONFIG_CONFIG_SOURCE_H

#include "solve/problem/source.h"
#include "yaml/keys.h"

typedef tc_source_options tc_key_type_states; /* a mapping of names to {initial, rate} */
typedef tc_source_options tc_key_type_source; /* a formula in x, y, z, t, v and states; the number 0: none */

tc_key_reader tc_key_read_states, tc_key_read_source;

#endif
