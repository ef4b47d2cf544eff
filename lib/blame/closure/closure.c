/* Closure: computes summaries, call effects and blame sets of functions from the facts. profile/profile.c
 * (for reports) and the command slice call it after the facts are read. Functions are processed with callees
 * before callers, so the summary of a callee is complete before a caller uses it. Functions that call each
 * other form a group. Their summaries are recomputed until none of them changes. */
#include "blame/closure/closure.h"

#include "blame/closure/closure_internal.h"
#include "blame/closure/struct_members.h"

/* Runs the phases of the closure for one function. Each phase uses the results of earlier ones. If `finish`
 * is true, the last phase computes the blame sets. Sets *changed to true if the summary differs from
 * before. */
static tc_status run_phases(tb_function_closure *c, bool finish, bool *changed) {
  tb_dependence_graph graph;
  TC_TRY(tb_function_closure_find_aliases(c));
  TC_TRY(tb_function_closure_find_effects(c));
  TC_TRY(tb_function_closure_find_returns(c, changed));
  TC_TRY(tb_dependence_graph_build(c, &graph));
  TC_TRY(tb_function_closure_summarise(c, &graph, changed));
  return finish ? tb_function_closure_compute_blame(c, &graph) : TC_OK;
}

static tc_status close_function(tb_closure *closure, int number, bool finish, bool *changed) {
  tc_pool scratch = {NULL};
  tb_function_closure c = {.closure = closure,
                           .number = number,
                           .function = &closure->facts->function[number],
                           .table = &closure->outcome[number].table,
                           .scratch = &scratch,
                           .found = {.pool = &scratch},
                           .pointings = {.pool = &scratch},
                           .pending_effects = {.pool = &scratch},
                           .names = {{.pool = &scratch}, {.pool = &scratch}}};
  tc_status status = run_phases(&c, finish, changed);
  tc_pool_free(&scratch);
  return status;
}

static bool is_wanted(const tb_closure *closure, int function) {
  return !closure->requested || tc_bit_set_contains(closure->requested, function);
}

/* Computes the summaries of a group of functions. If the group is recursive, recomputes them until none
 * changes. Then computes the call effects and blame sets of the requested functions in the group. */
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

/* ---- selection of the functions to process ---- */

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

/* Marks the requested functions and all functions that they may call, directly or indirectly. Callers are
 * visited before callees, so one pass is sufficient. */
static tc_status mark_reached(tb_closure *closure) {
  const tb_call_graph *calls = &closure->calls;
  TC_TRY(tc_pool_alloc(closure->pool, (size_t)closure->facts->functions, &closure->reached));
  for (int f = 0; f < closure->facts->functions; f++) closure->reached[f] = is_wanted(closure, f);
  for (int g = calls->groups - 1; g >= 0; g--)
    for (int i = calls->group[g]; is_group_reached(closure, g) && i < calls->group[g + 1]; i++)
      reach_callees(closure, calls->order[i]);
  return TC_OK;
}

/* ---- closure of all functions ---- */

static tc_status init_closure(tb_closure *closure) {
  tb_facts *facts = closure->facts;
  const size_t functions = (size_t)facts->functions;
  TC_TRY(tb_call_graph_build(facts, closure->files, closure->pool, &closure->calls));
  TC_TRY(tb_members_collect(facts, &closure->members));
  TC_TRY(mark_reached(closure));
  TC_TRY(tc_pool_alloc(closure->pool, functions * sizeof *closure->outcome, &closure->outcome));
  for (int f = 0; f < facts->functions; f++) {
    tb_function_state *state = &closure->outcome[f];
    facts->function[f].outputs = facts->function[f].effects = 0;
    facts->function[f].blame = NULL;
    state->returns.pool = state->limits.pool = closure->pool;
    if (closure->reached[f])
      TC_TRY(tb_path_table_init(&facts->function[f], facts->pool, closure->pool, &state->table));
  }
  return TC_OK;
}

static tc_status close_all(tb_closure *closure) {
  TC_TRY(init_closure(closure));
  for (int g = 0; g < closure->calls.groups; g++)
    if (is_group_reached(closure, g)) TC_TRY(close_group(closure, g));
  return TC_OK;
}

tc_status tb_facts_compute_closure(tb_facts *facts, tb_transfer_rule transfer, const tc_bit_set *wanted,
                                   const tc_bit_set *files) {
  tc_pool pool = {NULL};
  tb_closure closure = {.facts = facts,
                        .transfer = transfer,
                        .requested = wanted,
                        .files = files,
                        .pool = &pool};
  facts->closed = false;
  tc_status status = close_all(&closure);
  tc_map_free(&closure.members);
  tc_pool_free(&pool);
  facts->transfer = transfer;
  facts->closed = !status;
  return status;
}
