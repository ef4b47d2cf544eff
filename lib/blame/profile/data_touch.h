/* Data touch: finds the object, static variable or stack whose memory the instruction of a sample used.
 * profile.c calls tb_touch_classifier_classify for each sample, process by process and in the order of time,
 * and at the end tb_touch_classifier_count_allocations. The operand of the instruction (blame/x86) and the
 * registers of the sample give the address. */
#ifndef TC_BLAME_PROFILE_DATA_TOUCH_H
#define TC_BLAME_PROFILE_DATA_TOUCH_H

#include "blame/profile/allocation_name.h"
#include "blame/samples/live_allocations.h"

/* Data whose memory the instruction of one sample used. In `touched`, the members bytes and allocations are
 * 0. */
typedef struct tb_data_touch {
  tb_touched_data touched;
  /* index (0 to TB_TOUCH_BINS - 1) of the part of the object that contains the address; -1 if no object was
   * touched */
  int bin;
} tb_data_touch;

typedef struct tb_touch_classifier tb_touch_classifier;

/* Creates a classifier of touched data. The samples, facts, resolver and texts must outlive `*out`. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tb_touch_classifier_create(const tb_samples *samples, const tb_facts *facts, tb_resolver *resolver,
                                     tc_map *texts, tb_touch_classifier **out);
void tb_touch_classifier_destroy(tb_touch_classifier **classifier);

/* Classifies one sample. The samples of a process must be passed in the order of time, and all samples of one
 * process before the samples of the next one. Errors: those of tb_resolver_find_site. */
tc_status tb_touch_classifier_classify(tb_touch_classifier *classifier, int process,
                                       const ts_file_sample *sample, const tb_call_stack *stack,
                                       tb_data_touch *out);

/* Completes the entries of `touched` that describe objects (allocated memory). Counts the allocations of each
 * object and sets `bytes` to the size of the largest one. `touches` is the number of entries. Errors: those
 * of tb_resolver_find_site. */
tc_status tb_touch_classifier_count_allocations(tb_touch_classifier *classifier, int touches,
                                                tb_touched_data *touched);

#endif
