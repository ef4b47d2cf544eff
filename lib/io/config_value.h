/* How the values of a run configuration are read: one reader per kind in config_keys.def. Not collective.
 * All get a node that is not null; errors are TC_USAGE, begin with `where` and say what is allowed. */
#ifndef TC_IO_CONFIG_VALUE_H
#define TC_IO_CONFIG_VALUE_H

#include "io/config_keys.h"

tc_config_reader tc_config_read_text;             /* const char *: lives as long as the node */
tc_config_reader tc_config_read_path;             /* const char *: not empty */
tc_config_reader tc_config_read_formula_xyz;      /* const char *: parsed once to check it */
tc_config_reader tc_config_read_formula_xyzt;     /* const char * */
tc_config_reader tc_config_read_int32;            /* int32_t in the key's range */
tc_config_reader tc_config_read_int64;            /* int64_t in the key's range, below 2^53 */
tc_config_reader tc_config_read_positive;         /* double above 0, at most key->most */
tc_config_reader tc_config_read_auto_or_positive; /* double: 0 for the word auto */
tc_config_reader tc_config_read_auto_or_number;   /* double from key->least on: -1 for the word auto */
tc_config_reader tc_config_read_tensor;           /* double[6], positive definite */
tc_config_reader tc_config_read_order;            /* const tc_order * */
tc_config_reader tc_config_read_distribution;     /* tc_distribution_kind */
tc_config_reader tc_config_read_scheme;           /* const tc_scheme * */
tc_config_reader tc_config_read_strategy;         /* const tc_strategy *: NULL for the word auto */
tc_config_reader tc_config_read_storage;          /* const tc_format *: NULL for the word auto */
tc_config_reader tc_config_read_model;            /* int: number of a performance model, or TC_MODEL_AUTO */
tc_config_reader tc_config_read_later;            /* nothing: only the default is accepted */

#endif
