/* Keys of a boundary rule in a run configuration: boundary.default and the items of boundary.markers.
 * Not collective. config_keys.c refers to the keys, and config_check.c checks each rule after all keys are
 * read. */
#ifndef TC_IO_CONFIG_CONFIG_BOUNDARY_H
#define TC_IO_CONFIG_CONFIG_BOUNDARY_H

#include "solve/problem/boundary.h"
#include "yaml/keys.h"

extern const tc_keys tc_boundary_rule_keys; /* the keys of a tc_boundary_rule, which describe one marker */

/* Checks that the rule has all keys that its kind requires and no others. Errors: TC_USAGE. */
tc_status tc_boundary_rule_check(const tc_boundary_rule *rule);

#endif
