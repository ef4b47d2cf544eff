/* Finds a name for an allocation: the variable that stores its address. The search walks up the stack of the
 * allocation. For example, the name is condensed.outbox for `TC_ALLOC(self->outbox, n)`, whatever functions
 * TC_ALLOC calls to allocate the memory. Called by data_touch.c once for each distinct stack. The facts must
 * contain the call effects that blame/closure computes. */
#ifndef TC_BLAME_PROFILE_ALLOCATION_NAME_H
#define TC_BLAME_PROFILE_ALLOCATION_NAME_H

#include "blame/profile/call_stack.h"

typedef struct tb_allocation_name {
  /* Member or global variable to which a call on the stack writes the address directly, in the innermost
   * frame with such a variable. Without one, the first member or global variable that receives the address
   * through other variables. Without that, the local variable that holds the address in the outermost frame.
   * NULL if unknown. */
  const char *name;
  /* "function, file:line" of the frame in which the name was found, or of the innermost frame with a line.
   * The column is appended if the line has several calls of the same function. NULL if unknown. */
  const char *site;
  /* member that stores the struct to which the named member belongs, such as tc_exchange.copy for the name
   * tc_vector.value. It is searched in functions of other source files. NULL if unknown. */
  const char *owner;
} tb_allocation_name;

/* Finds the name of an allocation. `facts` are those of the program with call effects (blame/closure), or
 * NULL. `stack` is the stack of the allocation. `texts` owns the texts of `*out`. Errors: TC_INTERNAL if
 * memory is exhausted. */
tc_status tb_allocation_name_find(const tb_facts *facts, const tb_call_stack *stack, tc_map *texts,
                                  tb_allocation_name *out);

#endif
