/* Summary of a function: the outputs that callers see and the inputs of each. Called by closure.c once per
 * function, and repeatedly for recursive functions until nothing changes. An output is a visible access
 * path that the function writes. Its inputs are the parameters and globals that its dependence graph
 * reaches. The number of outputs per variable is limited (summary_limits.c). */
#include <string.h>

#include "base/core/memory.h"
#include "blame/closure/dependence_graph.h"

/* Output under construction: the inputs of all access paths that the summary merges into this one. */
typedef struct draft {
  int place;
  tc_bit_set inputs, enters;
} draft;

typedef struct drafts {
  tb_function_closure *c;
  const tb_dependence_graph *s;
  int *told;             /* [access paths] replacement of each path in the summary (summary_limits.c) */
  tc_dynamic_array list; /* List of the drafts; items are of type draft. */
} drafts;

/* ---- inputs of an output ---- */

static bool is_exit(const drafts *d, int place) {
  return d->s->is_written[place] && tb_access_path_is_visible(&d->c->table->place[place]);
}

/* Returns the set of the nodes that a node reaches. The set refers to the bits of the graph and must not be
 * changed. */
static tc_bit_set reach_of(const tb_dependence_graph *s, int node) {
  return (tc_bit_set){s->words, (uint64_t *)tb_dependence_graph_reachable(s, node)};
}

/* True if `input` counts as an input of the output `place`. An access path counts as an input of itself only
 * if it is in a cycle of the dependence graph. */
static bool is_dependence(const drafts *d, int place, int input) {
  const tb_root root = d->c->table->place[input].root;
  if (root != TB_ROOT_PARAMETER && root != TB_ROOT_GLOBAL) return false;
  return input != place || d->s->cyclic[d->s->part[d->s->read + place]];
}

/* Adds to `out` the access paths on which the output `place` depends. If `told` is true, adds instead of each
 * path the one that replaces it in the summary. */
static tc_status add_inputs(const drafts *d, int place, bool told, tc_bit_set *out) {
  const tb_dependence_graph *s = d->s;
  const tc_bit_set reach = reach_of(s, s->read + place);
  for (int n = tc_bit_set_next(&reach, s->read); n >= 0 && n < s->written; n = tc_bit_set_next(&reach, n + 1))
    if (is_dependence(d, place, n - s->read))
      TC_TRY(tc_bit_set_add(out, told ? d->told[n - s->read] : n - s->read));
  return TC_OK;
}

static tc_status add_enters(const drafts *d, int place, tc_bit_set *out) {
  const tc_bit_set reach = reach_of(d->s, d->s->read + place);
  for (int n = tc_bit_set_next(&reach, d->s->entry_parameters); n >= 0; n = tc_bit_set_next(&reach, n + 1))
    TC_TRY(tc_bit_set_add(out, n - d->s->entry_parameters));
  return TC_OK;
}

/* ---- drafts of outputs ---- */

static tc_status select_outputs(drafts *d) {
  tc_bit_set known = {0};
  tc_status status = tc_pool_alloc(&d->c->scratch, (size_t)d->s->places * sizeof *d->told, &d->told);
  for (int p = 0; p < d->s->places && !status; p++) {
    if (!is_exit(d, p)) continue;
    status = tc_bit_set_add(&known, p);
    if (!status) status = add_inputs(d, p, false, &known);
  }
  if (!status) status = tb_function_closure_limit_summary(d->c, &known, d->s->places, d->told);
  tc_bit_set_free(&known);
  return status;
}

/* Finds the draft of an access path. If there is none, adds an empty one. */
static tc_status find_draft(drafts *d, int place, draft **out) {
  const draft new = {.place = place};
  draft *list = (draft *)(void *)d->list.bytes;
  int i = 0;
  while (i < d->list.count && list[i].place != place) i++;
  if (i == d->list.count) TC_TRY(tc_dynamic_array_add(&d->list, sizeof new, &new));
  *out = &((draft *)(void *)d->list.bytes)[i];
  return TC_OK;
}

static tc_status draft_all(drafts *d) {
  for (int p = 0; p < d->s->places; p++) {
    draft *one = NULL;
    if (!is_exit(d, p)) continue;
    TC_TRY(find_draft(d, d->told[p], &one));
    TC_TRY(add_inputs(d, p, true, &one->inputs));
    TC_TRY(add_enters(d, p, &one->enters));
  }
  return TC_OK;
}

static void free_drafts(drafts *d) {
  draft *list = (draft *)(void *)d->list.bytes;
  for (int i = 0; i < d->list.count; i++) {
    tc_bit_set_free(&list[i].inputs);
    tc_bit_set_free(&list[i].enters);
  }
  tc_dynamic_array_free(&d->list);
}

/* ---- final outputs ---- */

static bool are_equal(tb_index_list a, tb_index_list b) {
  return a.count == b.count &&
         (a.count == 0 || memcmp(a.item, b.item, (size_t)a.count * sizeof *a.item) == 0);
}

/* Replaces the input lists of `exit` by those of an earlier output with equal inputs, so that both share
 * them. call_effects.c relies on this. Returns false if there is no such output. */
static bool share_inputs(const tc_dynamic_array *exits, tb_summary_output *exit) {
  const tb_summary_output *earlier = (const tb_summary_output *)(const void *)exits->bytes;
  for (int e = 0; e < exits->count; e++) {
    if (!are_equal(earlier[e].inputs, exit->inputs) ||
        !are_equal(earlier[e].entry_parameters, exit->entry_parameters))
      continue;
    exit->inputs = earlier[e].inputs;
    exit->entry_parameters = earlier[e].entry_parameters;
    return true;
  }
  return false;
}

static tc_status add_exit(tb_function_closure *c, draft *from, tc_dynamic_array *exits) {
  tb_facts *facts = c->closure->facts;
  tb_summary_output exit = {.place = from->place};
  TC_TRY(tb_function_closure_store_set(c, &from->inputs, &exit.inputs));
  TC_TRY(tb_function_closure_store_set(c, &from->enters, &exit.entry_parameters));
  if (!share_inputs(exits, &exit)) {
    TC_TRY(tb_facts_numbers(facts, exit.inputs.count, exit.inputs.item, &exit.inputs));
    TC_TRY(tb_facts_numbers(facts, exit.entry_parameters.count, exit.entry_parameters.item,
                            &exit.entry_parameters));
  }
  return tc_dynamic_array_add(exits, sizeof exit, &exit);
}

static bool are_same_exits(const tb_function *f, const tc_dynamic_array *exits) {
  const tb_summary_output *new = (const tb_summary_output *)(const void *)exits->bytes;
  if (f->outputs != exits->count) return false;
  for (int e = 0; e < f->outputs; e++)
    if (f->exit[e].place != new[e].place || !are_equal(f->exit[e].inputs, new[e].inputs) ||
        !are_equal(f->exit[e].entry_parameters, new[e].entry_parameters))
      return false;
  return true;
}

static tc_status add_exits(drafts *d, tc_dynamic_array *exits) {
  TC_TRY(select_outputs(d));
  TC_TRY(draft_all(d));
  for (int i = 0; i < d->list.count; i++) TC_TRY(add_exit(d->c, &((draft *)(void *)d->list.bytes)[i], exits));
  return TC_OK;
}

static tc_status find_exits(tb_function_closure *c, const tb_dependence_graph *s, tb_function *f,
                            bool *changed) {
  tc_dynamic_array exits = {NULL, 0, 0};
  drafts d = {.c = c, .s = s};
  tc_status status = add_exits(&d, &exits);
  if (!status && !are_same_exits(f, &exits)) {
    *changed = true;
    status = tc_dynamic_array_move_to_pool(&exits, sizeof(tb_summary_output), c->closure->facts->pool,
                                           &f->outputs, &f->exit);
  }
  free_drafts(&d);
  tc_dynamic_array_free(&exits);
  return status;
}

/* ---- targets of returned pointers ---- */

static tc_status add_return(tb_function_closure *c, int lead, bool *changed) {
  tc_bit_set *returns = &c->closure->outcome[c->number].returns;
  tb_index_list names;
  TC_TRY(tb_function_closure_aliases(c, lead, false, &names));
  for (int n = 0; n < names.count; n++) {
    const tb_access_path *place = &c->table->place[names.item[n]];
    if (place->root == TB_ROOT_RETURN || !tb_access_path_is_visible(place) ||
        tc_bit_set_contains(returns, names.item[n]))
      continue;
    *changed = true;
    TC_TRY(tc_bit_set_add(returns, names.item[n]));
  }
  return TC_OK;
}

static tc_status find_returns(tb_function_closure *c, bool *changed) {
  for (int i = 0; i < c->function->definitions; i++) {
    const tb_definition *d = &c->function->definition[i];
    if (d->kind != TB_DEFINE_RETURN || d->arguments == 0) continue;
    for (int l = 0; l < d->argument[0].targets.count; l++)
      TC_TRY(add_return(c, d->argument[0].targets.item[l], changed));
  }
  return TC_OK;
}

tc_status tb_function_closure_summarise(tb_function_closure *c, tb_function *function, bool last,
                                        bool *changed) {
  tb_dependence_graph s = {0};
  TC_TRY(find_returns(c, changed));
  TC_TRY(tb_dependence_graph_create(c, &s));
  tc_status status = find_exits(c, &s, function, changed);
  if (!status && last) status = tb_function_closure_compute_blame(c, &s, function);
  tb_dependence_graph_free(&s);
  return status;
}
