/* Call stack in terms of the source: calls from the innermost one out to main or to the start of a thread.
 * profile.c calls it for samples, and data_touch.c for allocations, with the resolver of the profile. Inlined
 * calls are separate frames. */
#ifndef TC_BLAME_PROFILE_CALL_STACK_H
#define TC_BLAME_PROFILE_CALL_STACK_H

#include "blame/profile/resolver.h"

enum { TB_TRACE_FRAMES = 512 };

typedef struct tb_call_stack {
  int frames;
  tb_frame frame[TB_TRACE_FRAMES]; /* [frames], innermost first */
  int user; /* index of the innermost frame with facts, or with a line if none has facts; `frames` if there is
               none */
  bool user_at_leaf; /* true if the code of that frame was interrupted, and not a function that it called */
  bool lines_only; /* true if the binary of that frame has debug information of a compiler other than clang */
  bool complete;   /* true if the stack ends at main or at the start of a thread */
  const char *waiting;      /* call that waits, as in tb_stack; NULL if the thread runs */
  const tb_code_site *leaf; /* site of a sample; NULL for other stacks */
  uint64_t bias;            /* load bias of the leaf's binary */
} tb_call_stack;

/* Builds the stack of a sample. The stack of an OpenMP helper thread continues with the stack at the entry of
 * its parallel region. Parts that a compiler outlined for OpenMP are replaced by the function that contains
 * them. Frames of runtimes between them and frames outside main are removed. Errors: those of
 * tb_resolver_find. */
tc_status tb_call_stack_from_sample(tb_resolver *resolver, int process, const ts_file_sample *sample,
                                    tb_call_stack *out);

/* Builds a stack from return addresses, innermost first. Errors: those of tb_resolver_find. */
tc_status tb_call_stack_from_addresses(tb_resolver *resolver, int process, uint64_t time_ns,
                                       const uint64_t *stack, uint32_t depth, tb_call_stack *out);

#endif
