/* What is known of a function from outside, and what its places are blamed for. */
#include <string.h>

#include "base/memory.h"
#include "blame/slicing.h"

/* ---- exits ---- */

static bool is_input(const tc_place *place) {
  return place->root == TC_ROOT_PARAMETER || place->root == TC_ROOT_GLOBAL;
}

/* What a node reaches as a set, whose bits stay where they are. */
static tc_set reach_of(const tc_slicing *s, int node) {
  return (tc_set){s->words, (uint64_t *)tc_slicing_reach(s, node)};
}

/* A place is computed from itself only when it is read on the way. */
static bool counts(const tc_closing *c, const tc_slicing *s, int place, int input) {
  if (!is_input(&c->table->place[input])) return false;
  return input != place || s->cyclic[s->part[s->read + place]];
}

static tc_status find_inputs(tc_closing *c, const tc_slicing *s, int place, tc_exit *exit) {
  const tc_set reach = reach_of(s, s->read + place);
  for (int n = tc_set_next(&reach, s->read); n >= 0 && n < s->written; n = tc_set_next(&reach, n + 1))
    if (counts(c, s, place, n - s->read)) TC_TRY(tc_set_add(&c->found, n - s->read));
  TC_TRY(tc_closing_keep(c, &c->found, &exit->inputs));
  for (int n = tc_set_next(&reach, s->enters); n >= 0; n = tc_set_next(&reach, n + 1))
    TC_TRY(tc_set_add(&c->found, n - s->enters));
  return tc_closing_keep(c, &c->found, &exit->enters);
}

static bool are_equal(tc_numbers a, tc_numbers b) {
  return a.count == b.count && (a.count == 0 || memcmp(a.of, b.of, (size_t)a.count * sizeof *a.of) == 0);
}

/* Exits with the same inputs share their lists. */
static bool take_from_earlier(const tc_heap *exits, tc_exit *exit) {
  const tc_exit *earlier = (const tc_exit *)(const void *)exits->bytes;
  for (int e = 0; e < exits->count; e++) {
    if (!are_equal(earlier[e].inputs, exit->inputs) || !are_equal(earlier[e].enters, exit->enters)) continue;
    exit->inputs = earlier[e].inputs;
    exit->enters = earlier[e].enters;
    return true;
  }
  return false;
}

static tc_status add_exit(tc_closing *c, const tc_slicing *s, int place, tc_heap *exits) {
  tc_facts *facts = c->closure->facts;
  tc_exit exit = {.place = place};
  TC_TRY(find_inputs(c, s, place, &exit));
  if (!take_from_earlier(exits, &exit)) {
    TC_TRY(tc_facts_numbers(facts, exit.inputs.count, exit.inputs.of, &exit.inputs));
    TC_TRY(tc_facts_numbers(facts, exit.enters.count, exit.enters.of, &exit.enters));
  }
  return tc_heap_add(exits, sizeof exit, &exit);
}

static bool are_same_exits(const tc_function *f, const tc_heap *exits) {
  const tc_exit *new = (const tc_exit *)(const void *)exits->bytes;
  if (f->exits != exits->count) return false;
  for (int e = 0; e < f->exits; e++)
    if (f->exit[e].place != new[e].place || !are_equal(f->exit[e].inputs, new[e].inputs) ||
        !are_equal(f->exit[e].enters, new[e].enters))
      return false;
  return true;
}

static tc_status find_exits(tc_closing *c, const tc_slicing *s, tc_function *f, bool *changed) {
  tc_heap exits = {NULL, 0, 0};
  tc_status status = TC_OK;
  for (int p = 0; p < s->places && !status; p++)
    if (s->is_written[p] && tc_place_is_outside(&c->table->place[p])) status = add_exit(c, s, p, &exits);
  if (!status && !are_same_exits(f, &exits)) {
    *changed = true;
    status = tc_heap_keep(&exits, sizeof(tc_exit), c->closure->facts->pool, &f->exits, &f->exit);
  }
  tc_heap_clear(&exits);
  return status;
}

/* ---- what is returned ---- */

static tc_status add_return(tc_closing *c, int lead, bool *changed) {
  tc_set *returns = &c->closure->outcome[c->number].returns;
  tc_numbers names;
  TC_TRY(tc_closing_names(c, lead, false, &names));
  for (int n = 0; n < names.count; n++) {
    const tc_place *place = &c->table->place[names.of[n]];
    if (place->root == TC_ROOT_RETURN || !tc_place_is_outside(place) || tc_set_has(returns, names.of[n]))
      continue;
    *changed = true;
    TC_TRY(tc_set_add(returns, names.of[n]));
  }
  return TC_OK;
}

static tc_status find_returns(tc_closing *c, bool *changed) {
  for (int i = 0; i < c->function->definitions; i++) {
    const tc_definition *d = &c->function->definition[i];
    if (d->kind != TC_DEFINE_RETURN || d->arguments == 0) continue;
    for (int l = 0; l < d->argument[0].leads.count; l++)
      TC_TRY(add_return(c, d->argument[0].leads.of[l], changed));
  }
  return TC_OK;
}

/* ---- blame ---- */

/* Definitions and effects only: nodes before the arguments. */
static tc_status add_reach(const tc_slicing *s, int node, tc_set *out) {
  const uint64_t *reach = tc_slicing_reach(s, node);
  const int words = s->arguments / 64, rest = s->arguments % 64;
  tc_set set = {words, (uint64_t *)reach};
  uint64_t last = reach[words] & (((uint64_t)1 << rest) - 1);
  TC_TRY(tc_set_unite(out, &set, NULL));
  for (; last; last &= last - 1) TC_TRY(tc_set_add(out, words * 64 + __builtin_ctzll(last)));
  return TC_OK;
}

/* All that writes the place, its memory or anything below it. */
static tc_status find_blame(const tc_closing *c, const tc_slicing *s, int place, tc_set *out) {
  const tc_place *places = c->table->place;
  TC_TRY(add_reach(s, s->read + place, out));
  for (int q = 0; q < s->places; q++)
    if (s->is_written[q] && tc_place_contains(&places[place], &places[q]))
      TC_TRY(add_reach(s, s->written + q, out));
  return TC_OK;
}

static tc_status keep_effects(tc_closing *c, tc_function *f) {
  tc_facts *facts = c->closure->facts;
  const tc_doing *doing = (const tc_doing *)(const void *)c->doings.bytes;
  tc_effect *effect = NULL;
  TC_TRY(tc_pool_alloc(facts->pool, (size_t)c->doings.count * sizeof *effect, &effect));
  for (int i = 0; i < c->doings.count; i++) {
    effect[i] = doing[i].effect;
    const tc_numbers writes = effect[i].writes;
    TC_TRY(tc_facts_numbers(facts, writes.count, writes.of, &effect[i].writes));
  }
  f->effects = c->doings.count;
  f->effect = effect;
  return TC_OK;
}

static tc_status finish(tc_closing *c, const tc_slicing *s, tc_function *f) {
  tc_facts *facts = c->closure->facts;
  const int own = f->places - f->added;
  tc_place *place = NULL;
  tc_set *blame = NULL;
  tc_facts_forget_blame(f);
  TC_TRY(keep_effects(c, f));
  TC_TRY(tc_pool_alloc(facts->pool, (size_t)s->places * sizeof *place, &place));
  TC_TRY(tc_pool_alloc(facts->pool, (size_t)s->places * sizeof *blame, &blame));
  if (s->places) memcpy(place, c->table->place, (size_t)s->places * sizeof *place);
  f->place = place;
  f->places = s->places;
  f->added = s->places - own;
  f->blame = blame;
  for (int p = 0; p < s->places; p++) {
    TC_TRY(find_blame(c, s, p, &blame[p]));
    TC_TRY(tc_set_unite(&f->claimed, &blame[p], NULL));
  }
  return TC_OK;
}

tc_status tc_closing_conclude(tc_closing *c, tc_function *function, bool last, bool *changed) {
  tc_slicing s = {0};
  TC_TRY(find_returns(c, changed));
  TC_TRY(tc_slicing_create(c, &s));
  tc_status status = find_exits(c, &s, function, changed);
  if (!status && last) status = finish(c, &s, function);
  tc_slicing_clear(&s);
  return status;
}
