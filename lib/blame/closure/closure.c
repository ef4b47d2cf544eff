/* Closure: computes summaries, call effects and blame sets of functions from the facts. profile/profile.c
 * (for reports) and the command slice call it after the facts are read. Functions are processed with callees
 * before callers, so the summary of a callee is complete before a caller uses it. Functions that call each
 * other form a group. Their summaries are recomputed until none of them changes. */
#include "blame/closure/closure.h"

#include "blame/closure/closure_internal.h"
#include "blame/closure/struct_members.h"

/* Runs the phases of the closure for one function. Each phase uses the results of earlier phases. Sets
 * *changed to true if the summary of the function differs from the summary of the previous call. */
static tc_status run_phases(tb_function_closure *c, bool computes_blame, bool *changed) {
  tb_dependence_graph graph;
  TC_TRY(tb_function_closure_find_aliases(c));
  TC_TRY(tb_function_closure_find_effects(c));
  TC_TRY(tb_function_closure_find_returns(c, changed));
  TC_TRY(tb_dependence_graph_build(c, &graph));
  TC_TRY(tb_function_closure_summarise(c, &graph, changed));
  return computes_blame ? tb_function_closure_compute_blame(c, &graph) : TC_OK;
}

static tc_status process_function(tb_closure *closure, int number, bool computes_blame, bool *changed) {
  tc_pool scratch = {NULL};
  tb_function_closure c = {.closure = closure,
                           .number = number,
                           .function = &closure->facts->function[number],
                           .table = &closure->state[number].table,
                           .scratch = &scratch,
                           .found_paths = {.pool = &scratch},
                           .pointer_aliases = {.pool = &scratch},
                           .pending_effects = {.pool = &scratch},
                           .alias_sets = {{.pool = &scratch}, {.pool = &scratch}}};
  tc_status status = run_phases(&c, computes_blame, changed);
  tc_pool_free(&scratch);
  return status;
}

static bool is_requested(const tb_closure *closure, int function) {
  return !closure->requested || tc_bit_set_contains(closure->requested, function);
}

/* Computes the summaries of the functions in a group, and then the blame sets of the requested ones. Repeats
 * the summaries of a recursive group until none changes. */
static tc_status process_group(tb_closure *closure, int group) {
  const tb_call_graph *calls = &closure->calls;
  const int begin = calls->group_begin[group], end = calls->group_begin[group + 1];
  const bool is_recursive = tb_call_graph_is_recursive(calls, group);
  bool changed = is_recursive, ignored = false;
  while (changed) {
    changed = false;
    for (int i = begin; i < end; i++) TC_TRY(process_function(closure, calls->order[i], false, &changed));
  }
  for (int i = begin; i < end; i++) {
    const bool computes_blame = is_requested(closure, calls->order[i]);
    if (computes_blame || !is_recursive)
      TC_TRY(process_function(closure, calls->order[i], computes_blame, &ignored));
  }
  return TC_OK;
}

/* ---- selection of the functions to process ---- */

static bool is_group_reached(const tb_closure *closure, int group) {
  const tb_call_graph *calls = &closure->calls;
  for (int i = calls->group_begin[group]; i < calls->group_begin[group + 1]; i++)
    if (closure->is_reached[calls->order[i]]) return true;
  return false;
}

static void mark_callees(tb_closure *closure, int function) {
  const tb_call_graph *calls = &closure->calls;
  closure->is_reached[function] = true;
  for (int d = calls->callee_begin[calls->first_definition[function]];
       d < calls->callee_begin[calls->first_definition[function + 1]]; d++)
    closure->is_reached[calls->callee[d]] = true;
}

/* Marks in closure->is_reached the requested functions and all functions that they may call. Callers are
 * visited before callees. */
static tc_status mark_reached(tb_closure *closure) {
  const tb_call_graph *calls = &closure->calls;
  TC_TRY(tc_pool_alloc(closure->pool, (size_t)closure->facts->functions, &closure->is_reached));
  for (int f = 0; f < closure->facts->functions; f++) closure->is_reached[f] = is_requested(closure, f);
  for (int g = calls->groups - 1; g >= 0; g--)
    for (int i = calls->group_begin[g]; is_group_reached(closure, g) && i < calls->group_begin[g + 1]; i++)
      mark_callees(closure, calls->order[i]);
  return TC_OK;
}

/* ---- closure of all functions ---- */

static tc_status init_closure(tb_closure *closure) {
  tb_facts *facts = closure->facts;
  const size_t functions = (size_t)facts->functions;
  TC_TRY(tb_call_graph_build(facts, closure->files, closure->pool, &closure->calls));
  TC_TRY(tb_members_collect(facts, &closure->members));
  TC_TRY(mark_reached(closure));
  TC_TRY(tc_pool_alloc(closure->pool, functions * sizeof *closure->state, &closure->state));
  for (int f = 0; f < facts->functions; f++) {
    tb_function_state *state = &closure->state[f];
    facts->function[f].outputs = facts->function[f].effects = 0;
    facts->function[f].blame = NULL;
    state->returns.pool = state->limits.pool = closure->pool;
    if (closure->is_reached[f])
      TC_TRY(tb_path_table_init(&facts->function[f], facts->pool, closure->pool, &state->table));
  }
  return TC_OK;
}

static tc_status process_all(tb_closure *closure) {
  TC_TRY(init_closure(closure));
  for (int g = 0; g < closure->calls.groups; g++)
    if (is_group_reached(closure, g)) TC_TRY(process_group(closure, g));
  return TC_OK;
}

tc_status tb_facts_compute_closure(tb_facts *facts, tb_transfer_rule transfer, const tc_bit_set *requested,
                                   const tc_bit_set *files) {
  tc_pool pool = {NULL};
  tb_closure closure = {.facts = facts,
                        .transfer = transfer,
                        .requested = requested,
                        .files = files,
                        .pool = &pool};
  facts->has_closure = false;
  tc_status status = process_all(&closure);
  tc_map_free(&closure.members);
  tc_pool_free(&pool);
  facts->transfer = transfer;
  facts->has_closure = !status;
  return status;
}
