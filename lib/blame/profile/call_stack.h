/* Call stack in terms of the source: calls from the innermost one out to main or to the start of a thread.
 * profile.c calls it for samples, and data_touch.c for allocations, both with the resolver of the profile.
 * Inlined calls are separate frames. */
#ifndef TC_BLAME_PROFILE_CALL_STACK_H
#define TC_BLAME_PROFILE_CALL_STACK_H

#include "blame/profile/resolver.h"

enum { TB_TRACE_FRAMES = 512 };

typedef struct tb_call_stack {
  int frames;
  tb_frame frame[TB_TRACE_FRAMES]; /* [frames], innermost first */
  /* index of the innermost frame whose function was analysed. If no function was analysed, index of the
   * innermost frame with a source line. Equals `frames` if there is no such frame. */
  int user_frame;
  /* true if the sample interrupted code of frame `user_frame`, not of a function that it called */
  bool user_at_leaf;
  bool has_no_columns; /* true if the debug information of frame `user_frame` comes from a compiler other than
                          clang */
  bool is_complete;    /* true if the stack ends at main or at the start of a thread */
  /* name of the call in which the thread waits, such as "MPI_Barrier"; NULL if the thread runs */
  const char *waiting_call;
  const tb_code_site *leaf; /* code at the sampled address; NULL if the stack is not that of a sample */
  uint64_t bias;            /* load bias of the binary with the sampled address */
} tb_call_stack;

/* Builds the stack of a sample. The stack of an OpenMP helper thread is continued with the stack of the
 * thread that started the parallel region. Functions into which a compiler moved (outlined) the code of a
 * parallel region are replaced by the source function that contains the region. Frames of the OpenMP runtime
 * between the outlined function and the source function are removed. Frames outside main are removed too.
 * Errors: those of tb_resolver_find_site. */
tc_status tb_call_stack_from_sample(tb_resolver *resolver, int process, const ts_file_sample *sample,
                                    tb_call_stack *out);

/* Builds a stack from return addresses, innermost first. Errors: those of tb_resolver_find_site. */
tc_status tb_call_stack_from_addresses(tb_resolver *resolver, int process, uint64_t time_ns,
                                       const uint64_t *stack, uint32_t depth, tb_call_stack *out);

#endif
