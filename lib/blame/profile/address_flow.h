/* A function on the way of an address from where it was allocated to where it stays: which places have it. */
#ifndef TC_BLAME_PROFILE_ADDRESS_FLOW_H
#define TC_BLAME_PROFILE_ADDRESS_FLOW_H

#include "base/containers/dynamic_array.h"
#include "blame/facts/facts.h"

typedef struct tb_address_flow {
  const tb_facts *facts; /* closed */
  const tb_function *function;
  int callee;    /* number of the function that called the allocator, or that gave the address; -1: none with
                    facts */
  bool given;    /* it returned the address */
  bool returned; /* this function does */
  tc_dynamic_array outputs; /* tb_access_path: those of the callee that its callers know */
  tc_bit_set calls;         /* where the callee was called */
  tc_dynamic_array places;  /* tb_access_path: that have it, in the order in which they were found */
  tc_bit_set numbers;       /* of those that are places of the function */
  tc_bit_set carriers;      /* definitions that hand it on */
  tc_pool pool;             /* of paths */
} tb_address_flow;

/* One of `places` or `outputs`. */
const tb_access_path *tb_address_flow_path(const tc_dynamic_array *list, int i);

/* What the calls write: by their effects, by their arguments, and by who stores what they return. */
tc_status tb_address_flow_add_call_writes(tb_address_flow *station);

/* All statements that hand it on, also those that copy what it lies in, and pointers to that: a struct's copy
 * has it in the member of that name. Errors, of both: TC_INTERNAL. */
tc_status tb_address_flow_propagate(tb_address_flow *station);

/* Whether callers know the place; whether they know one that has it. */
bool tb_address_flow_is_output(const tb_access_path *place);
bool tb_address_flow_reaches_caller(const tb_address_flow *station);

/* To the caller, whose `function` and `calls` are to be set. known: the function that is left has facts. */
void tb_address_flow_enter_caller(tb_address_flow *station, bool known);

void tb_address_flow_free(tb_address_flow *station);

#endif
