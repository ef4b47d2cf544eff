/* Names an allocation by the variable that stores its address, found by walking up the stack of the
 * allocation. With `TC_ALLOC(self->outbox, n)` the name is condensed.outbox, whatever functions allocate in
 * between. Called by data_touch.c once for each distinct stack. The facts must be closed. */
#ifndef TC_BLAME_PROFILE_ALLOCATION_NAME_H
#define TC_BLAME_PROFILE_ALLOCATION_NAME_H

#include "blame/profile/call_stack.h"

typedef struct tb_allocation_name {
  const char *name; /* first member or global to which a call on the stack writes the address, directly if any
                       does, otherwise through intermediate variables; without one the outermost variable that
                       holds it; NULL: unknown */
  const char *site; /* "function, file:line" of that frame or of the innermost frame with a line; with the
                       column if the line has several such calls; NULL: unknown */
  const char *owner; /* member of another source file that stores the struct of the name, such as
                        tc_exchange.copy for the name tc_vector.value; NULL: unknown */
} tb_allocation_name;

/* facts: closed, or NULL. trace: stack of the allocation. `texts` owns the texts of `*out`. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tb_allocation_name_find(const tb_facts *facts, const tb_call_stack *trace, tc_intern *texts,
                                  tb_allocation_name *out);

#endif
