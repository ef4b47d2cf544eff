/* Address flow: the access paths of one function that hold the address of an allocation. allocation_name.c
 * uses it for each frame of the stack of an allocation, from the innermost one outwards. For each frame it
 * sets `function` and `calls`, calls tb_address_flow_add_call_writes and tb_address_flow_propagate, then
 * tb_address_flow_enter_caller. It frees the flow once with tb_address_flow_free. */
#ifndef TC_BLAME_PROFILE_ADDRESS_FLOW_H
#define TC_BLAME_PROFILE_ADDRESS_FLOW_H

#include "blame/facts/facts.h"

typedef TC_ARRAY(tb_access_path) tb_access_paths;

typedef struct tb_address_flow {
  const tb_facts *facts; /* closed facts */
  const tb_function *function;
  int callee;    /* number of the function in the next inner frame, which called the allocator or passed the
                    address on; -1 if it has no facts */
  bool given;    /* true if the callee returned the address */
  bool returned; /* true if this function returns the address */
  tb_access_paths outputs; /* outputs of the callee that hold the address */
  tb_access_paths places;  /* paths that hold the address, in the order of discovery */
  tc_bit_set calls;        /* definitions of `function` that call the callee */
  tc_bit_set numbers;      /* numbers in function->place of those paths in `places` that occur there */
  tc_bit_set carriers;     /* stores and returns of `function` that copy the address */
  tc_pool pool;            /* owns the texts of the paths */
} tb_address_flow;

/* Initialises the flow for the allocator, which returned the address. The caller frees it with
 * tb_address_flow_free.
 */
void tb_address_flow_init(const tb_facts *facts, tb_address_flow *out);

/* Adds to `places` the paths into which the calls of the callee write the address. They do so by their call
 * effects, through their arguments, or by returning the address to statements that store it. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tb_address_flow_add_call_writes(tb_address_flow *station);

/* Adds to `places` the paths into which statements of the function copy the address, until none is new. A
 * copy of a struct that contains the address holds it in the same member. If a pointer to such a struct is
 * copied, the path from the copied pointer to this member is added. Errors: TC_INTERNAL if memory is
 * exhausted. */
tc_status tb_address_flow_propagate(tb_address_flow *station);

/* tb_address_flow_is_output is true if callers can name the path. tb_address_flow_reaches_caller is true if
 * they can name at least one path that holds the address. */
bool tb_address_flow_is_output(const tb_access_path *place);
bool tb_address_flow_reaches_caller(const tb_address_flow *station);

/* Moves to the caller, whose `function` and `calls` the user of the flow sets next. `known` is true if the
 * callee has facts. */
void tb_address_flow_enter_caller(tb_address_flow *station, bool known);

void tb_address_flow_free(tb_address_flow *station);

#endif
