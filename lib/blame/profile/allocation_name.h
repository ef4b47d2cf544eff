/* The variable that something was allocated for: up the stack of the allocation until the address is put
 * where it stays. `TC_ALLOC(self->outbox, n)` is condensed.outbox, whatever functions allocate in between. */
#ifndef TC_BLAME_PROFILE_ALLOCATION_NAME_H
#define TC_BLAME_PROFILE_ALLOCATION_NAME_H

#include "blame/profile/call_stack.h"

typedef struct tb_allocation_name {
  const char *name;  /* of the first member or global that a call on the way writes the address to, directly
                        first, else by way of variables that it is handed on in; else of the outermost variable
                        that has it; NULL: nobody knows */
  const char *site;  /* "function, file:line" where that is, or of the innermost line that is known; with the
                        column where several such calls stand on the line; NULL */
  const char *owner; /* of what the name is a part: the member that keeps that in another source file: of
                        `tc_vector.value` that lies in an arena tc_exchange.copy; NULL: nobody knows */
} tb_allocation_name;

/* facts: closed, or NULL. trace: of the allocation. Texts are the intern's. Errors: TC_INTERNAL. */
tc_status tb_allocation_name_find(const tb_facts *facts, const tb_call_stack *trace, tc_intern *texts,
                                  tb_allocation_name *out);

#endif
