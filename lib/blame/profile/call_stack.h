/* A stack as its source would show it: calls from the innermost out to main, or to where a thread starts. */
#ifndef TC_BLAME_PROFILE_CALL_STACK_H
#define TC_BLAME_PROFILE_CALL_STACK_H

#include "blame/profile/resolver.h"

enum { TB_TRACE_FRAMES = 512 };

typedef struct tb_call_stack {
  int frames;
  tb_frame frame[TB_TRACE_FRAMES]; /* innermost first */
  int user;                        /* the innermost with facts; without facts with a line; `frames`: none */
  bool user_at_leaf;               /* its code was interrupted, not what it called */
  bool lines_only;                 /* its code was compiled, with debug information, but not by clang */
  bool complete;                   /* to main or to a thread's start */
  const char *waiting;             /* for what, as tb_stack says; NULL: running */
  const tb_code_site *leaf;        /* of a sample, NULL of other stacks */
  uint64_t bias;                   /* of the leaf's binary */
} tb_call_stack;

/* Of a sample: what OpenMP's helpers do is glued to the stack at which their region was entered; what a
 * compiler cut out of a function for OpenMP becomes that function again; frames of runtimes between them and
 * outside main are left out. Errors: those of tb_resolver_find. */
tc_status tb_call_stack_from_sample(tb_resolver *resolver, int process, const ts_file_sample *sample,
                                    tb_call_stack *out);

/* Of return addresses, innermost first, as they are. */
tc_status tb_call_stack_from_addresses(tb_resolver *resolver, int process, uint64_t time_ns,
                                       const uint64_t *stack, uint32_t depth, tb_call_stack *out);

#endif
