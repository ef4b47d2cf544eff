/* Attributes a sample to variables, which are then called blamed. The sampled statement is first attributed
 * to the variables of the function that depend on it. At each call up the stack, the summary of the called
 * function determines which variables of the caller depend on the call. views/variable_rows.c calls this
 * module for each distinct stack. The facts must contain the summaries that blame/closure computes. The
 * module has no state. Source: Zhang and Hollingsworth, section 3.2. */
#ifndef TC_BLAME_PROFILE_ATTRIBUTE_H
#define TC_BLAME_PROFILE_ATTRIBUTE_H

#include "blame/profile/profile_data.h"

/* A variable to which a sample is attributed: an access path of a function. Each variable occurs only once
 * per stack. */
typedef struct tb_blamed_variable {
  const tb_function *function;
  int access_path;
  int frame; /* index of the frame of the function in the stack */
} tb_blamed_variable;

typedef struct tb_stack_blame {
  TC_ARRAY(tb_blamed_variable) variables; /* blamed variables, owned */
  /* true if a call of the stack matches no statement in the facts, so that its callers were not blamed */
  bool has_unmatched_call;
} tb_stack_blame;

/* Computes the blamed variables of a stack. The facts must contain the summaries of blame/closure. The walk
 * starts in the innermost frame whose function was analysed. If this function called a library, the walk
 * starts at this call. A summary output is memory of the caller that a function changes. The sample is
 * attributed to a summary output only in the frame at which the walk ends: the outermost frame, a blame
 * point, or a function whose caller does not use the output. `blame_points` are the names of the blame points
 * (functions at which blame ends), NULL-terminated; NULL if there are none. `*out` may hold an older result,
 * whose memory is reused. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_stack_blame_compute(const tb_facts *facts, const tb_frame *frame, int frames,
                                 const char *const *blame_points, tb_stack_blame *out);
void tb_stack_blame_free(tb_stack_blame *blame);

/* True if the list `blame_points` contains the name of the function. */
bool tb_is_blame_point(const char *const *blame_points, const char *function);

#endif
