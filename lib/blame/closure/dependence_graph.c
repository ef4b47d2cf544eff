#include "blame/closure/dependence_graph.h"

#include "base/core/memory.h"
#include "blame/closure/dependence_edges.h"
#include "blame/flow/scc.h"

enum { word_bits = 64 };

typedef struct parts {
  int *first, *order;
} parts;

static void add_node(uint64_t *bits, int node) {
  bits[node / word_bits] |= (uint64_t)1 << (node % word_bits);
}

static void unite_bits(uint64_t *into, const uint64_t *from, int words) {
  for (int w = 0; w < words; w++) into[w] |= from[w];
}

/* Computes the nodes that a component reaches. Components are in topological order, so those on which it
 * depends are complete already. */
static void reach_from(tb_dependence_graph *s, const tb_dependence_edges *edges, const parts *p, int part) {
  uint64_t *own = s->reach + (size_t)part * (size_t)s->words;
  int latest = part;
  for (int i = p->first[part]; i < p->first[part + 1]; i++) {
    const int node = p->order[i];
    add_node(own, node);
    for (int e = edges->begin[node]; e < edges->begin[node + 1]; e++) {
      const int to = s->part[edges->to[e]];
      if (to == part || to == latest) continue;
      unite_bits(own, s->reach + (size_t)to * (size_t)s->words, s->words);
      latest = to;
    }
  }
}

static tc_status reach_all(tb_dependence_graph *s, const tb_dependence_edges *edges) {
  parts p = {NULL, NULL};
  tc_status status = TC_OK;
  TC_GUARD(status, tb_scc_find(s->nodes, edges->begin, edges->to, &s->parts, &p.first, &p.order));
  TC_GUARD(status, TC_ALLOC(s->part, s->nodes));
  TC_GUARD(status, TC_ALLOC(s->cyclic, s->parts));
  s->words = s->nodes / word_bits + 1;
  TC_GUARD(status, TC_ALLOC_ZERO(s->reach, (size_t)s->parts * (size_t)s->words));
  for (int part = 0; part < s->parts; part++) {
    s->cyclic[part] = p.first[part + 1] - p.first[part] > 1;
    for (int i = p.first[part]; i < p.first[part + 1]; i++) s->part[p.order[i]] = part;
  }
  for (int part = 0; part < s->parts; part++) reach_from(s, edges, &p, part);
cleanup:
  tc_free(p.first);
  tc_free(p.order);
  return status;
}

tc_status tb_dependence_graph_create(tb_function_closure *c, tb_dependence_graph *out) {
  tb_dependence_graph s = {0};
  tb_dependence_edges edges = {NULL, NULL};
  tc_status status = tb_dependence_edges_create(c, &s, &edges);
  if (!status) status = reach_all(&s, &edges);
  tb_dependence_edges_free(&edges);
  if (status)
    tb_dependence_graph_free(&s);
  else
    *out = s;
  return status;
}

void tb_dependence_graph_free(tb_dependence_graph *s) {
  tc_free(s->part);
  tc_free(s->reach);
  tc_free(s->cyclic);
  tc_free(s->is_written);
  *s = (tb_dependence_graph){0};
}

const uint64_t *tb_dependence_graph_reachable(const tb_dependence_graph *s, int node) {
  return s->reach + (size_t)s->part[node] * (size_t)s->words;
}
