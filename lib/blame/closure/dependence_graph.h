/* What depends on what in one function: nodes, edges, and what each node reaches. */
#ifndef TC_BLAME_CLOSURE_DEPENDENCE_GRAPH_H
#define TC_BLAME_CLOSURE_DEPENDENCE_GRAPH_H

#include "blame/closure/closure_internal.h"

/* Nodes, in this order: definitions; doings of calls; arguments of calls; sources, which doings share that
 * are computed from the same; places as they are read; places as they are written; parameters as they come
 * in. */
typedef struct tb_dependence_graph {
  int pending_effects, arguments, sources, read, written, entry_parameters; /* first node of each kind */
  int nodes;
  int places;
  int *part; /* [nodes] nodes of one part reach each other */
  int parts, words;
  uint64_t *reach;  /* [parts * words] nodes that a part reaches, as bits; its own among them */
  bool *cyclic;     /* [parts] of more than one node */
  bool *is_written; /* [places] */
} tb_dependence_graph;

/* Errors: TC_INTERNAL out of memory. */
tc_status tb_dependence_graph_create(tb_function_closure *c, tb_dependence_graph *out);
void tb_dependence_graph_free(tb_dependence_graph *s);

/* The nodes that a node reaches, as the bits of a set; it is one of them. */
const uint64_t *tb_dependence_graph_reachable(const tb_dependence_graph *s, int node);

/* blame_sets.c: fills in the function's places, effects and blame sets. */
tc_status tb_function_closure_compute_blame(tb_function_closure *c, const tb_dependence_graph *s,
                                            tb_function *function);

#endif
