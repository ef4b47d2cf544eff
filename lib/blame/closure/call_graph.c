/* Builds the call graph: the possible callees of every call, and an order of the functions in which callees
 * precede callers. closure.c calls it once per closure. A direct call is resolved by the name of the callee,
 * and for a static callee also by its source file. An indirect call through a struct member or a global
 * variable may reach the functions whose addresses are stored there. If no such function is known, the call
 * may reach any function that has the type of the call and whose address is taken. */
#include "blame/closure/call_graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/containers/search.h"
#include "blame/flow/scc.h"

/* ---- finding functions by name ---- */

typedef struct named_function {
  const char *name;
  int index;
} named_function;

typedef struct function_index {
  const tb_facts *facts;
  const tc_bit_set *files; /* Files whose functions may be called; NULL for all files. */
  named_function *by_name; /* [functions] entries sorted by name */
} function_index;

static int compare_names(const void *a, const void *builder) {
  const named_function *m = a, *n = builder;
  const int result = strcmp(m->name, n->name);
  return result != 0 ? result : m->index - n->index;
}

static tc_status create_function_index(const tb_facts *facts, const tc_bit_set *files, tc_pool *pool,
                                       function_index *out) {
  out->facts = facts;
  out->files = files;
  TC_TRY(tc_pool_alloc(pool, (size_t)facts->functions * sizeof(named_function), &out->by_name));
  for (int f = 0; f < facts->functions; f++) out->by_name[f] = (named_function){facts->function[f].name, f};
  qsort(out->by_name, (size_t)facts->functions, sizeof(named_function), compare_names);
  return TC_OK;
}

/* Returns the index of the function `name` that the source file with index `file` defines. If `file` is
 * -1, returns the function `name` that is not static. Returns -1 if no file in in->files defines such a
 * function. */
static int find_function(const function_index *in, const char *name, int file) {
  int i;
  TC_SEARCH(i, in->facts->functions, strcmp(in->by_name[i].name, name) < 0);
  for (; i < in->facts->functions && strcmp(in->by_name[i].name, name) == 0; i++) {
    const tb_function *f = &in->facts->function[in->by_name[i].index];
    if (in->files && !tc_bit_set_contains(in->files, f->file)) continue;
    if (file < 0 ? !f->is_static : f->file == file) return in->by_name[i].index;
  }
  return -1;
}

/* ---- callees of a call ---- */

typedef struct call_graph_builder {
  function_index index;
  tc_bit_set callees_of_call; /* Indices of the callees of the current call. */
  TC_ARRAY(int) callees;      /* Indices of the callees of all calls. */
} call_graph_builder;

static tc_status add_target(call_graph_builder *builder, const tb_pointer_target *target) {
  const int function = find_function(&builder->index, target->name, target->file);
  return function < 0 ? TC_OK : tc_bit_set_add(&builder->callees_of_call, function);
}

/* Finds the possible callees of an indirect call: the functions stored in d->callee_pointer, or, if there are
 * none, all functions of the same type whose address is taken. */
static tc_status find_pointer_callees(call_graph_builder *builder, const tb_definition *d) {
  const tb_facts *facts = builder->index.facts;
  for (int t = 0; d->callee_pointer[0] && t < facts->targets; t++)
    if (strcmp(facts->target[t].member, d->callee_pointer) == 0)
      TC_TRY(add_target(builder, &facts->target[t]));
  if (tc_bit_set_next(&builder->callees_of_call, 0) >= 0) return TC_OK;
  for (int t = 0; t < facts->targets; t++)
    if (strcmp(facts->target[t].signature, d->signature) == 0) TC_TRY(add_target(builder, &facts->target[t]));
  return TC_OK;
}

static tc_status find_callees(call_graph_builder *builder, const tb_definition *d) {
  tc_bit_set_clear(&builder->callees_of_call);
  if (d->kind != TB_DEFINE_CALL) return TC_OK;
  if (!d->callee) return find_pointer_callees(builder, d);
  const int function = find_function(&builder->index, d->callee, d->callee_file);
  return function < 0 ? TC_OK : tc_bit_set_add(&builder->callees_of_call, function);
}

static tc_status add_callees(call_graph_builder *builder, const tb_definition *d) {
  TC_TRY(find_callees(builder, d));
  for (int f = tc_bit_set_next(&builder->callees_of_call, 0); f >= 0;
       f = tc_bit_set_next(&builder->callees_of_call, f + 1))
    TC_TRY(TC_ARRAY_ADD(&builder->callees, &f));
  return TC_OK;
}

static tc_status find_all_callees(call_graph_builder *builder, tb_call_graph *c) {
  int n = 0;
  for (int f = 0; f < c->facts->functions; f++)
    for (int d = 0; d < c->facts->function[f].definitions; d++) {
      c->callee_begin[n++] = builder->callees.count;
      TC_TRY(add_callees(builder, &c->facts->function[f].definition[d]));
    }
  c->callee_begin[n] = builder->callees.count;
  return TC_OK;
}

static tc_status number_definitions(tb_call_graph *c, tc_pool *pool) {
  TC_TRY(tc_pool_alloc(pool, ((size_t)c->facts->functions + 1) * sizeof(int), &c->first_definition));
  for (int f = 0; f < c->facts->functions; f++)
    c->first_definition[f + 1] = c->first_definition[f] + c->facts->function[f].definitions;
  return tc_pool_alloc(pool, ((size_t)c->first_definition[c->facts->functions] + 1) * sizeof(int),
                       &c->callee_begin);
}

/* ---- building the graph ---- */

/* Finds the groups of functions that call each other, and the order in which callees precede callers. In the
 * array `callee` the callees of all calls in one function are contiguous, so they can be used as the edges of
 * this function. */
static tc_status find_order(tb_call_graph *c, tc_pool *pool) {
  const int n = c->facts->functions;
  int *begin;
  TC_TRY(tc_pool_alloc(pool, ((size_t)n + 1) * sizeof(int), &begin));
  for (int f = 0; f <= n; f++) begin[f] = c->callee_begin[c->first_definition[f]];
  return tb_scc_find(n, begin, c->callee, pool, &c->groups, &c->group_begin, &c->order);
}

tc_status tb_call_graph_build(const tb_facts *facts, const tc_bit_set *files, tc_pool *pool,
                              tb_call_graph *out) {
  call_graph_builder builder = {.callees_of_call = {.pool = pool}, .callees = {.pool = pool}};
  *out = (tb_call_graph){.facts = facts};
  TC_TRY(create_function_index(facts, files, pool, &builder.index));
  TC_TRY(number_definitions(out, pool));
  TC_TRY(find_all_callees(&builder, out));
  out->callee = builder.callees.item;
  return find_order(out, pool);
}

tb_index_list tb_call_graph_callees(const tb_call_graph *c, int function, int definition) {
  const int n = c->first_definition[function] + definition;
  return (tb_index_list){c->callee_begin[n + 1] - c->callee_begin[n], c->callee + c->callee_begin[n]};
}

bool tb_call_graph_is_recursive(const tb_call_graph *c, int group) {
  const int f = c->order[c->group_begin[group]];
  if (c->group_begin[group + 1] - c->group_begin[group] > 1) return true;
  for (int i = c->callee_begin[c->first_definition[f]]; i < c->callee_begin[c->first_definition[f + 1]]; i++)
    if (c->callee[i] == f) return true;
  return false;
}
