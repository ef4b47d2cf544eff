/* Names an allocation by the variable that stores its address, found by walking up the stack of the
 * allocation. With `TC_ALLOC(self->outbox, n)` the name is condensed.outbox, whatever functions allocate in
 * between. Called by data_touch.c once for each distinct stack. The facts must be closed. */
#ifndef TC_BLAME_PROFILE_ALLOCATION_NAME_H
#define TC_BLAME_PROFILE_ALLOCATION_NAME_H

#include "blame/profile/call_stack.h"

typedef struct tb_allocation_name {
  const char
      /* First member or global to which a call on the stack writes the address directly. If there is none,
         the first to which it is written through intermediate variables. If there is none either, the
         outermost variable that holds the address. NULL if unknown. */
      *name;
  const char *site;  /* "function, file:line" of the frame of the name, or of the innermost frame with a line;
                        with the column if the line has several such calls; NULL if unknown */
  const char *owner; /* member of another source file that stores the struct of the name, such as
                        tc_exchange.copy for the name tc_vector.value; NULL if unknown */
} tb_allocation_name;

/* Finds the name of an allocation. `facts` are closed, or NULL. `trace` is the stack of the allocation.
 * `texts` owns the texts of `*out`. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_allocation_name_find(const tb_facts *facts, const tb_call_stack *trace, tc_map *texts,
                                  tb_allocation_name *out);

#endif
