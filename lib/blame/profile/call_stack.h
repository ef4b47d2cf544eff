/* A stack as its source would show it: calls from the innermost out to main, or to where a thread starts. */
#ifndef TC_BLAME_PROFILE_CALL_STACK_H
#define TC_BLAME_PROFILE_CALL_STACK_H

#include "blame/profile/resolver.h"

enum { TC_TRACE_FRAMES = 512 };

typedef struct tc_trace {
  int frames;
  tc_frame frame[TC_TRACE_FRAMES]; /* innermost first */
  int user;                        /* the innermost with facts; without facts with a line; `frames`: none */
  bool user_at_leaf;               /* its code was interrupted, not what it called */
  bool lines_only;                 /* its code was compiled, with debug information, but not by clang */
  bool complete;                   /* to main or to a thread's start */
  const char *waiting;             /* for what, as tc_stack says; NULL: running */
  const tc_site *leaf;             /* of a sample, NULL of other stacks */
  uint64_t bias;                   /* of the leaf's binary */
} tc_trace;

/* Of a sample: what OpenMP's helpers do is glued to the stack at which their region was entered; what a
 * compiler cut out of a function for OpenMP becomes that function again; frames of runtimes between them and
 * outside main are left out. Errors: those of tc_resolver_find. */
tc_status tc_trace_sample(tc_resolver *resolver, int process, const tc_sampler_sample *sample, tc_trace *out);

/* Of return addresses, innermost first, as they are. */
tc_status tc_trace_stack(tc_resolver *resolver, int process, uint64_t time_ns, const uint64_t *stack,
                         uint32_t depth, tc_trace *out);

#endif
