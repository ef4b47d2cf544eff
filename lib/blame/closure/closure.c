/* Closure: computes summaries, call effects and blame sets of functions from the facts. Called by
 * profile/profile.c for reports and by the command slice, after the facts are read. Groups of mutually
 * recursive functions are processed bottom-up over the call graph, so a callee's summary is complete before
 * its callers need it. The summaries of a recursive group are recomputed until none of them changes. */
#include "blame/closure/closure.h"

#include "base/core/memory.h"
#include "blame/closure/closure_internal.h"

static void free_function_closure(tb_function_closure *c) {
  tc_dynamic_array_free(&c->pointings);
  tc_dynamic_array_free(&c->pending_effects);
  tc_dynamic_array_free(&c->names[0]);
  tc_dynamic_array_free(&c->names[1]);
  tc_bit_set_free(&c->found);
  tc_pool_free(&c->scratch);
}

static tc_status close_function(tb_closure *closure, int number, bool finish, bool *changed) {
  tb_function *function = &closure->facts->function[number];
  tb_function_closure c = {.closure = closure,
                           .number = number,
                           .function = function,
                           .table = &closure->outcome[number].table};
  tc_status status = tb_function_closure_find_aliases(&c);
  if (!status) status = tb_function_closure_find_effects(&c);
  if (!status) status = tb_function_closure_summarise(&c, function, finish, changed);
  free_function_closure(&c);
  return status;
}

static bool is_wanted(const tb_closure *closure, int function) {
  return !closure->requested || tc_bit_set_contains(closure->requested, function);
}

/* Recomputes the summaries of a recursive group until none changes. Then computes effects and blame sets of
 * the requested functions. */
static tc_status close_group(tb_closure *closure, int group) {
  const tb_call_graph *calls = &closure->calls;
  const int begin = calls->group[group], end = calls->group[group + 1];
  const bool recurs = tb_call_graph_is_recursive(calls, group);
  bool changed = recurs, ignored = false;
  while (changed) {
    changed = false;
    for (int i = begin; i < end; i++) TC_TRY(close_function(closure, calls->order[i], false, &changed));
  }
  for (int i = begin; i < end; i++) {
    const bool finish = is_wanted(closure, calls->order[i]);
    if (finish || !recurs) TC_TRY(close_function(closure, calls->order[i], finish, &ignored));
  }
  return TC_OK;
}

/* ---- functions to be closed ---- */

static bool is_group_reached(const tb_closure *closure, int group) {
  const tb_call_graph *calls = &closure->calls;
  for (int i = calls->group[group]; i < calls->group[group + 1]; i++)
    if (closure->reached[calls->order[i]]) return true;
  return false;
}

static void reach_callees(tb_closure *closure, int function) {
  const tb_call_graph *calls = &closure->calls;
  closure->reached[function] = true;
  for (int d = calls->begin[calls->first[function]]; d < calls->begin[calls->first[function + 1]]; d++)
    closure->reached[calls->callee[d]] = true;
}

/* Marks the requested functions and all functions that they may call. Callers precede callees in this pass,
 * so one pass suffices. */
static tc_status mark_reached(tb_closure *closure) {
  const tb_call_graph *calls = &closure->calls;
  TC_TRY(TC_ALLOC(closure->reached, closure->facts->functions));
  for (int f = 0; f < closure->facts->functions; f++) closure->reached[f] = is_wanted(closure, f);
  for (int g = calls->groups - 1; g >= 0; g--)
    for (int i = calls->group[g]; is_group_reached(closure, g) && i < calls->group[g + 1]; i++)
      reach_callees(closure, calls->order[i]);
  return TC_OK;
}

/* ---- closure of all functions ---- */

static tc_status init_closure(tb_closure *closure) {
  tb_facts *facts = closure->facts;
  TC_TRY(tb_call_graph_init(facts, closure->files, &closure->calls));
  TC_TRY(tb_members_create(facts, &closure->members));
  TC_TRY(mark_reached(closure));
  TC_TRY(TC_ALLOC_ZERO(closure->outcome, facts->functions));
  for (int f = 0; f < facts->functions; f++) {
    facts->function[f].outputs = facts->function[f].effects = 0;
    tb_facts_free_blame(&facts->function[f]);
    if (closure->reached[f])
      TC_TRY(tb_path_table_init(facts->pool, &facts->function[f], &closure->outcome[f].table));
  }
  return TC_OK;
}

static void free_closure(tb_closure *closure) {
  for (int f = 0; closure->outcome && f < closure->facts->functions; f++) {
    tb_path_table_free(&closure->outcome[f].table);
    tc_bit_set_free(&closure->outcome[f].returns);
    tc_dynamic_array_free(&closure->outcome[f].limits);
  }
  tc_free(closure->outcome);
  tc_free(closure->reached);
  tb_members_clear(&closure->members);
  tb_call_graph_free(&closure->calls);
}

static tc_status close_all(tb_closure *closure) {
  for (int g = 0; g < closure->calls.groups; g++)
    if (is_group_reached(closure, g)) TC_TRY(close_group(closure, g));
  return TC_OK;
}

tc_status tb_facts_compute_closure(tb_facts *facts, tb_transfer_rule transfer, const tc_bit_set *wanted,
                                   const tc_bit_set *files) {
  tb_closure closure = {.facts = facts, .transfer = transfer, .requested = wanted, .files = files};
  facts->closed = false;
  tc_status status = init_closure(&closure);
  if (!status) status = close_all(&closure);
  free_closure(&closure);
  facts->transfer = transfer;
  facts->closed = !status;
  return status;
}
