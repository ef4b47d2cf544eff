/* Blame sets of the access paths of a function. The blame set of an access path contains the definitions and
 * call effects on which its value depends. closure.c computes them in the last phase, for each function whose
 * blame sets are requested. */
#include "blame/closure/closure_internal.h"

#include <string.h>

/* Adds to a blame set the definitions and call effects on which a node of the dependence graph depends. Nodes
 * with numbers below graph->argument_nodes represent definitions or call effects. */
static tc_status add_reachable(const tb_dependence_graph *graph, int node, tc_bit_set *out) {
  const uint64_t *reachable = tb_dependence_graph_reachable(graph, node);
  const int words = graph->argument_nodes / 64, rest_bits = graph->argument_nodes % 64;
  const tc_bit_set set = {.item = (uint64_t *)reachable, .count = words};
  uint64_t last = reachable[words] & (((uint64_t)1 << rest_bits) - 1);
  TC_TRY(tc_bit_set_add_set(out, &set, NULL));
  for (; last; last &= last - 1) TC_TRY(tc_bit_set_add(out, words * 64 + __builtin_ctzll(last)));
  return TC_OK;
}

/* Computes the blame set of the access path `path`. It consists of all definitions and call effects on which
 * a read of `path` depends, or a write to `path` or to an access path that begins with `path`. */
static tc_status compute_path_blame(const tb_function_closure *c, const tb_dependence_graph *graph, int path,
                                    tc_bit_set *out) {
  const tb_access_path *paths = c->table->path.item;
  if (path < graph->access_paths) TC_TRY(add_reachable(graph, graph->read_nodes + path, out));
  for (int q = 0; q < graph->access_paths; q++)
    if (graph->is_written[q] && tb_access_path_contains(&paths[path], &paths[q]))
      TC_TRY(add_reachable(graph, graph->write_nodes + q, out));
  return TC_OK;
}

static tc_status store_effects(tb_function_closure *c) {
  tb_facts *facts = c->closure->facts;
  tb_call_effect *effect = NULL;
  TC_TRY(tc_pool_alloc(facts->pool, (size_t)c->pending_effects.count * sizeof *effect, &effect));
  for (int i = 0; i < c->pending_effects.count; i++) {
    effect[i] = c->pending_effects.item[i].effect;
    const tb_index_list writes = effect[i].writes;
    TC_TRY(tb_facts_copy_indices(facts, writes.count, writes.item, &effect[i].writes));
  }
  c->function->effects = c->pending_effects.count;
  c->function->effect = effect;
  return TC_OK;
}

tc_status tb_function_closure_compute_blame(tb_function_closure *c, const tb_dependence_graph *graph) {
  tb_function *f = c->function;
  tc_pool *pool = c->closure->facts->pool;
  const int original_paths = f->access_paths - f->added_paths, count = c->table->path.count;
  tb_access_path *path = NULL;
  tc_bit_set *blame = NULL;
  TC_TRY(store_effects(c));
  TC_TRY(tc_pool_alloc(pool, (size_t)count * sizeof *path, &path));
  TC_TRY(tc_pool_alloc(pool, (size_t)count * sizeof *blame, &blame));
  if (count) memcpy(path, c->table->path.item, (size_t)count * sizeof *path);
  f->access_path = path;
  f->access_paths = count;
  f->added_paths = count - original_paths;
  f->blame = blame;
  f->all_blame = (tc_bit_set){.pool = pool};
  for (int p = 0; p < count; p++) {
    blame[p].pool = pool;
    TC_TRY(compute_path_blame(c, graph, p, &blame[p]));
    TC_TRY(tc_bit_set_add_set(&f->all_blame, &blame[p], NULL));
  }
  return TC_OK;
}
