/* Address flow: finds the access paths (variables with members and dereferences) of one function that hold
 * the address of an allocation. allocation_name.c uses the flow for each frame of the stack of an allocation,
 * from the innermost one outwards. For each frame it sets `function` and `call_statements`, calls
 * tb_address_flow_add_call_writes and tb_address_flow_propagate, then tb_address_flow_enter_caller. It frees
 * the flow once with tb_address_flow_free. */
#ifndef TC_BLAME_PROFILE_ADDRESS_FLOW_H
#define TC_BLAME_PROFILE_ADDRESS_FLOW_H

#include "blame/facts/facts.h"

typedef TC_ARRAY(tb_access_path) tb_access_paths;

typedef struct tb_address_flow {
  const tb_facts *facts; /* facts with the call effects that blame/closure computed */
  const tb_function *function;
  /* index in facts->function of the function in the next inner frame, through which the address came; -1 if
   * this function was not analysed */
  int callee;
  bool callee_returns; /* true if the function of the next inner frame (callee) returned the address */
  bool returns;        /* true if `function` returns the address */
  /* paths of the callee that hold the address and begin with a pointer parameter, so that callers can name
   * them */
  tb_access_paths callee_outputs;
  tb_access_paths paths; /* paths that hold the address, in the order of discovery */
  /* statements of `function` that call the callee, by index in function->definition */
  tc_bit_set call_statements;
  tc_bit_set path_numbers; /* indices in function->access_path of the paths that also occur in `paths` */
  tc_bit_set carriers;     /* store and return statements of `function` that copy the address */
  tc_pool pool;            /* owns the texts of the paths */
} tb_address_flow;

/* Initialises the flow of an address that an allocator such as malloc has returned. The caller frees it with
 * tb_address_flow_free. */
void tb_address_flow_init(const tb_facts *facts, tb_address_flow *out);

/* Adds to `paths` the access paths to which calls of the callee write the address: paths in the known
 * effects of these calls, paths that begin with pointer arguments, and variables in which a statement stores
 * the returned address. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_address_flow_add_call_writes(tb_address_flow *flow);

/* Adds to `paths` the access paths to which statements of the function copy the address, until it finds no
 * new path. A copy of a struct that contains the address holds the address in the same member. If a pointer
 * to such a struct is copied, the path from the copied pointer to this member is added. Errors: TC_INTERNAL
 * if memory is exhausted. */
tc_status tb_address_flow_propagate(tb_address_flow *flow);

/* tb_address_flow_is_output is true if the path begins with a pointer parameter, so that callers can name it.
 * tb_address_flow_reaches_caller is true if at least one path that holds the address is an output. */
bool tb_address_flow_is_output(const tb_access_path *path);
bool tb_address_flow_reaches_caller(const tb_address_flow *flow);

/* Moves the flow to the next outer frame. The caller then sets `function` and `call_statements` for this
 * frame. `is_analysed` is true if the function of the previous frame was analysed. */
void tb_address_flow_enter_caller(tb_address_flow *flow, bool is_analysed);

void tb_address_flow_free(tb_address_flow *flow);

#endif
