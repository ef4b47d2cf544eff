/* Attributes a sample to variables: walks up its stack and translates the blame at each call by the summary
 * of the callee. views/variable_rows.c calls it for each distinct stack. The facts must be closed. Pure.
 * Source: Zhang and Hollingsworth, section 3.2. */
#ifndef TC_BLAME_PROFILE_ATTRIBUTE_H
#define TC_BLAME_PROFILE_ATTRIBUTE_H

#include "blame/profile/profile_data.h"

/* A variable to which a sample is attributed: an access path of a function. Each variable occurs only once
 * per stack. */
typedef struct tb_blamed_variable {
  const tb_function *function;
  int place;
  int frame; /* index of the call's frame in the stack */
} tb_blamed_variable;

typedef struct tb_stack_blame {
  TC_ARRAY(tb_blamed_variable) credit; /* blamed variables, owned */
  bool unmatched; /* true if a call of the stack matches no definition, so that its callers were not blamed */
} tb_stack_blame;

/* Computes the blamed variables of a stack. Requires closed facts. The walk starts in the innermost frame
 * with facts; if a library is further inside, it starts at the call of the library. Summary outputs are
 * credited only where the walk ends: in the outermost frame, at a blame point, or in a callee whose caller
 * does not use them. `points` are the names of the blame points, NULL-terminated; NULL if there are none.
 * `*out` may hold an older result, whose memory is reused. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_stack_blame_compute(const tb_facts *facts, const tb_frame *frame, int frames,
                                 const char *const *points, tb_stack_blame *out);
void tb_stack_blame_free(tb_stack_blame *blamed);

#endif
