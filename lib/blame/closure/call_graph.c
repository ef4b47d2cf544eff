/* Call graph: the possible callees of every call, and an order of the functions in which callees precede
 * callers. Called by closure.c once per closure. Direct calls are resolved by name, and by source file for
 * static functions. Indirect calls may reach the functions that constant initialisers store in the called
 * member. If there are none, they may reach any function of a fitting signature whose address is taken. */
#include "blame/closure/call_graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/containers/dynamic_array.h"
#include "base/core/memory.h"
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

static tc_status index_create(const tb_facts *facts, const tc_bit_set *files, index_ *out) {
  out->facts = facts;
  out->files = files;
  TC_TRY(TC_ALLOC(out->by_name, facts->functions));
  for (int f = 0; f < facts->functions; f++) out->by_name[f] = (named){facts->function[f].name, f};
  if (facts->functions) qsort(out->by_name, (size_t)facts->functions, sizeof(named), compare_named);
  return TC_OK;
}

/* Returns the index of the first entry with this name, or of the entry before which it would be inserted. */
static int find_name(const index_ *in, const char *name) {
  int low = 0, high = in->facts->functions;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (strcmp(in->by_name[middle].name, name) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Returns the number of the static function of this name in `file`, or of the non-static one if `file` is -1.
 * Returns -1 if there is none. */
static int find_function(const index_ *in, const char *name, int file) {
  for (int i = find_name(in, name); i < in->facts->functions && strcmp(in->by_name[i].name, name) == 0; i++) {
    const tb_function *f = &in->facts->function[in->by_name[i].function];
    if (in->files && !tc_bit_set_contains(in->files, f->file)) continue;
    if (file < 0 ? !f->is_static : f->file == file) return in->by_name[i].function;
  }
  return -1;
}

/* ---- callees of a call ---- */

typedef struct builder {
  index_ index;
  tc_bit_set found;         /* Callees of the current call. */
  tc_dynamic_array callees; /* Numbers of the callees of all calls; int. */
} builder;

static tc_status find_target(builder *b, const tb_pointer_target *target) {
  const int function = find_function(&b->index, target->name, target->file);
  return function < 0 ? TC_OK : tc_bit_set_add(&b->found, function);
}

/* Finds the possible callees of an indirect call. These are the functions that constant initialisers store in
 * the member through which it calls. If there are none, they are all functions of a fitting signature whose
 * address is taken. */
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
  tc_bit_set_free(&b->found);
  if (d->kind != TB_DEFINE_CALL) return TC_OK;
  if (!d->callee) return find_pointed(b, d);
  const int function = find_function(&b->index, d->callee, d->callee_file);
  return function < 0 ? TC_OK : tc_bit_set_add(&b->found, function);
}

static tc_status add_callees(builder *b, const tb_definition *d) {
  TC_TRY(find_callees(b, d));
  for (int f = tc_bit_set_next(&b->found, 0); f >= 0; f = tc_bit_set_next(&b->found, f + 1))
    TC_TRY(tc_dynamic_array_add(&b->callees, sizeof f, &f));
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

static tc_status count_definitions(tb_call_graph *c) {
  TC_TRY(TC_ALLOC(c->first, c->facts->functions + 1));
  c->first[0] = 0;
  for (int f = 0; f < c->facts->functions; f++)
    c->first[f + 1] = c->first[f] + c->facts->function[f].definitions;
  return TC_ALLOC(c->begin, c->first[c->facts->functions] + 1);
}

/* ---- building the graph ---- */

/* Computes the order of the functions in which callees precede callers. The calls of one function are
 * contiguous in `callee`, so they serve as the edges of this function. */
static tc_status find_order(tb_call_graph *c) {
  const int n = c->facts->functions;
  int *begin = NULL;
  TC_TRY(TC_ALLOC(begin, n + 1));
  for (int f = 0; f <= n; f++) begin[f] = c->begin[c->first[f]];
  tc_status status = tb_scc_find(n, begin, c->callee, &c->groups, &c->group, &c->order);
  tc_free(begin);
  return status;
}

tc_status tb_call_graph_init(const tb_facts *facts, const tc_bit_set *files, tb_call_graph *out) {
  tb_call_graph c = {.facts = facts};
  builder b = {.index = {.facts = facts}};
  tc_status status = TC_OK;
  TC_GUARD(status, index_create(facts, files, &b.index));
  TC_GUARD(status, count_definitions(&c));
  TC_GUARD(status, find_all(&b, &c));
  c.callee = (int *)(void *)b.callees.bytes;
  b.callees = (tc_dynamic_array){0};
  TC_GUARD(status, find_order(&c));
  *out = c;
  c = (tb_call_graph){0};
cleanup:
  tc_free(b.index.by_name);
  tc_bit_set_free(&b.found);
  tc_dynamic_array_free(&b.callees);
  tb_call_graph_free(&c);
  return status;
}

void tb_call_graph_free(tb_call_graph *calls) {
  tc_free(calls->first);
  tc_free(calls->begin);
  tc_free(calls->callee);
  tc_free(calls->order);
  tc_free(calls->group);
  *calls = (tb_call_graph){0};
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
