/* Profile: all samples of a run, resolved to source lines, matched with facts and merged by distinct stack.
 * tcblame report and diff (apps/tcblame/launch/report_input.c) create it, and all views count from it through
 * a selection. The samples and the facts must outlive it. All counts are sums of the weights of samples. */
#ifndef TC_BLAME_PROFILE_PROFILE_H
#define TC_BLAME_PROFILE_PROFILE_H

#include "blame/profile/profile_data.h"
#include "blame/samples/samples.h"

typedef struct tb_profile {
  const tb_samples *samples; /* borrowed, like the facts */
  const tb_facts *facts;     /* closed facts; NULL if there are none */
  int stacks, touches, threads;
  tb_stack *stack;
  tb_touched_data *touched; /* [touches] distinct touched data */
  tb_profile_thread *thread;
  int64_t all, by_level[3]; /* number of all samples; numbers of running samples with a user frame by match
                               level, 0 without facts */
  bool lines_only;  /* true if clang did not compile most user code, so that columns are not comparable */
  bool touch_known; /* true if the code is for x86-64 */
  tc_pool *pool;
} tb_profile;

typedef struct tb_profile_options {
  int skid; /* number of instructions between the instruction that the sample waited for and the sampled
               address: 0 or 1 */
  tb_transfer_rule transfer;
} tb_profile_options;

/* Builds the profile. Closes the facts (NULL if there are none) for the sampled functions, unless they are
 * closed already. If `options` is NULL, skid is 1 and the transfer rule is `full`. Modules whose file is
 * missing count as library code. Errors: TC_INPUT if a module was rebuilt after sampling, if a source file
 * changed after its analysis, or if the program has no debug information; TC_INTERNAL if memory is exhausted.
 */
tc_status tb_profile_create(const tb_samples *samples, tb_facts *facts, const tb_profile_options *options,
                            tb_profile **out);
void tb_profile_destroy(tb_profile **profile);

/* True if the function of the frame was analysed. Without facts, true if its line is known. */
bool tb_profile_is_user(const tb_profile *profile, const tb_frame *frame);

#endif
