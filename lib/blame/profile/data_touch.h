/* What the instruction of a sample used. */
#ifndef TC_BLAME_PROFILE_DATA_TOUCH_H
#define TC_BLAME_PROFILE_DATA_TOUCH_H

#include "blame/profile/allocation_name.h"
#include "blame/samples/live_allocations.h"

/* Kind, name and site of what was touched; bytes and allocations are not known here. */
typedef struct tb_data_touch {
  tb_touched_data touched;
  int bin; /* of an object, -1 otherwise */
} tb_data_touch;

typedef struct tb_touch_classifier tb_touch_classifier;

/* What is passed in outlives it. Errors: TC_INTERNAL. */
tc_status tb_touch_classifier_create(const tb_samples *samples, const tb_facts *facts, tb_resolver *resolver,
                                     tc_intern *texts, tb_touch_classifier **out);
void tb_touch_classifier_destroy(tb_touch_classifier **toucher);

/* Samples of a process in the order of time, processes one after the other. Errors: those of
 * tb_resolver_find. */
tc_status tb_touch_classifier_find(tb_touch_classifier *toucher, int process, const ts_file_sample *sample,
                                   const tb_call_stack *trace, tb_data_touch *out);

/* Adds what is known of all allocations: touched[touches] has the objects' counts and largest sizes then. */
tc_status tb_touch_classifier_count(tb_touch_classifier *toucher, int touches, tb_touched_data *touched);

#endif
