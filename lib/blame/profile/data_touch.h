/* What the instruction of a sample used. */
#ifndef TC_BLAME_PROFILE_DATA_TOUCH_H
#define TC_BLAME_PROFILE_DATA_TOUCH_H

#include "blame/profile/allocation_name.h"
#include "blame/samples/live_allocations.h"

/* Kind, name and site of what was touched; bytes and allocations are not known here. */
typedef struct tc_touch {
  tc_touched touched;
  int bin; /* of an object, -1 otherwise */
} tc_touch;

typedef struct tc_toucher tc_toucher;

/* What is passed in outlives it. Errors: TC_INTERNAL. */
tc_status tc_toucher_create(const tc_samples *samples, const tc_facts *facts, tc_resolver *resolver,
                            tc_intern *texts, tc_toucher **out);
void tc_toucher_destroy(tc_toucher **toucher);

/* Samples of a process in the order of time, processes one after the other. Errors: those of
 * tc_resolver_find. */
tc_status tc_toucher_find(tc_toucher *toucher, int process, const tc_sampler_sample *sample,
                          const tc_trace *trace, tc_touch *out);

/* Adds what is known of all allocations: touched[touches] has the objects' counts and largest sizes then. */
tc_status tc_toucher_count(tc_toucher *toucher, int touches, tc_touched *touched);

#endif
