/* Which functions were met while a program was sampled. */
#ifndef TC_BLAME_PROFILE_SAMPLED_FUNCTIONS_H
#define TC_BLAME_PROFILE_SAMPLED_FUNCTIONS_H

#include "base/containers/bit_set.h"
#include "blame/profile/resolver.h"

/* Adds the numbers of all functions of the facts that stacks of samples, regions and allocations lead
 * through. Errors: those of tb_resolver_find. */
tc_status tb_sampled_functions_find(const tb_samples *samples, const tb_facts *facts, tb_resolver *resolver,
                                    tc_bit_set *out);

#endif
