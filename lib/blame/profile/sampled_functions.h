/* Set of the functions that occur in the stacks of a run. profile.c computes call effects (blame/closure)
 * only for these functions, which saves most of the time. */
#ifndef TC_BLAME_PROFILE_SAMPLED_FUNCTIONS_H
#define TC_BLAME_PROFILE_SAMPLED_FUNCTIONS_H

#include "base/containers/bit_set.h"
#include "blame/profile/resolver.h"

/* Adds to `out` the indices in facts->function of all functions that occur in the stacks of samples, parallel
 * regions and allocations. Errors: those of tb_resolver_find_site. */
tc_status tb_sampled_functions_find(const tb_samples *samples, const tb_facts *facts, tb_resolver *resolver,
                                    tc_bit_set *out);

#endif
