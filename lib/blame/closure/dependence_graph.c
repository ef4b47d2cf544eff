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
  int *first_doing; /* [definitions + 1] index of the first call effect of each definition */
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

static const tb_pending_effect *doing_at(const builder *b, int i) { return &b->c->pending_effects.item[i]; }

static tc_status add_edge(builder *b, int from, int to) { return TC_ARRAY_ADD(&b->edges, &(edge){from, to}); }

/* ---- numbering the nodes ---- */

static void count_arguments(builder *b) {
  const tb_function *f = b->c->function;
  int doing = 0, argument = 0;
  for (int d = 0; d <= f->definitions; d++) {
    while (doing < b->c->pending_effects.count && doing_at(b, doing)->effect.definition < d) doing++;
    b->first_doing[d] = doing;
    b->first_argument[d] = argument;
    if (d < f->definitions && f->definition[d].kind == TB_DEFINE_CALL) argument += f->definition[d].arguments;
  }
}

/* Assigns a source node to each call effect and returns the number of source nodes. Effects of one call that
 * share their input lists also share the source node. */
static int count_sources(builder *b) {
  int sources = 0;
  for (int i = 0; i < b->c->pending_effects.count; i++) {
    const tb_pending_effect *new = doing_at(b, i);
    b->source[i] = -1;
    for (int k = b->first_doing[new->effect.definition]; k < i && b->source[i] < 0; k++)
      if (doing_at(b, k)->reads.item == new->reads.item &&
          doing_at(b, k)->arguments.item == new->arguments.item)
        b->source[i] = b->source[k];
    if (b->source[i] < 0) b->source[i] = sources++;
  }
  return sources;
}

static void number_nodes(builder *b) {
  const tb_function *f = b->c->function;
  tb_dependence_graph *s = b->s;
  s->places = b->c->table->place.count;
  s->pending_effects = f->definitions;
  s->arguments = s->pending_effects + b->c->pending_effects.count;
  s->sources = s->arguments + b->first_argument[f->definitions];
  s->read = s->sources + count_sources(b);
  s->written = s->read + s->places;
  s->entry_parameters = s->written + s->places;
  s->nodes = s->entry_parameters + f->parameters + 1;
}

/* ---- edges from definitions and call effects ---- */

/* Adds an edge from `node` to the definition `from`, whose value the node uses. If the definition is a call,
 * the edges lead to those effects of the call that return a value. If the call has no such effect, the edge
 * leads to the call. */
static tc_status link_from(builder *b, int node, int from) {
  bool gives = false;
  for (int i = b->first_doing[from]; i < b->first_doing[from + 1]; i++) {
    if (!doing_at(b, i)->gives) continue;
    TC_TRY(add_edge(b, node, b->s->pending_effects + i));
    gives = true;
  }
  return gives ? TC_OK : add_edge(b, node, from);
}

static tc_status link_reads(builder *b, int node, tb_index_list reads) {
  for (int i = 0; i < reads.count; i++) {
    tb_index_list names;
    TC_TRY(tb_function_closure_aliases(b->c, reads.item[i], false, &names));
    for (int n = 0; n < names.count; n++) TC_TRY(add_edge(b, node, b->s->read + names.item[n]));
  }
  return TC_OK;
}

static tc_status link_inputs(builder *b, int node, const tb_inputs *in) {
  TC_TRY(link_reads(b, node, in->reads));
  for (int i = 0; i < in->from.count; i++) TC_TRY(link_from(b, node, in->from.item[i]));
  for (int i = 0; i < in->entry_parameters.count; i++)
    TC_TRY(add_edge(b, node, b->s->entry_parameters + in->entry_parameters.item[i]));
  return TC_OK;
}

/* True if the definition transfers blame to the statements from which its inputs come. With the rule `full`,
 * all definitions do. closure.h describes the rules. */
static bool propagates_blame(const builder *b, const tb_definition *d) {
  if (b->c->closure->transfer == TB_TRANSFER_FULL) return true;
  return d->kind != TB_DEFINE_BRANCH && !d->conditional;
}

static tc_status link_under(builder *b, int node, const tb_definition *d) {
  for (int i = 0; i < d->controlling_branches.count; i++)
    TC_TRY(add_edge(b, node, d->controlling_branches.item[i]));
  return TC_OK;
}

static tc_status link_definition(builder *b, int number) {
  const tb_definition *d = &b->c->function->definition[number];
  TC_TRY(link_under(b, number, d));
  if (propagates_blame(b, d)) TC_TRY(link_inputs(b, number, &d->in));
  for (int a = 0; a < d->arguments && d->kind == TB_DEFINE_CALL; a++)
    TC_TRY(link_inputs(b, b->s->arguments + b->first_argument[number] + a, &d->argument[a].in));
  for (int w = 0; w < d->writes.count; w++) {
    tb_index_list names;
    TC_TRY(tb_function_closure_aliases(b->c, d->writes.item[w], true, &names));
    for (int n = 0; n < names.count; n++) TC_TRY(add_edge(b, b->s->written + names.item[n], number));
  }
  return TC_OK;
}

static tc_status link_source(builder *b, const tb_pending_effect *doing, int node) {
  const tb_definition *d = &b->c->function->definition[doing->effect.definition];
  for (int i = 0; i < doing->reads.count; i++) TC_TRY(add_edge(b, node, b->s->read + doing->reads.item[i]));
  for (int i = 0; i < doing->arguments.count; i++)
    TC_TRY(
        add_edge(b, node,
                 b->s->arguments + b->first_argument[doing->effect.definition] + doing->arguments.item[i]));
  return d->callee ? TC_OK : link_inputs(b, node, &d->pointed);
}

static tc_status link_doing(builder *b, int i, int *sources) {
  const tb_pending_effect *doing = doing_at(b, i);
  const tb_definition *d = &b->c->function->definition[doing->effect.definition];
  TC_TRY(link_under(b, b->s->pending_effects + i, d));
  if (propagates_blame(b, d)) TC_TRY(add_edge(b, b->s->pending_effects + i, b->s->sources + b->source[i]));
  if (b->source[i] == *sources) TC_TRY(link_source(b, doing, b->s->sources + (*sources)++));
  for (int w = 0; w < doing->effect.writes.count; w++)
    TC_TRY(add_edge(b, b->s->written + doing->effect.writes.item[w], b->s->pending_effects + i));
  return TC_OK;
}

static tc_status link_all(builder *b) {
  int sources = 0;
  for (int d = 0; d < b->c->function->definitions; d++) TC_TRY(link_definition(b, d));
  for (int i = 0; i < b->c->pending_effects.count; i++) TC_TRY(link_doing(b, i, &sources));
  return TC_OK;
}

/* ---- edges through memory ---- */

/* Linked lists of the written access paths of each variable, from the last to the first. */
typedef struct roots {
  int count;
  int *root;    /* [access paths] index of the variable of each access path */
  int *latest;  /* [variables] last written access path of each variable; -1 if there is none */
  int *earlier; /* [access paths] previous written access path of the same variable; -1 if there is none */
} roots;

static void find_root(const tb_path_table *table, int *representative, int p, roots *r) {
  int root = 0;
  while (root < r->count &&
         !tb_access_path_same_root(&table->place.item[representative[root]], &table->place.item[p]))
    root++;
  if (root == r->count) {
    representative[r->count] = p;
    r->latest[r->count++] = -1;
  }
  r->root[p] = root;
}

static tc_status find_roots(builder *b, roots *r) {
  const int places = b->s->places;
  int *representative;
  TC_TRY(alloc_numbers(b, places, &r->root));
  TC_TRY(alloc_numbers(b, places, &r->latest));
  TC_TRY(alloc_numbers(b, places, &r->earlier));
  TC_TRY(alloc_numbers(b, places, &representative));
  for (int p = 0; p < places; p++) {
    find_root(b->c->table, representative, p, r);
    if (!b->s->is_written[p]) continue;
    r->earlier[p] = r->latest[r->root[p]];
    r->latest[r->root[p]] = p;
  }
  return TC_OK;
}

static void mark_written(builder *b) {
  const edge *e = b->edges.item;
  for (int i = 0; i < b->edges.count; i++)
    if (e[i].from >= b->s->written && e[i].from < b->s->entry_parameters)
      b->s->is_written[e[i].from - b->s->written] = true;
}

/* Adds the dependences through memory: a read of an access path depends on every write to an access path that
 * overlaps it. */
static tc_status link_memory(builder *b) {
  const tb_access_path *place = b->c->table->place.item;
  roots r = {0, NULL, NULL, NULL};
  TC_TRY(tc_pool_alloc(b->c->scratch, (size_t)b->s->places, &b->s->is_written));
  mark_written(b);
  TC_TRY(find_roots(b, &r));
  for (int p = 0; p < b->s->places; p++)
    for (int q = r.latest[r.root[p]]; q >= 0; q = r.earlier[q])
      if (tb_access_path_overlaps(&place[p], &place[q]))
        TC_TRY(add_edge(b, b->s->read + p, b->s->written + q));
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
  tb_index_list names;
  for (int i = 0; i < in->reads.count; i++)
    TC_TRY(tb_function_closure_aliases(c, in->reads.item[i], false, &names));
  return TC_OK;
}

/* Finds the aliases of all access paths, which may add access paths to the table. It must therefore run
 * before the nodes are numbered. */
static tc_status find_aliases(tb_function_closure *c) {
  tb_index_list names;
  for (int i = 0; i < c->function->definitions; i++) {
    const tb_definition *d = &c->function->definition[i];
    TC_TRY(find_read_aliases(c, &d->in));
    TC_TRY(find_read_aliases(c, &d->pointed));
    for (int a = 0; a < d->arguments; a++) TC_TRY(find_read_aliases(c, &d->argument[a].in));
    for (int w = 0; w < d->writes.count; w++)
      TC_TRY(tb_function_closure_aliases(c, d->writes.item[w], true, &names));
  }
  return TC_OK;
}

/* ---- reachable nodes ---- */

/* Computes the set of nodes on which a component depends. The components are in topological order, so the
 * sets of the components on which this one depends are already complete. */
static void reach_from(builder *b, const int *first, const int *order, int part) {
  tb_dependence_graph *s = b->s;
  uint64_t *own = s->reach + (size_t)part * (size_t)s->words;
  int latest = part;
  for (int i = first[part]; i < first[part + 1]; i++) {
    const int node = order[i];
    own[node / word_bits] |= (uint64_t)1 << (node % word_bits);
    for (int e = b->begin[node]; e < b->begin[node + 1]; e++) {
      const int to = s->part[b->to[e]];
      if (to == part || to == latest) continue;
      const uint64_t *from = s->reach + (size_t)to * (size_t)s->words;
      for (int w = 0; w < s->words; w++) own[w] |= from[w];
      latest = to;
    }
  }
}

static tc_status reach_all(builder *b) {
  tb_dependence_graph *s = b->s;
  tc_pool *pool = b->c->scratch;
  int *first, *order;
  TC_TRY(tb_scc_find(s->nodes, b->begin, b->to, pool, &s->parts, &first, &order));
  TC_TRY(alloc_numbers(b, s->nodes, &s->part));
  TC_TRY(tc_pool_alloc(pool, (size_t)s->parts, &s->cyclic));
  s->words = s->nodes / word_bits + 1;
  TC_TRY(tc_pool_alloc(pool, (size_t)s->parts * (size_t)s->words * sizeof *s->reach, &s->reach));
  for (int part = 0; part < s->parts; part++) {
    s->cyclic[part] = first[part + 1] - first[part] > 1;
    for (int i = first[part]; i < first[part + 1]; i++) s->part[order[i]] = part;
  }
  for (int part = 0; part < s->parts; part++) reach_from(b, first, order, part);
  return TC_OK;
}

const uint64_t *tb_dependence_graph_reachable(const tb_dependence_graph *s, int node) {
  return s->reach + (size_t)s->part[node] * (size_t)s->words;
}

/* ---- building the graph ---- */

tc_status tb_dependence_graph_build(tb_function_closure *c, tb_dependence_graph *out) {
  builder b = {.c = c, .s = out, .edges = {.pool = c->scratch}};
  *out = (tb_dependence_graph){0};
  TC_TRY(find_aliases(c));
  TC_TRY(alloc_numbers(&b, c->function->definitions + 1, &b.first_doing));
  TC_TRY(alloc_numbers(&b, c->function->definitions + 1, &b.first_argument));
  TC_TRY(alloc_numbers(&b, c->pending_effects.count, &b.source));
  count_arguments(&b);
  number_nodes(&b);
  TC_TRY(link_all(&b));
  TC_TRY(link_memory(&b));
  TC_TRY(sort_edges(&b));
  return reach_all(&b);
}
