/* What is prescribed at the boundary, in a run configuration. Not collective. */
#ifndef TC_IO_CONFIG_CONFIG_BOUNDARY_H
#define TC_IO_CONFIG_CONFIG_BOUNDARY_H

#include "solve/problem/boundary.h"
#include "yaml/keys.h"

extern const tc_keys tc_boundary_rule_keys; /* into a tc_boundary_rule, of one marker */

/* Errors, TC_USAGE: what the kind needs is missing, or what it does not know is there. */
tc_status tc_boundary_rule_check(const tc_boundary_rule *rule);

#endif
