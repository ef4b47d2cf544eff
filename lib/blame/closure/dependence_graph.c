/* Builds the dependence graph of one function (see closure_internal.h) in these steps: find all aliases of
 * the access paths, number the nodes, add the edges of definitions and call effects, add the edges between
 * access paths that share memory, sort the edges, find the strongly connected components, and compute the set
 * of reachable nodes of each component. */
#include "blame/closure/closure_internal.h"

#include "blame/flow/scc.h"

enum { word_bits = 64 };

typedef struct edge {
  int from, to;
} edge;

typedef struct builder {
  tb_function_closure *c;
  tb_dependence_graph *s;
  int *first_effect; /* [definitions + 1] index of the first call effect of each definition */
  /* [definitions + 1] number of the first argument of each definition; the arguments of all calls are
   * numbered consecutively */
  int *first_argument;
  /* [call effects] index, from 0, of the source node that represents the inputs of each effect */
  int *source;
  TC_ARRAY(edge) edges;
  int *begin, *to; /* Sorted edges: node n depends on the nodes to[begin[n]] .. to[begin[n + 1] - 1]. */
} builder;

static tc_status alloc_numbers(builder *b, int count, int **out) {
  return tc_pool_alloc(b->c->scratch, (size_t)count * sizeof **out, out);
}

static const tb_pending_effect *get_effect(const builder *b, int i) { return &b->c->pending_effects.item[i]; }

static tc_status add_edge(builder *b, int from, int to) { return TC_ARRAY_ADD(&b->edges, &(edge){from, to}); }

/* ---- numbering the nodes ---- */

static void count_arguments(builder *b) {
  const tb_function *f = b->c->function;
  int effect = 0, argument = 0;
  for (int d = 0; d <= f->definitions; d++) {
    while (effect < b->c->pending_effects.count && get_effect(b, effect)->effect.definition < d) effect++;
    b->first_effect[d] = effect;
    b->first_argument[d] = argument;
    if (d < f->definitions && f->definition[d].kind == TB_DEFINE_CALL) argument += f->definition[d].arguments;
  }
}

/* Assigns a source node to each call effect and returns the number of source nodes. Effects of one call with
 * the same input lists share the node. */
static int count_sources(builder *b) {
  int sources = 0;
  for (int i = 0; i < b->c->pending_effects.count; i++) {
    const tb_pending_effect *new = get_effect(b, i);
    b->source[i] = -1;
    for (int k = b->first_effect[new->effect.definition]; k < i && b->source[i] < 0; k++)
      if (get_effect(b, k)->reads.item == new->reads.item &&
          get_effect(b, k)->arguments.item == new->arguments.item)
        b->source[i] = b->source[k];
    if (b->source[i] < 0) b->source[i] = sources++;
  }
  return sources;
}

static void number_nodes(builder *b) {
  const tb_function *f = b->c->function;
  tb_dependence_graph *s = b->s;
  s->access_paths = b->c->table->path.count;
  s->effect_nodes = f->definitions;
  s->argument_nodes = s->effect_nodes + b->c->pending_effects.count;
  s->source_nodes = s->argument_nodes + b->first_argument[f->definitions];
  s->read_nodes = s->source_nodes + count_sources(b);
  s->write_nodes = s->read_nodes + s->access_paths;
  s->parameter_nodes = s->write_nodes + s->access_paths;
  s->nodes = s->parameter_nodes + f->parameters + 1;
}

/* ---- edges from definitions and call effects ---- */

/* Adds an edge from `node` to `definition`, whose value the node uses. For a call, the edges lead to the
 * effects that return a value, if there are any. */
static tc_status link_used_definition(builder *b, int node, int definition) {
  bool has_result = false;
  for (int i = b->first_effect[definition]; i < b->first_effect[definition + 1]; i++) {
    if (!get_effect(b, i)->is_result) continue;
    TC_TRY(add_edge(b, node, b->s->effect_nodes + i));
    has_result = true;
  }
  return has_result ? TC_OK : add_edge(b, node, definition);
}

static tc_status link_reads(builder *b, int node, tb_index_list reads) {
  for (int i = 0; i < reads.count; i++) {
    tb_index_list aliases;
    TC_TRY(tb_function_closure_get_aliases(b->c, reads.item[i], false, &aliases));
    for (int n = 0; n < aliases.count; n++) TC_TRY(add_edge(b, node, b->s->read_nodes + aliases.item[n]));
  }
  return TC_OK;
}

static tc_status link_inputs(builder *b, int node, const tb_inputs *in) {
  TC_TRY(link_reads(b, node, in->reads));
  for (int i = 0; i < in->definitions.count; i++)
    TC_TRY(link_used_definition(b, node, in->definitions.item[i]));
  for (int i = 0; i < in->entry_parameters.count; i++)
    TC_TRY(add_edge(b, node, b->s->parameter_nodes + in->entry_parameters.item[i]));
  return TC_OK;
}

/* True if the definition transfers blame to the statements from which its inputs come (see closure.h). */
static bool propagates_blame(const builder *b, const tb_definition *d) {
  if (b->c->closure->transfer == TB_TRANSFER_FULL) return true;
  return d->kind != TB_DEFINE_BRANCH && !d->is_conditional;
}

static tc_status link_controlling_branches(builder *b, int node, const tb_definition *d) {
  for (int i = 0; i < d->controlling_branches.count; i++)
    TC_TRY(add_edge(b, node, d->controlling_branches.item[i]));
  return TC_OK;
}

static tc_status link_definition(builder *b, int number) {
  const tb_definition *d = &b->c->function->definition[number];
  TC_TRY(link_controlling_branches(b, number, d));
  if (propagates_blame(b, d)) TC_TRY(link_inputs(b, number, &d->inputs));
  for (int a = 0; a < d->arguments && d->kind == TB_DEFINE_CALL; a++)
    TC_TRY(link_inputs(b, b->s->argument_nodes + b->first_argument[number] + a, &d->argument[a].inputs));
  for (int w = 0; w < d->writes.count; w++) {
    tb_index_list aliases;
    TC_TRY(tb_function_closure_get_aliases(b->c, d->writes.item[w], true, &aliases));
    for (int n = 0; n < aliases.count; n++) TC_TRY(add_edge(b, b->s->write_nodes + aliases.item[n], number));
  }
  return TC_OK;
}

static tc_status link_source(builder *b, const tb_pending_effect *effect, int node) {
  const tb_definition *d = &b->c->function->definition[effect->effect.definition];
  for (int i = 0; i < effect->reads.count; i++)
    TC_TRY(add_edge(b, node, b->s->read_nodes + effect->reads.item[i]));
  for (int i = 0; i < effect->arguments.count; i++)
    TC_TRY(add_edge(b, node,
                    b->s->argument_nodes + b->first_argument[effect->effect.definition] +
                        effect->arguments.item[i]));
  return d->callee ? TC_OK : link_inputs(b, node, &d->callee_inputs);
}

static tc_status link_effect(builder *b, int i, int *sources) {
  const tb_pending_effect *effect = get_effect(b, i);
  const tb_definition *d = &b->c->function->definition[effect->effect.definition];
  TC_TRY(link_controlling_branches(b, b->s->effect_nodes + i, d));
  if (propagates_blame(b, d)) TC_TRY(add_edge(b, b->s->effect_nodes + i, b->s->source_nodes + b->source[i]));
  if (b->source[i] == *sources) TC_TRY(link_source(b, effect, b->s->source_nodes + (*sources)++));
  for (int w = 0; w < effect->effect.writes.count; w++)
    TC_TRY(add_edge(b, b->s->write_nodes + effect->effect.writes.item[w], b->s->effect_nodes + i));
  return TC_OK;
}

static tc_status link_all(builder *b) {
  int sources = 0;
  for (int d = 0; d < b->c->function->definitions; d++) TC_TRY(link_definition(b, d));
  for (int i = 0; i < b->c->pending_effects.count; i++) TC_TRY(link_effect(b, i, &sources));
  return TC_OK;
}

/* ---- edges through memory ---- */

/* Linked lists of the written access paths of each variable, from the last to the first. */
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

static tc_status list_variables(builder *b, variable_lists *r) {
  const int paths = b->s->access_paths;
  int *representative;
  TC_TRY(alloc_numbers(b, paths, &r->variable));
  TC_TRY(alloc_numbers(b, paths, &r->last_written));
  TC_TRY(alloc_numbers(b, paths, &r->previous_written));
  TC_TRY(alloc_numbers(b, paths, &representative));
  for (int p = 0; p < paths; p++) {
    assign_variable(b->c->table, representative, p, r);
    if (!b->s->is_written[p]) continue;
    r->previous_written[p] = r->last_written[r->variable[p]];
    r->last_written[r->variable[p]] = p;
  }
  return TC_OK;
}

static void mark_written(builder *b) {
  const edge *e = b->edges.item;
  for (int i = 0; i < b->edges.count; i++)
    if (e[i].from >= b->s->write_nodes && e[i].from < b->s->parameter_nodes)
      b->s->is_written[e[i].from - b->s->write_nodes] = true;
}

/* Adds the dependences through memory: a read of an access path depends on every write to an access path that
 * overlaps it. */
static tc_status link_memory(builder *b) {
  const tb_access_path *path = b->c->table->path.item;
  variable_lists r = {0, NULL, NULL, NULL};
  TC_TRY(tc_pool_alloc(b->c->scratch, (size_t)b->s->access_paths, &b->s->is_written));
  mark_written(b);
  TC_TRY(list_variables(b, &r));
  for (int p = 0; p < b->s->access_paths; p++)
    for (int q = r.last_written[r.variable[p]]; q >= 0; q = r.previous_written[q])
      if (tb_access_path_overlaps(&path[p], &path[q]))
        TC_TRY(add_edge(b, b->s->read_nodes + p, b->s->write_nodes + q));
  return TC_OK;
}

static tc_status sort_edges(builder *b) {
  const edge *e = b->edges.item;
  const int nodes = b->s->nodes;
  TC_TRY(alloc_numbers(b, nodes + 2, &b->begin));
  TC_TRY(alloc_numbers(b, b->edges.count, &b->to));
  for (int i = 0; i < b->edges.count; i++) b->begin[e[i].from + 2]++;
  for (int n = 2; n <= nodes; n++) b->begin[n] += b->begin[n - 1];
  for (int i = 0; i < b->edges.count; i++) b->to[b->begin[e[i].from + 1]++] = e[i].to;
  return TC_OK;
}

/* ---- aliases of the access paths ---- */

static tc_status find_read_aliases(tb_function_closure *c, const tb_inputs *in) {
  tb_index_list aliases;
  for (int i = 0; i < in->reads.count; i++)
    TC_TRY(tb_function_closure_get_aliases(c, in->reads.item[i], false, &aliases));
  return TC_OK;
}

/* May add access paths to the table, so it must run before the nodes are numbered. */
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

/* The components are in topological order, so the sets on which this one depends are complete. */
static void compute_reachable(builder *b, const int *first, const int *order, int component) {
  tb_dependence_graph *s = b->s;
  uint64_t *reachable = s->reachable + (size_t)component * (size_t)s->words;
  int last_component = component;
  for (int i = first[component]; i < first[component + 1]; i++) {
    const int node = order[i];
    reachable[node / word_bits] |= (uint64_t)1 << (node % word_bits);
    for (int e = b->begin[node]; e < b->begin[node + 1]; e++) {
      const int to = s->component[b->to[e]];
      if (to == component || to == last_component) continue;
      const uint64_t *from = s->reachable + (size_t)to * (size_t)s->words;
      for (int w = 0; w < s->words; w++) reachable[w] |= from[w];
      last_component = to;
    }
  }
}

static tc_status compute_all_reachable(builder *b) {
  tb_dependence_graph *s = b->s;
  tc_pool *pool = b->c->scratch;
  int *first, *order;
  TC_TRY(tb_scc_find(s->nodes, b->begin, b->to, pool, &s->components, &first, &order));
  TC_TRY(alloc_numbers(b, s->nodes, &s->component));
  TC_TRY(tc_pool_alloc(pool, (size_t)s->components, &s->is_cyclic));
  s->words = s->nodes / word_bits + 1;
  TC_TRY(tc_pool_alloc(pool, (size_t)s->components * (size_t)s->words * sizeof *s->reachable, &s->reachable));
  for (int component = 0; component < s->components; component++) {
    s->is_cyclic[component] = first[component + 1] - first[component] > 1;
    for (int i = first[component]; i < first[component + 1]; i++) s->component[order[i]] = component;
  }
  for (int component = 0; component < s->components; component++)
    compute_reachable(b, first, order, component);
  return TC_OK;
}

const uint64_t *tb_dependence_graph_reachable(const tb_dependence_graph *s, int node) {
  return s->reachable + (size_t)s->component[node] * (size_t)s->words;
}

/* ---- building the graph ---- */

tc_status tb_dependence_graph_build(tb_function_closure *c, tb_dependence_graph *out) {
  builder b = {.c = c, .s = out, .edges = {.pool = c->scratch}};
  *out = (tb_dependence_graph){0};
  TC_TRY(find_aliases(c));
  TC_TRY(alloc_numbers(&b, c->function->definitions + 1, &b.first_effect));
  TC_TRY(alloc_numbers(&b, c->function->definitions + 1, &b.first_argument));
  TC_TRY(alloc_numbers(&b, c->pending_effects.count, &b.source));
  count_arguments(&b);
  number_nodes(&b);
  TC_TRY(link_all(&b));
  TC_TRY(link_memory(&b));
  TC_TRY(sort_edges(&b));
  return compute_all_reachable(&b);
}
