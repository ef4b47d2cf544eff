/* Which variables a sample is blamed on: up the stack by the summaries (Zhang and Hollingsworth,
 * section 3.2). Pure. */
#ifndef TC_BLAME_PROFILE_ATTRIBUTE_H
#define TC_BLAME_PROFILE_ATTRIBUTE_H

#include "blame/profile/profile.h"

/* A variable that a sample is blamed on: a place of a function; in a stack, once. */
typedef struct tb_blamed_variable {
  const tb_function *function;
  int place;
  int frame; /* of the stack: which call of the function it was */
} tb_blamed_variable;

typedef struct tb_stack_blame {
  int count, capacity;
  tb_blamed_variable *credit; /* [room] owned */
  bool unmatched;             /* a call on the way has no definition: what is above it was not blamed */
} tb_stack_blame;

/* The facts are closed. The sample is where the first frame with facts is; when a library lies below, in the
 * call that led there. Exits are credited only in the frame where bubbling ends: the last one, a blame point,
 * or where nobody above takes them. `points` (names behind each other, NULL ends them; NULL: none): functions
 * where bubbling ends. *out may hold an older result, whose memory is used again. Errors: TC_INTERNAL out of
 * memory. */
tc_status tb_stack_blame_compute(const tb_facts *facts, const tb_frame *frame, int frames,
                                 const char *const *points, tb_stack_blame *out);
void tb_stack_blame_free(tb_stack_blame *blamed);

#endif
