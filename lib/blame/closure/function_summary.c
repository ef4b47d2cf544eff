/* Computes the summary of a function (see closure_internal.h). An output is an access path that the function
 * writes and that its callers can access. The inputs of an output are the parameters and global variables on
 * which the written value depends. The number of access paths per variable is limited. Otherwise the number
 * of paths to memory in pools, lists and untyped buffers would grow with every caller. */
#include "blame/closure/closure_internal.h"

#include <string.h>

#include "base/containers/int_list.h"

/* Output of the summary under construction. Several access paths may be merged into one output, which then
 * has the inputs of all of them. */
typedef struct draft {
  int access_path;
  tc_bit_set inputs, entry_parameters;
} draft;

typedef struct drafts {
  tb_function_closure *c;
  const tb_dependence_graph *graph;
  int *shortened; /* [access paths] index of the path that replaces each path in the summary */
  TC_ARRAY(draft) list;
} drafts;

/* ---- inputs of an output ---- */

static bool is_output(const drafts *d, int path) {
  return d->graph->is_written[path] && tb_access_path_is_visible(&d->c->table->path.item[path]);
}

/* Returns the nodes on which `node` depends as a set that refers to the bits of the graph. The caller must
 * not change the set. */
static tc_bit_set get_reachable(const tb_dependence_graph *graph, int node) {
  return (tc_bit_set){.item = (uint64_t *)tb_dependence_graph_reachable(graph, node), .count = graph->words};
}

/* True if the access path `input` counts as an input of the output `path`. Only parameters, globals and
 * memory to which these point can be inputs. An access path is an input of itself only if its read is in a
 * cycle of the dependence graph, as the variable of a sum is. */
static bool is_summary_input(const drafts *d, int path, int input) {
  const tb_root root = d->c->table->path.item[input].root;
  if (root != TB_ROOT_PARAMETER && root != TB_ROOT_GLOBAL) return false;
  return input != path || d->graph->is_cyclic[d->graph->component[d->graph->read_nodes + path]];
}

/* Adds to `out` the access paths on which the output `path` depends. If `use_shortened` is true, adds the
 * shortened paths that replace them in the summary. */
static tc_status add_inputs(const drafts *d, int path, bool use_shortened, tc_bit_set *out) {
  const tb_dependence_graph *graph = d->graph;
  const tc_bit_set reachable = get_reachable(graph, graph->read_nodes + path);
  for (int n = tc_bit_set_next(&reachable, graph->read_nodes); n >= 0 && n < graph->write_nodes;
       n = tc_bit_set_next(&reachable, n + 1))
    if (is_summary_input(d, path, n - graph->read_nodes))
      TC_TRY(
          tc_bit_set_add(out, use_shortened ? d->shortened[n - graph->read_nodes] : n - graph->read_nodes));
  return TC_OK;
}

static tc_status add_entry_parameters(const drafts *d, int path, tc_bit_set *out) {
  const tc_bit_set reachable = get_reachable(d->graph, d->graph->read_nodes + path);
  for (int n = tc_bit_set_next(&reachable, d->graph->parameter_nodes); n >= 0;
       n = tc_bit_set_next(&reachable, n + 1))
    TC_TRY(tc_bit_set_add(out, n - d->graph->parameter_nodes));
  return TC_OK;
}

/* ---- limits of the number of access paths ---- */

enum { paths_max = 48 }; /* Maximum number of access paths of one variable in a summary. */

/* All access paths of one variable that a summary uses. */
typedef struct path_group {
  tb_function_closure *c;
  tc_int_list path_indices; /* Indices of the access paths of the variable. */
  int *shortened;           /* [access paths] index of the path that replaces each path in the summary */
} path_group;

/* Cuts all access paths of the group after `steps` steps. *count receives the number of distinct results. */
static tc_status count_summarised_paths(path_group *g, int steps, int *count) {
  tc_bit_set distinct = {.pool = g->c->scratch};
  for (int m = 0; m < g->path_indices.count; m++) {
    const tb_access_path old_path = g->c->table->path.item[g->path_indices.item[m]];
    tb_access_path path;
    int *number = &g->shortened[g->path_indices.item[m]];
    TC_TRY(tb_access_path_truncate(g->c->scratch, &old_path, steps, &path));
    TC_TRY(tb_path_table_intern(g->c->table, &path, number));
    TC_TRY(tc_bit_set_add(&distinct, *number));
  }
  *count = tc_bit_set_count(&distinct);
  return TC_OK;
}

/* Returns the limit that an earlier computation of this summary has set for the variable of the path; NULL if
 * there is none. */
static tb_summary_limit *find_limit(const tb_function_closure *c, int path) {
  const tb_function_state *state = &c->closure->state[c->number];
  for (int l = 0; l < state->limits.count; l++)
    if (tb_access_path_has_same_root(&c->table->path.item[state->limits.item[l].access_path],
                                     &c->table->path.item[path]))
      return &state->limits.item[l];
  return NULL;
}

/* Shortens the access paths of a variable until at most paths_max of them are distinct. The limit never grows
 * when the summary of a recursive function is recomputed, so the iteration ends. */
static tc_status limit_path_group(path_group *g) {
  const int first =
      g->path_indices.item[0]; // NOLINT(clang-analyzer-core.NullDereference): a group has a member
  tb_summary_limit *old = find_limit(g->c, first);
  tb_summary_limit new = {first, old ? old->steps : TB_ACCESS_PATH_STEPS};
  int count;
  TC_TRY(count_summarised_paths(g, new.steps, &count));
  while (count > paths_max && new.steps > 0) TC_TRY(count_summarised_paths(g, --new.steps, &count));
  if (old)
    old->steps = new.steps;
  else if (new.steps < TB_ACCESS_PATH_STEPS)
    return TC_ARRAY_ADD(&g->c->closure->state[g->c->number].limits, &new);
  return TC_OK;
}

static tc_status extract_group(path_group *g, tc_bit_set *paths) {
  const tb_access_path *path = g->c->table->path.item;
  const int first = tc_bit_set_next(paths, 0);
  g->path_indices.count = 0;
  for (int p = first; p >= 0; p = tc_bit_set_next(paths, p + 1)) {
    if (!tb_access_path_has_same_root(&path[first], &path[p])) continue;
    TC_TRY(TC_ARRAY_ADD(&g->path_indices, &p));
    tc_bit_set_remove(paths, p);
  }
  return TC_OK;
}

/* Limits the number of access paths per variable. `paths` contains the indices of the paths that the summary
 * uses and is empty afterwards. d->shortened receives for each path its own index, or the index of the
 * shortened path that replaces it. */
static tc_status limit_summary(drafts *d, tc_bit_set *paths) {
  path_group g = {.c = d->c, .path_indices = {.pool = d->c->scratch}, .shortened = d->shortened};
  for (int p = 0; p < d->graph->access_paths; p++) d->shortened[p] = p;
  while (tc_bit_set_next(paths, 0) >= 0) {
    TC_TRY(extract_group(&g, paths));
    TC_TRY(limit_path_group(&g));
  }
  return TC_OK;
}

/* ---- outputs under construction ---- */

static tc_status select_outputs(drafts *d) {
  tc_bit_set used_paths = {.pool = d->c->scratch};
  TC_TRY(tc_pool_alloc(d->c->scratch, (size_t)d->graph->access_paths * sizeof *d->shortened, &d->shortened));
  for (int p = 0; p < d->graph->access_paths; p++) {
    if (!is_output(d, p)) continue;
    TC_TRY(tc_bit_set_add(&used_paths, p));
    TC_TRY(add_inputs(d, p, false, &used_paths));
  }
  return limit_summary(d, &used_paths);
}

static tc_status find_draft(drafts *d, int path, draft **out) {
  const tc_bit_set empty = {.pool = d->c->scratch};
  int i = 0;
  while (i < d->list.count && d->list.item[i].access_path != path) i++;
  if (i == d->list.count) TC_TRY(TC_ARRAY_ADD(&d->list, &(draft){path, empty, empty}));
  *out = &d->list.item[i];
  return TC_OK;
}

static tc_status collect_drafts(drafts *d) {
  for (int p = 0; p < d->graph->access_paths; p++) {
    draft *output = NULL;
    if (!is_output(d, p)) continue;
    TC_TRY(find_draft(d, d->shortened[p], &output));
    TC_TRY(add_inputs(d, p, true, &output->inputs));
    TC_TRY(add_entry_parameters(d, p, &output->entry_parameters));
  }
  return TC_OK;
}

/* ---- final outputs ---- */

typedef TC_ARRAY(tb_summary_output) output_list;

static bool are_equal(tb_index_list a, tb_index_list b) {
  return a.count == b.count &&
         (a.count == 0 || memcmp(a.item, b.item, (size_t)a.count * sizeof *a.item) == 0);
}

/* If an earlier output has the same inputs as `output`, makes both share the lists of the earlier one.
 * call_effects.c relies on this. Returns false if there is no such output. */
static bool share_inputs(const output_list *outputs, tb_summary_output *output) {
  const tb_summary_output *earlier = outputs->item;
  for (int e = 0; e < outputs->count; e++) {
    if (!are_equal(earlier[e].inputs, output->inputs) ||
        !are_equal(earlier[e].entry_parameters, output->entry_parameters))
      continue;
    output->inputs = earlier[e].inputs;
    output->entry_parameters = earlier[e].entry_parameters;
    return true;
  }
  return false;
}

static tc_status add_output(tb_function_closure *c, draft *source, output_list *outputs) {
  tb_facts *facts = c->closure->facts;
  tb_summary_output output = {.access_path = source->access_path};
  TC_TRY(tb_function_closure_move_set(c, &source->inputs, &output.inputs));
  TC_TRY(tb_function_closure_move_set(c, &source->entry_parameters, &output.entry_parameters));
  if (!share_inputs(outputs, &output)) {
    TC_TRY(tb_facts_copy_indices(facts, output.inputs.count, output.inputs.item, &output.inputs));
    TC_TRY(tb_facts_copy_indices(facts, output.entry_parameters.count, output.entry_parameters.item,
                                 &output.entry_parameters));
  }
  return TC_ARRAY_ADD(outputs, &output);
}

static bool has_same_outputs(const tb_function *f, const output_list *outputs) {
  const tb_summary_output *new = outputs->item;
  if (f->outputs != outputs->count) return false;
  for (int e = 0; e < f->outputs; e++)
    if (f->output[e].access_path != new[e].access_path || !are_equal(f->output[e].inputs, new[e].inputs) ||
        !are_equal(f->output[e].entry_parameters, new[e].entry_parameters))
      return false;
  return true;
}

tc_status tb_function_closure_summarise(tb_function_closure *c, const tb_dependence_graph *graph,
                                        bool *changed) {
  tb_function *f = c->function;
  output_list outputs = {.pool = c->scratch};
  drafts d = {.c = c, .graph = graph, .list = {.pool = c->scratch}};
  TC_TRY(select_outputs(&d));
  TC_TRY(collect_drafts(&d));
  for (int i = 0; i < d.list.count; i++) TC_TRY(add_output(c, &d.list.item[i], &outputs));
  if (has_same_outputs(f, &outputs)) return TC_OK;
  *changed = true;
  return TC_ARRAY_MOVE(&outputs, c->closure->facts->pool, &f->outputs, &f->output);
}

/* ---- targets of returned pointers ---- */

static tc_status add_returned_path(tb_function_closure *c, int target, bool *changed) {
  tc_bit_set *returns = &c->closure->state[c->number].returns;
  tb_index_list aliases;
  TC_TRY(tb_function_closure_get_aliases(c, target, false, &aliases));
  for (int n = 0; n < aliases.count; n++) {
    const tb_access_path *path = &c->table->path.item[aliases.item[n]];
    if (path->root == TB_ROOT_RETURN || !tb_access_path_is_visible(path) ||
        tc_bit_set_contains(returns, aliases.item[n]))
      continue;
    *changed = true;
    TC_TRY(tc_bit_set_add(returns, aliases.item[n]));
  }
  return TC_OK;
}

tc_status tb_function_closure_find_returns(tb_function_closure *c, bool *changed) {
  for (int i = 0; i < c->function->definitions; i++) {
    const tb_definition *d = &c->function->definition[i];
    if (d->kind != TB_DEFINE_RETURN || d->arguments == 0) continue;
    for (int l = 0; l < d->argument[0].targets.count; l++)
      TC_TRY(add_returned_path(c, d->argument[0].targets.item[l], changed));
  }
  return TC_OK;
}
