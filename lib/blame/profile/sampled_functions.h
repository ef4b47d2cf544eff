/* Which functions were met while a program was sampled. */
#ifndef TC_BLAME_PROFILE_SAMPLED_FUNCTIONS_H
#define TC_BLAME_PROFILE_SAMPLED_FUNCTIONS_H

#include "base/containers/bit_set.h"
#include "blame/profile/resolver.h"

/* Adds the numbers of all functions of the facts that stacks of samples, regions and allocations lead
 * through. Errors: those of tc_resolver_find. */
tc_status tc_met_find(const tc_samples *samples, const tc_facts *facts, tc_resolver *resolver, tc_set *out);

#endif
