/* Profile: all samples of a run, resolved to source lines, matched with facts (the result of the static
 * analysis) and merged by distinct stack. tcblame report and diff (apps/tcblame/launch/report_input.c) create
 * it. The views of a report count its samples through a selection (selection.h). The samples and the facts
 * must outlive it. All counts are sums of the weights of samples. */
#ifndef TC_BLAME_PROFILE_PROFILE_H
#define TC_BLAME_PROFILE_PROFILE_H

#include "base/containers/map.h"
#include "blame/profile/profile_data.h"
#include "blame/samples/samples.h"

typedef struct tb_profile {
  const tb_samples *samples; /* borrowed; `facts` is borrowed too */
  const tb_facts *facts;     /* facts with call effects (blame/closure); NULL if there are none */
  int stacks, touches, threads;
  tb_stack *stack;
  tb_touched_data *touched; /* [touches] distinct touched data */
  tb_profile_thread *thread;
  /* `all_samples`: number of all samples. `level_samples`: number of samples by tb_match_level, which is the
   * precision of the match with a statement; only samples whose thread runs and whose stack has a frame of
   * user code; all 0 if there are no facts */
  int64_t all_samples, level_samples[3];
  /* true if clang did not compile most user code. The columns of its source positions can then not be
   * compared with those of the facts. */
  bool has_no_columns;
  bool has_touched_data; /* true if touched data are known, which requires code for x86-64 */
  /* owned objects: memory of the arrays, texts of touched data, and the texts to which frames point */
  tc_pool pool;
  tc_map texts;
  struct tb_resolver *resolver;
} tb_profile;

typedef struct tb_profile_options {
  /* number of instructions by which the sampled address follows the instruction that took the time: 0 or 1 */
  int skid;
  tb_transfer_rule transfer;
} tb_profile_options;

/* Builds the profile. Computes the call effects of the sampled functions in the facts (blame/closure) unless
 * the facts contain them already. `facts` is NULL if there are none. If `options` is NULL, skid is 1 and the
 * transfer rule is `full`. Modules whose file is missing count as library code. Errors: TC_INPUT if a module
 * was rebuilt after sampling, if a source file changed after its analysis, or if the program has no debug
 * information; TC_INTERNAL if memory is exhausted. */
tc_status tb_profile_create(const tb_samples *samples, tb_facts *facts, const tb_profile_options *options,
                            tb_profile **out);
void tb_profile_destroy(tb_profile **profile);

/* True if the function of the frame was analysed. If nothing was analysed (no facts), true if the source line
 * of the frame is known. */
bool tb_profile_is_user(const tb_profile *profile, const tb_frame *frame);

#endif
