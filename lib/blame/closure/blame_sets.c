/* Blame sets of the access paths of a function. The blame set of an access path contains the definitions and
 * call effects on which its value depends. closure.c computes them in the last phase, for each function whose
 * blame sets are requested. */
#include "blame/closure/closure_internal.h"

#include <string.h>

/* Adds to a blame set the definitions and call effects on which a node of the dependence graph depends. They
 * are the nodes with numbers below s->arguments. */
static tc_status add_reach(const tb_dependence_graph *s, int node, tc_bit_set *out) {
  const uint64_t *reach = tb_dependence_graph_reachable(s, node);
  const int words = s->arguments / 64, rest = s->arguments % 64;
  const tc_bit_set set = {.item = (uint64_t *)reach, .count = words};
  uint64_t last = reach[words] & (((uint64_t)1 << rest) - 1);
  TC_TRY(tc_bit_set_add_set(out, &set, NULL));
  for (; last; last &= last - 1) TC_TRY(tc_bit_set_add(out, words * 64 + __builtin_ctzll(last)));
  return TC_OK;
}

/* Computes the blame set of the access path `place`: all definitions and call effects on which a read of
 * `place` depends, or a write to `place` or to a path that begins with it. */
static tc_status find_blame(const tb_function_closure *c, const tb_dependence_graph *s, int place,
                            tc_bit_set *out) {
  const tb_access_path *places = c->table->place.item;
  if (place < s->places) TC_TRY(add_reach(s, s->read + place, out));
  for (int q = 0; q < s->places; q++)
    if (s->is_written[q] && tb_access_path_contains(&places[place], &places[q]))
      TC_TRY(add_reach(s, s->written + q, out));
  return TC_OK;
}

static tc_status store_effects(tb_function_closure *c) {
  tb_facts *facts = c->closure->facts;
  tb_call_effect *effect = NULL;
  TC_TRY(tc_pool_alloc(facts->pool, (size_t)c->pending_effects.count * sizeof *effect, &effect));
  for (int i = 0; i < c->pending_effects.count; i++) {
    effect[i] = c->pending_effects.item[i].effect;
    const tb_index_list writes = effect[i].writes;
    TC_TRY(tb_facts_numbers(facts, writes.count, writes.item, &effect[i].writes));
  }
  c->function->effects = c->pending_effects.count;
  c->function->effect = effect;
  return TC_OK;
}

tc_status tb_function_closure_compute_blame(tb_function_closure *c, const tb_dependence_graph *s) {
  tb_function *f = c->function;
  tc_pool *pool = c->closure->facts->pool;
  const int own = f->places - f->added, count = c->table->place.count;
  tb_access_path *place = NULL;
  tc_bit_set *blame = NULL;
  TC_TRY(store_effects(c));
  TC_TRY(tc_pool_alloc(pool, (size_t)count * sizeof *place, &place));
  TC_TRY(tc_pool_alloc(pool, (size_t)count * sizeof *blame, &blame));
  if (count) memcpy(place, c->table->place.item, (size_t)count * sizeof *place);
  f->place = place;
  f->places = count;
  f->added = count - own;
  f->blame = blame;
  f->claimed = (tc_bit_set){.pool = pool};
  for (int p = 0; p < count; p++) {
    blame[p].pool = pool;
    TC_TRY(find_blame(c, s, p, &blame[p]));
    TC_TRY(tc_bit_set_add_set(&f->claimed, &blame[p], NULL));
  }
  return TC_OK;
}
