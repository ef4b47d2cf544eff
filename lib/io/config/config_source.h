/* Readers of the keys `states` and `source` of a run configuration. Not collective.
 * The two fill in one tc_source_options. `states` must be read first, because formulas refer to states by
 * name. The formulas live as long as the store of the config. */
#ifndef TC_IO_CONFIG_CONFIG_SOURCE_H
#define TC_IO_CONFIG_CONFIG_SOURCE_H

#include "solve/problem/source.h"
#include "yaml/keys.h"

typedef tc_source_options tc_key_type_states; /* a mapping from names to {initial, rate} */
typedef tc_source_options
    tc_key_type_source; /* a formula in x, y, z, t, v and the states; the number 0 stands for no source */

tc_key_reader tc_key_read_states, tc_key_read_source;

#endif
