#include "blame/closure.h"

#include "base/memory.h"
#include "blame/closing.h"

static void clear(tc_closing *c) {
  tc_heap_clear(&c->pointings);
  tc_heap_clear(&c->doings);
  tc_heap_clear(&c->names[0]);
  tc_heap_clear(&c->names[1]);
  tc_set_clear(&c->found);
  tc_pool_empty(&c->scratch);
}

static tc_status close_function(tc_closure *closure, int number, bool finish, bool *changed) {
  tc_function *function = &closure->facts->function[number];
  tc_closing c = {.closure = closure,
                  .number = number,
                  .function = function,
                  .table = &closure->outcome[number].table};
  tc_status status = tc_closing_point(&c);
  if (!status) status = tc_closing_do(&c);
  if (!status) status = tc_closing_conclude(&c, function, finish, changed);
  clear(&c);
  return status;
}

/* Functions that call each other, until their exits stay as they are. */
static tc_status close_group(tc_closure *closure, int group) {
  const tc_calls *calls = &closure->calls;
  const int begin = calls->group[group], end = calls->group[group + 1];
  bool changed = tc_calls_recurs(calls, group), ignored = false;
  while (changed) {
    changed = false;
    for (int i = begin; i < end; i++) TC_TRY(close_function(closure, calls->order[i], false, &changed));
  }
  for (int i = begin; i < end; i++) TC_TRY(close_function(closure, calls->order[i], true, &ignored));
  return TC_OK;
}

static tc_status begin(tc_closure *closure) {
  tc_facts *facts = closure->facts;
  TC_TRY(tc_calls_create(facts, &closure->calls));
  TC_TRY(tc_members_create(facts, &closure->members));
  TC_TRY(TC_ALLOC_ZERO(closure->outcome, facts->functions));
  for (int f = 0; f < facts->functions; f++) {
    TC_TRY(tc_table_create(facts->pool, &facts->function[f], &closure->outcome[f].table));
    facts->function[f].exits = 0;
  }
  return TC_OK;
}

static void end(tc_closure *closure) {
  for (int f = 0; closure->outcome && f < closure->facts->functions; f++) {
    tc_table_clear(&closure->outcome[f].table);
    tc_set_clear(&closure->outcome[f].returns);
    tc_heap_clear(&closure->outcome[f].limits);
  }
  tc_free(closure->outcome);
  tc_members_clear(&closure->members);
  tc_calls_clear(&closure->calls);
}

tc_status tc_facts_close(tc_facts *facts, tc_transfer transfer) {
  tc_closure closure = {.facts = facts, .transfer = transfer};
  facts->closed = false;
  tc_status status = begin(&closure);
  for (int g = 0; g < closure.calls.groups && !status; g++) status = close_group(&closure, g);
  end(&closure);
  facts->transfer = transfer;
  facts->closed = !status;
  return status;
}
