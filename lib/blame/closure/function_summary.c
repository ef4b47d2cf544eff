/* Computes the summary of a function (see closure_internal.h). An output is an access path that the function
 * writes and its callers can access. Its inputs are the parameters and global variables on which it depends.
 * The number of access paths per variable is limited. Otherwise the paths to memory in pools, lists and
 * untyped buffers would multiply, because every caller adds its own. */
#include "blame/closure/closure_internal.h"

#include <string.h>

#include "base/containers/int_list.h"

/* Output under construction, with the inputs of all access paths that the summary merges into it. */
typedef struct draft {
  int place;
  tc_bit_set inputs, enters;
} draft;

typedef struct drafts {
  tb_function_closure *c;
  const tb_dependence_graph *s;
  int *told; /* [access paths] index of the path that replaces each path in the summary */
  TC_ARRAY(draft) list;
} drafts;

/* ---- inputs of an output ---- */

static bool is_exit(const drafts *d, int place) {
  return d->s->is_written[place] && tb_access_path_is_visible(&d->c->table->place.item[place]);
}

/* Returns the set of the nodes on which a node depends. The set refers to the bits of the graph and must not
 * be changed. */
static tc_bit_set reach_of(const tb_dependence_graph *s, int node) {
  return (tc_bit_set){.item = (uint64_t *)tb_dependence_graph_reachable(s, node), .count = s->words};
}

/* True if the access path `input` counts as an input of the output `place`. Only parameters, globals and
 * memory to which these point can be inputs. An access path is an input of itself only if it is in a cycle of
 * the dependence graph. */
static bool is_dependence(const drafts *d, int place, int input) {
  const tb_root root = d->c->table->place.item[input].root;
  if (root != TB_ROOT_PARAMETER && root != TB_ROOT_GLOBAL) return false;
  return input != place || d->s->cyclic[d->s->part[d->s->read + place]];
}

/* Adds to `out` the access paths on which the output `place` depends. If `told` is true, adds for each path
 * the shortened path that replaces it in the summary. */
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

/* ---- limits of the number of access paths ---- */

enum { most_told = 48 }; /* Maximum number of access paths of one variable in a summary. */

/* All access paths of one variable in a summary. */
typedef struct group {
  tb_function_closure *c;
  tc_int_list members; /* Indices of the access paths of the variable. */
  int *told;           /* [access paths] index of the path that replaces each path in the summary */
} group;

/* Cuts all access paths of the group after `steps` steps and stores the index of each shortened path in
 * `told`. *count receives the number of distinct shortened paths. */
static tc_status count_summarised_paths(group *g, int steps, int *count) {
  tc_bit_set told = {.pool = g->c->scratch};
  for (int m = 0; m < g->members.count; m++) {
    const tb_access_path of = g->c->table->place.item[g->members.item[m]];
    tb_access_path place;
    int *number = &g->told[g->members.item[m]];
    TC_TRY(tb_access_path_truncate(g->c->scratch, &of, steps, &place));
    TC_TRY(tb_path_table_intern(g->c->table, &place, number));
    TC_TRY(tc_bit_set_add(&told, *number));
  }
  *count = tc_bit_set_count(&told);
  return TC_OK;
}

/* Returns the limit for the variable of the access path `place` from an earlier computation of this summary.
 * Returns NULL if there is none. */
static tb_summary_limit *find_limit(const tb_function_closure *c, int place) {
  const tb_function_state *state = &c->closure->outcome[c->number];
  for (int l = 0; l < state->limits.count; l++)
    if (tb_access_path_same_root(&c->table->place.item[state->limits.item[l].place],
                                 &c->table->place.item[place]))
      return &state->limits.item[l];
  return NULL;
}

/* Shortens the access paths of a variable until at most most_told of them are distinct. The limit never grows
 * when the summary of a recursive function is recomputed, so the iteration ends. */
static tc_status limit_group(group *g) {
  const int first = g->members.item[0]; // NOLINT(clang-analyzer-core.NullDereference): a group has a member
  tb_summary_limit *old = find_limit(g->c, first);
  tb_summary_limit new = {first, old ? old->steps : TB_ACCESS_PATH_STEPS};
  int count;
  TC_TRY(count_summarised_paths(g, new.steps, &count));
  while (count > most_told && new.steps > 0) TC_TRY(count_summarised_paths(g, --new.steps, &count));
  if (old)
    old->steps = new.steps;
  else if (new.steps < TB_ACCESS_PATH_STEPS)
    return TC_ARRAY_ADD(&g->c->closure->outcome[g->c->number].limits, &new);
  return TC_OK;
}

/* Moves the first access path in `places`, and all others of the same variable, to the group. */
static tc_status extract_group(group *g, tc_bit_set *places) {
  const tb_access_path *place = g->c->table->place.item;
  const int first = tc_bit_set_next(places, 0);
  g->members.count = 0;
  for (int p = first; p >= 0; p = tc_bit_set_next(places, p + 1)) {
    if (!tb_access_path_same_root(&place[first], &place[p])) continue;
    TC_TRY(TC_ARRAY_ADD(&g->members, &p));
    tc_bit_set_remove(places, p);
  }
  return TC_OK;
}

/* Limits the number of access paths per variable. `places` contains the indices of the paths that the summary
 * uses and is empty afterwards. d->told receives for each path its own index, or the index of the shortened
 * path that replaces it. */
static tc_status limit_summary(drafts *d, tc_bit_set *places) {
  group g = {.c = d->c, .members = {.pool = d->c->scratch}, .told = d->told};
  for (int p = 0; p < d->s->places; p++) d->told[p] = p;
  while (tc_bit_set_next(places, 0) >= 0) {
    TC_TRY(extract_group(&g, places));
    TC_TRY(limit_group(&g));
  }
  return TC_OK;
}

/* ---- outputs under construction ---- */

static tc_status select_outputs(drafts *d) {
  tc_bit_set known = {.pool = d->c->scratch};
  TC_TRY(tc_pool_alloc(d->c->scratch, (size_t)d->s->places * sizeof *d->told, &d->told));
  for (int p = 0; p < d->s->places; p++) {
    if (!is_exit(d, p)) continue;
    TC_TRY(tc_bit_set_add(&known, p));
    TC_TRY(add_inputs(d, p, false, &known));
  }
  return limit_summary(d, &known);
}

/* Returns in *out the output under construction for an access path. Adds an empty one if there is none. */
static tc_status find_draft(drafts *d, int place, draft **out) {
  const tc_bit_set empty = {.pool = d->c->scratch};
  int i = 0;
  while (i < d->list.count && d->list.item[i].place != place) i++;
  if (i == d->list.count) TC_TRY(TC_ARRAY_ADD(&d->list, &(draft){place, empty, empty}));
  *out = &d->list.item[i];
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

/* ---- final outputs ---- */

typedef TC_ARRAY(tb_summary_output) outputs;

static bool are_equal(tb_index_list a, tb_index_list b) {
  return a.count == b.count &&
         (a.count == 0 || memcmp(a.item, b.item, (size_t)a.count * sizeof *a.item) == 0);
}

/* If an earlier output has the same inputs as `exit`, makes both share the lists of the earlier one.
 * call_effects.c relies on this. Returns false if there is no such output. */
static bool share_inputs(const outputs *exits, tb_summary_output *exit) {
  const tb_summary_output *earlier = exits->item;
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

static tc_status add_exit(tb_function_closure *c, draft *from, outputs *exits) {
  tb_facts *facts = c->closure->facts;
  tb_summary_output exit = {.place = from->place};
  TC_TRY(tb_function_closure_store_set(c, &from->inputs, &exit.inputs));
  TC_TRY(tb_function_closure_store_set(c, &from->enters, &exit.entry_parameters));
  if (!share_inputs(exits, &exit)) {
    TC_TRY(tb_facts_numbers(facts, exit.inputs.count, exit.inputs.item, &exit.inputs));
    TC_TRY(tb_facts_numbers(facts, exit.entry_parameters.count, exit.entry_parameters.item,
                            &exit.entry_parameters));
  }
  return TC_ARRAY_ADD(exits, &exit);
}

static bool are_same_exits(const tb_function *f, const outputs *exits) {
  const tb_summary_output *new = exits->item;
  if (f->outputs != exits->count) return false;
  for (int e = 0; e < f->outputs; e++)
    if (f->exit[e].place != new[e].place || !are_equal(f->exit[e].inputs, new[e].inputs) ||
        !are_equal(f->exit[e].entry_parameters, new[e].entry_parameters))
      return false;
  return true;
}

tc_status tb_function_closure_summarise(tb_function_closure *c, const tb_dependence_graph *s, bool *changed) {
  tb_function *f = c->function;
  outputs exits = {.pool = c->scratch};
  drafts d = {.c = c, .s = s, .list = {.pool = c->scratch}};
  TC_TRY(select_outputs(&d));
  TC_TRY(draft_all(&d));
  for (int i = 0; i < d.list.count; i++) TC_TRY(add_exit(c, &d.list.item[i], &exits));
  if (are_same_exits(f, &exits)) return TC_OK;
  *changed = true;
  return TC_ARRAY_MOVE(&exits, c->closure->facts->pool, &f->outputs, &f->exit);
}

/* ---- targets of returned pointers ---- */

static tc_status add_return(tb_function_closure *c, int lead, bool *changed) {
  tc_bit_set *returns = &c->closure->outcome[c->number].returns;
  tb_index_list names;
  TC_TRY(tb_function_closure_aliases(c, lead, false, &names));
  for (int n = 0; n < names.count; n++) {
    const tb_access_path *place = &c->table->place.item[names.item[n]];
    if (place->root == TB_ROOT_RETURN || !tb_access_path_is_visible(place) ||
        tc_bit_set_contains(returns, names.item[n]))
      continue;
    *changed = true;
    TC_TRY(tc_bit_set_add(returns, names.item[n]));
  }
  return TC_OK;
}

tc_status tb_function_closure_find_returns(tb_function_closure *c, bool *changed) {
  for (int i = 0; i < c->function->definitions; i++) {
    const tb_definition *d = &c->function->definition[i];
    if (d->kind != TB_DEFINE_RETURN || d->arguments == 0) continue;
    for (int l = 0; l < d->argument[0].targets.count; l++)
      TC_TRY(add_return(c, d->argument[0].targets.item[l], changed));
  }
  return TC_OK;
}
