/* Builds the call graph: the possible callees of every call, and an order of the functions in which callees
 * precede callers. closure.c calls it once per closure. A direct call is resolved by the name of the callee,
 * and for a static callee also by its source file. An indirect call through a struct member or a global
 * variable may reach the functions whose addresses are stored there. If there are none, it may reach any
 * function whose address is taken and whose type is that of the call. */
#include "blame/closure/call_graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/containers/search.h"
#include "blame/flow/scc.h"

/* ---- finding functions by name ---- */

typedef struct named {
  const char *name;
  int function;
} named;

typedef struct index {
  const tb_facts *facts;
  const tc_bit_set *files; /* Files whose functions may be called; NULL for all files. */
  named *by_name;          /* [functions] entries sorted by name */
} index_;

static int compare_named(const void *a, const void *b) {
  const named *m = a, *n = b;
  const int by = strcmp(m->name, n->name);
  return by != 0 ? by : m->function - n->function;
}

static tc_status index_create(const tb_facts *facts, const tc_bit_set *files, tc_pool *pool, index_ *out) {
  out->facts = facts;
  out->files = files;
  TC_TRY(tc_pool_alloc(pool, (size_t)facts->functions * sizeof(named), &out->by_name));
  for (int f = 0; f < facts->functions; f++) out->by_name[f] = (named){facts->function[f].name, f};
  qsort(out->by_name, (size_t)facts->functions, sizeof(named), compare_named);
  return TC_OK;
}

/* Returns the index of the function of this name that is defined in `file`. If `file` is -1, returns the
 * index of the non-static function of this name. Only functions in in->files are found. Returns -1 if there
 * is no such function. */
static int find_function(const index_ *in, const char *name, int file) {
  int i;
  TC_SEARCH(i, in->facts->functions, strcmp(in->by_name[i].name, name) < 0);
  for (; i < in->facts->functions && strcmp(in->by_name[i].name, name) == 0; i++) {
    const tb_function *f = &in->facts->function[in->by_name[i].function];
    if (in->files && !tc_bit_set_contains(in->files, f->file)) continue;
    if (file < 0 ? !f->is_static : f->file == file) return in->by_name[i].function;
  }
  return -1;
}

/* ---- callees of a call ---- */

typedef struct builder {
  index_ index;
  tc_bit_set found;      /* Indices of the callees of the current call. */
  TC_ARRAY(int) callees; /* Indices of the callees of all calls. */
} builder;

static tc_status find_target(builder *b, const tb_pointer_target *target) {
  const int function = find_function(&b->index, target->name, target->file);
  return function < 0 ? TC_OK : tc_bit_set_add(&b->found, function);
}

/* Finds the possible callees of an indirect call. If the function pointer is read from a struct member or a
 * global variable, they are the functions whose addresses are stored there. If there are none, they are all
 * functions whose address is taken and whose type is that of the call. */
static tc_status find_pointed(builder *b, const tb_definition *d) {
  const tb_facts *facts = b->index.facts;
  for (int t = 0; d->through[0] && t < facts->targets; t++)
    if (strcmp(facts->target[t].member, d->through) == 0) TC_TRY(find_target(b, &facts->target[t]));
  if (tc_bit_set_next(&b->found, 0) >= 0) return TC_OK;
  for (int t = 0; t < facts->targets; t++)
    if (strcmp(facts->target[t].signature, d->signature) == 0) TC_TRY(find_target(b, &facts->target[t]));
  return TC_OK;
}

static tc_status find_callees(builder *b, const tb_definition *d) {
  tc_bit_set_clear(&b->found);
  if (d->kind != TB_DEFINE_CALL) return TC_OK;
  if (!d->callee) return find_pointed(b, d);
  const int function = find_function(&b->index, d->callee, d->callee_file);
  return function < 0 ? TC_OK : tc_bit_set_add(&b->found, function);
}

static tc_status add_callees(builder *b, const tb_definition *d) {
  TC_TRY(find_callees(b, d));
  for (int f = tc_bit_set_next(&b->found, 0); f >= 0; f = tc_bit_set_next(&b->found, f + 1))
    TC_TRY(TC_ARRAY_ADD(&b->callees, &f));
  return TC_OK;
}

static tc_status find_all(builder *b, tb_call_graph *c) {
  int n = 0;
  for (int f = 0; f < c->facts->functions; f++)
    for (int d = 0; d < c->facts->function[f].definitions; d++) {
      c->begin[n++] = b->callees.count;
      TC_TRY(add_callees(b, &c->facts->function[f].definition[d]));
    }
  c->begin[n] = b->callees.count;
  return TC_OK;
}

static tc_status count_definitions(tb_call_graph *c, tc_pool *pool) {
  TC_TRY(tc_pool_alloc(pool, ((size_t)c->facts->functions + 1) * sizeof(int), &c->first));
  for (int f = 0; f < c->facts->functions; f++)
    c->first[f + 1] = c->first[f] + c->facts->function[f].definitions;
  return tc_pool_alloc(pool, ((size_t)c->first[c->facts->functions] + 1) * sizeof(int), &c->begin);
}

/* ---- building the graph ---- */

/* Computes an order of the functions in which callees precede callers. In `callee`, the callees of all calls
 * in one function are contiguous. This range is therefore the list of the edges of the function. */
static tc_status find_order(tb_call_graph *c, tc_pool *pool) {
  const int n = c->facts->functions;
  int *begin;
  TC_TRY(tc_pool_alloc(pool, ((size_t)n + 1) * sizeof(int), &begin));
  for (int f = 0; f <= n; f++) begin[f] = c->begin[c->first[f]];
  return tb_scc_find(n, begin, c->callee, pool, &c->groups, &c->group, &c->order);
}

tc_status tb_call_graph_build(const tb_facts *facts, const tc_bit_set *files, tc_pool *pool,
                              tb_call_graph *out) {
  builder b = {.found = {.pool = pool}, .callees = {.pool = pool}};
  *out = (tb_call_graph){.facts = facts};
  TC_TRY(index_create(facts, files, pool, &b.index));
  TC_TRY(count_definitions(out, pool));
  TC_TRY(find_all(&b, out));
  out->callee = b.callees.item;
  return find_order(out, pool);
}

tb_index_list tb_call_graph_callees(const tb_call_graph *c, int function, int definition) {
  const int n = c->first[function] + definition;
  return (tb_index_list){c->begin[n + 1] - c->begin[n], c->callee + c->begin[n]};
}

bool tb_call_graph_is_recursive(const tb_call_graph *c, int group) {
  const int f = c->order[c->group[group]];
  if (c->group[group + 1] - c->group[group] > 1) return true;
  for (int i = c->begin[c->first[f]]; i < c->begin[c->first[f + 1]]; i++)
    if (c->callee[i] == f) return true;
  return false;
}
