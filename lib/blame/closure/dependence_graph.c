/* Builds the dependence graph of one function (see closure_internal.h). The module first finds all aliases of
 * the access paths and numbers the nodes. Then it adds the edges of definitions and call effects, and the
 * edges between access paths that share memory. Finally it sorts the edges, finds the strongly connected
 * components, and computes the set of reachable nodes of each component. */
#include "blame/closure/closure_internal.h"

#include "blame/flow/scc.h"

enum { word_bits = 64 };

typedef struct edge {
  int from, to;
} edge;

typedef struct graph_builder {
  tb_function_closure *c;
  tb_dependence_graph *graph;
  int *first_effect; /* [definitions + 1] index of the first call effect of each definition */
  /* [definitions + 1] number of the first argument of each definition; the arguments of all calls are
   * numbered consecutively */
  int *first_argument;
  /* [call effects] index, from 0, of the source node that represents the inputs of each effect */
  int *source;
  TC_ARRAY(edge) edges;
  /* [nodes + 1] and [edges]: edges sorted by node. Node n depends on the nodes to[begin[n]] .. to[begin[n +
   * 1] - 1]. */
  int *begin, *to;
} graph_builder;

static tc_status alloc_indices(graph_builder *builder, int count, int **out) {
  return tc_pool_alloc(builder->c->scratch, (size_t)count * sizeof **out, out);
}

static const tb_pending_effect *get_effect(const graph_builder *builder, int i) {
  return &builder->c->pending_effects.item[i];
}

static tc_status add_edge(graph_builder *builder, int from, int to) {
  return TC_ARRAY_ADD(&builder->edges, &(edge){from, to});
}

/* ---- numbering the nodes ---- */

static void count_arguments(graph_builder *builder) {
  const tb_function *f = builder->c->function;
  int effect = 0, argument = 0;
  for (int d = 0; d <= f->definitions; d++) {
    while (effect < builder->c->pending_effects.count && get_effect(builder, effect)->effect.definition < d)
      effect++;
    builder->first_effect[d] = effect;
    builder->first_argument[d] = argument;
    if (d < f->definitions && f->definition[d].kind == TB_DEFINE_CALL) argument += f->definition[d].arguments;
  }
}

/* Assigns a source node to each call effect and returns the number of source nodes. Effects of one call with
 * the same input lists share the node. */
static int count_sources(graph_builder *builder) {
  int sources = 0;
  for (int i = 0; i < builder->c->pending_effects.count; i++) {
    const tb_pending_effect *new = get_effect(builder, i);
    builder->source[i] = -1;
    for (int k = builder->first_effect[new->effect.definition]; k < i && builder->source[i] < 0; k++)
      if (get_effect(builder, k)->reads.item == new->reads.item &&
          get_effect(builder, k)->arguments.item == new->arguments.item)
        builder->source[i] = builder->source[k];
    if (builder->source[i] < 0) builder->source[i] = sources++;
  }
  return sources;
}

static void number_nodes(graph_builder *builder) {
  const tb_function *f = builder->c->function;
  tb_dependence_graph *graph = builder->graph;
  graph->access_paths = builder->c->table->path.count;
  graph->effect_nodes = f->definitions;
  graph->argument_nodes = graph->effect_nodes + builder->c->pending_effects.count;
  graph->source_nodes = graph->argument_nodes + builder->first_argument[f->definitions];
  graph->read_nodes = graph->source_nodes + count_sources(builder);
  graph->write_nodes = graph->read_nodes + graph->access_paths;
  graph->parameter_nodes = graph->write_nodes + graph->access_paths;
  graph->nodes = graph->parameter_nodes + f->parameters + 1;
}

/* ---- edges from definitions and call effects ---- */

/* Adds an edge from `node` to `definition`, whose value the node uses. For a call, the edges lead to the
 * effects that return a value, if there are any. */
static tc_status link_used_definition(graph_builder *builder, int node, int definition) {
  bool has_result = false;
  for (int i = builder->first_effect[definition]; i < builder->first_effect[definition + 1]; i++) {
    if (!get_effect(builder, i)->is_result) continue;
    TC_TRY(add_edge(builder, node, builder->graph->effect_nodes + i));
    has_result = true;
  }
  return has_result ? TC_OK : add_edge(builder, node, definition);
}

static tc_status link_reads(graph_builder *builder, int node, tb_index_list reads) {
  for (int i = 0; i < reads.count; i++) {
    tb_index_list aliases;
    TC_TRY(tb_function_closure_get_aliases(builder->c, reads.item[i], false, &aliases));
    for (int n = 0; n < aliases.count; n++)
      TC_TRY(add_edge(builder, node, builder->graph->read_nodes + aliases.item[n]));
  }
  return TC_OK;
}

static tc_status link_inputs(graph_builder *builder, int node, const tb_inputs *in) {
  TC_TRY(link_reads(builder, node, in->reads));
  for (int i = 0; i < in->definitions.count; i++)
    TC_TRY(link_used_definition(builder, node, in->definitions.item[i]));
  for (int i = 0; i < in->entry_parameters.count; i++)
    TC_TRY(add_edge(builder, node, builder->graph->parameter_nodes + in->entry_parameters.item[i]));
  return TC_OK;
}

/* Returns true if the definition transfers blame to the statements that compute its inputs (see
 * closure.h). */
static bool propagates_blame(const graph_builder *builder, const tb_definition *d) {
  if (builder->c->closure->transfer == TB_TRANSFER_FULL) return true;
  return d->kind != TB_DEFINE_BRANCH && !d->is_conditional;
}

static tc_status link_controlling_branches(graph_builder *builder, int node, const tb_definition *d) {
  for (int i = 0; i < d->controlling_branches.count; i++)
    TC_TRY(add_edge(builder, node, d->controlling_branches.item[i]));
  return TC_OK;
}

static tc_status link_definition(graph_builder *builder, int number) {
  const tb_definition *d = &builder->c->function->definition[number];
  TC_TRY(link_controlling_branches(builder, number, d));
  if (propagates_blame(builder, d)) TC_TRY(link_inputs(builder, number, &d->inputs));
  for (int a = 0; a < d->arguments && d->kind == TB_DEFINE_CALL; a++)
    TC_TRY(link_inputs(builder, builder->graph->argument_nodes + builder->first_argument[number] + a,
                       &d->argument[a].inputs));
  for (int w = 0; w < d->writes.count; w++) {
    tb_index_list aliases;
    TC_TRY(tb_function_closure_get_aliases(builder->c, d->writes.item[w], true, &aliases));
    for (int n = 0; n < aliases.count; n++)
      TC_TRY(add_edge(builder, builder->graph->write_nodes + aliases.item[n], number));
  }
  return TC_OK;
}

static tc_status link_source(graph_builder *builder, const tb_pending_effect *effect, int node) {
  const tb_definition *d = &builder->c->function->definition[effect->effect.definition];
  for (int i = 0; i < effect->reads.count; i++)
    TC_TRY(add_edge(builder, node, builder->graph->read_nodes + effect->reads.item[i]));
  for (int i = 0; i < effect->arguments.count; i++)
    TC_TRY(add_edge(builder, node,
                    builder->graph->argument_nodes + builder->first_argument[effect->effect.definition] +
                        effect->arguments.item[i]));
  return d->callee ? TC_OK : link_inputs(builder, node, &d->callee_inputs);
}

static tc_status link_effect(graph_builder *builder, int i, int *sources) {
  const tb_pending_effect *effect = get_effect(builder, i);
  const tb_definition *d = &builder->c->function->definition[effect->effect.definition];
  TC_TRY(link_controlling_branches(builder, builder->graph->effect_nodes + i, d));
  if (propagates_blame(builder, d))
    TC_TRY(add_edge(builder, builder->graph->effect_nodes + i,
                    builder->graph->source_nodes + builder->source[i]));
  if (builder->source[i] == *sources)
    TC_TRY(link_source(builder, effect, builder->graph->source_nodes + (*sources)++));
  for (int w = 0; w < effect->effect.writes.count; w++)
    TC_TRY(add_edge(builder, builder->graph->write_nodes + effect->effect.writes.item[w],
                    builder->graph->effect_nodes + i));
  return TC_OK;
}

static tc_status link_all(graph_builder *builder) {
  int sources = 0;
  for (int d = 0; d < builder->c->function->definitions; d++) TC_TRY(link_definition(builder, d));
  for (int i = 0; i < builder->c->pending_effects.count; i++) TC_TRY(link_effect(builder, i, &sources));
  return TC_OK;
}

/* ---- edges through memory ---- */

/* One linked list per variable of those access paths that are written, from the last to the first. */
typedef struct variable_lists {
  int count;
  int *variable;         /* [access paths] index of the variable of each access path */
  int *last_written;     /* [variables] last written access path of each variable; -1 if there is none */
  int *previous_written; /* [access paths] previous written access path of the same variable; -1 if there is
                            none */
} variable_lists;

static void assign_variable(const tb_path_table *table, int *representative, int p, variable_lists *r) {
  int variable = 0;
  while (variable < r->count &&
         !tb_access_path_has_same_root(&table->path.item[representative[variable]], &table->path.item[p]))
    variable++;
  if (variable == r->count) {
    representative[r->count] = p;
    r->last_written[r->count++] = -1;
  }
  r->variable[p] = variable;
}

static tc_status list_variables(graph_builder *builder, variable_lists *r) {
  const int paths = builder->graph->access_paths;
  int *representative;
  TC_TRY(alloc_indices(builder, paths, &r->variable));
  TC_TRY(alloc_indices(builder, paths, &r->last_written));
  TC_TRY(alloc_indices(builder, paths, &r->previous_written));
  TC_TRY(alloc_indices(builder, paths, &representative));
  for (int p = 0; p < paths; p++) {
    assign_variable(builder->c->table, representative, p, r);
    if (!builder->graph->is_written[p]) continue;
    r->previous_written[p] = r->last_written[r->variable[p]];
    r->last_written[r->variable[p]] = p;
  }
  return TC_OK;
}

static void mark_written(graph_builder *builder) {
  const edge *e = builder->edges.item;
  for (int i = 0; i < builder->edges.count; i++)
    if (e[i].from >= builder->graph->write_nodes && e[i].from < builder->graph->parameter_nodes)
      builder->graph->is_written[e[i].from - builder->graph->write_nodes] = true;
}

/* Adds the dependences through memory: a read of an access path depends on every write to an access path that
 * overlaps it. */
static tc_status link_memory(graph_builder *builder) {
  const tb_access_path *path = builder->c->table->path.item;
  variable_lists r = {0, NULL, NULL, NULL};
  TC_TRY(
      tc_pool_alloc(builder->c->scratch, (size_t)builder->graph->access_paths, &builder->graph->is_written));
  mark_written(builder);
  TC_TRY(list_variables(builder, &r));
  for (int p = 0; p < builder->graph->access_paths; p++)
    for (int q = r.last_written[r.variable[p]]; q >= 0; q = r.previous_written[q])
      if (tb_access_path_overlaps(&path[p], &path[q]))
        TC_TRY(add_edge(builder, builder->graph->read_nodes + p, builder->graph->write_nodes + q));
  return TC_OK;
}

static tc_status sort_edges(graph_builder *builder) {
  const edge *e = builder->edges.item;
  const int nodes = builder->graph->nodes;
  TC_TRY(alloc_indices(builder, nodes + 2, &builder->begin));
  TC_TRY(alloc_indices(builder, builder->edges.count, &builder->to));
  for (int i = 0; i < builder->edges.count; i++) builder->begin[e[i].from + 2]++;
  for (int n = 2; n <= nodes; n++) builder->begin[n] += builder->begin[n - 1];
  for (int i = 0; i < builder->edges.count; i++) builder->to[builder->begin[e[i].from + 1]++] = e[i].to;
  return TC_OK;
}

/* ---- aliases of the access paths ---- */

static tc_status find_read_aliases(tb_function_closure *c, const tb_inputs *in) {
  tb_index_list aliases;
  for (int i = 0; i < in->reads.count; i++)
    TC_TRY(tb_function_closure_get_aliases(c, in->reads.item[i], false, &aliases));
  return TC_OK;
}

/* Finds the aliases of all access paths. This may add access paths to the table, so it must run before the
 * nodes are numbered. */
static tc_status find_aliases(tb_function_closure *c) {
  tb_index_list aliases;
  for (int i = 0; i < c->function->definitions; i++) {
    const tb_definition *d = &c->function->definition[i];
    TC_TRY(find_read_aliases(c, &d->inputs));
    TC_TRY(find_read_aliases(c, &d->callee_inputs));
    for (int a = 0; a < d->arguments; a++) TC_TRY(find_read_aliases(c, &d->argument[a].inputs));
    for (int w = 0; w < d->writes.count; w++)
      TC_TRY(tb_function_closure_get_aliases(c, d->writes.item[w], true, &aliases));
  }
  return TC_OK;
}

/* ---- reachable nodes ---- */

/* Computes the set of nodes on which a component depends. Components are processed in topological order, so
 * the sets of the components on which this one depends are complete. */
static void compute_reachable(graph_builder *builder, const int *first, const int *order, int component) {
  tb_dependence_graph *graph = builder->graph;
  uint64_t *reachable = graph->reachable + (size_t)component * (size_t)graph->words;
  int last_component = component;
  for (int i = first[component]; i < first[component + 1]; i++) {
    const int node = order[i];
    reachable[node / word_bits] |= (uint64_t)1 << (node % word_bits);
    for (int e = builder->begin[node]; e < builder->begin[node + 1]; e++) {
      const int to = graph->component[builder->to[e]];
      if (to == component || to == last_component) continue;
      const uint64_t *from = graph->reachable + (size_t)to * (size_t)graph->words;
      for (int w = 0; w < graph->words; w++) reachable[w] |= from[w];
      last_component = to;
    }
  }
}

static tc_status compute_all_reachable(graph_builder *builder) {
  tb_dependence_graph *graph = builder->graph;
  tc_pool *pool = builder->c->scratch;
  int *first, *order;
  TC_TRY(tb_scc_find(graph->nodes, builder->begin, builder->to, pool, &graph->components, &first, &order));
  TC_TRY(alloc_indices(builder, graph->nodes, &graph->component));
  TC_TRY(tc_pool_alloc(pool, (size_t)graph->components, &graph->is_cyclic));
  graph->words = graph->nodes / word_bits + 1;
  TC_TRY(tc_pool_alloc(pool, (size_t)graph->components * (size_t)graph->words * sizeof *graph->reachable,
                       &graph->reachable));
  for (int component = 0; component < graph->components; component++) {
    graph->is_cyclic[component] = first[component + 1] - first[component] > 1;
    for (int i = first[component]; i < first[component + 1]; i++) graph->component[order[i]] = component;
  }
  for (int component = 0; component < graph->components; component++)
    compute_reachable(builder, first, order, component);
  return TC_OK;
}

const uint64_t *tb_dependence_graph_reachable(const tb_dependence_graph *graph, int node) {
  return graph->reachable + (size_t)graph->component[node] * (size_t)graph->words;
}

/* ---- building the graph ---- */

tc_status tb_dependence_graph_build(tb_function_closure *c, tb_dependence_graph *out) {
  graph_builder builder = {.c = c, .graph = out, .edges = {.pool = c->scratch}};
  *out = (tb_dependence_graph){0};
  TC_TRY(find_aliases(c));
  TC_TRY(alloc_indices(&builder, c->function->definitions + 1, &builder.first_effect));
  TC_TRY(alloc_indices(&builder, c->function->definitions + 1, &builder.first_argument));
  TC_TRY(alloc_indices(&builder, c->pending_effects.count, &builder.source));
  count_arguments(&builder);
  number_nodes(&builder);
  TC_TRY(link_all(&builder));
  TC_TRY(link_memory(&builder));
  TC_TRY(sort_edges(&builder));
  return compute_all_reachable(&builder);
}
