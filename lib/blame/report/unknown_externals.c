#include "blame/report/unknown_externals.h"

#include <stdlib.h>
#include <string.h>

#include "base/containers/dynamic_array.h"
#include "blame/closure/call_graph.h"
#include "blame/facts/externals.h"

static int compare(const void *a, const void *b) {
  return strcmp(((const tc_stranger *)a)->name, ((const tc_stranger *)b)->name);
}

static tc_status gather(const tc_facts *facts, const tc_calls *calls, tc_heap *found) {
  tc_external external;
  for (int f = 0; f < facts->functions; f++)
    for (int i = 0; i < facts->function[f].definitions; i++) {
      const tc_definition *d = &facts->function[f].definition[i];
      const tc_stranger one = {d->callee, 1};
      if (d->kind != TC_DEFINE_CALL || !d->callee || tc_calls_of(calls, f, i).count > 0) continue;
      if (!tc_external_find(d->callee, &external)) TC_TRY(tc_heap_add(found, sizeof one, &one));
    }
  return TC_OK;
}

/* Those of one name become one. */
static void settle(tc_heap *found) {
  tc_stranger *of = (tc_stranger *)(void *)found->bytes;
  int count = 0;
  if (found->count) qsort(of, (size_t)found->count, sizeof *of, compare);
  for (int i = 0; i < found->count; i++) {
    if (count > 0 && strcmp(of[count - 1].name, of[i].name) == 0)
      of[count - 1].calls++;
    else
      of[count++] = of[i];
  }
  found->count = count;
}

tc_status tc_strangers_find(const tc_facts *facts, tc_strangers *out) {
  tc_calls calls;
  tc_heap found = {NULL, 0, 0};
  *out = (tc_strangers){0};
  TC_TRY(tc_calls_create(facts, NULL, &calls));
  tc_status status = gather(facts, &calls, &found);
  if (!status) {
    settle(&found);
    status = tc_heap_keep(&found, sizeof(tc_stranger), &out->pool, &out->count, &out->of);
  }
  tc_heap_clear(&found);
  tc_calls_clear(&calls);
  return status;
}

void tc_strangers_clear(tc_strangers *strangers) {
  tc_pool_empty(&strangers->pool);
  *strangers = (tc_strangers){0};
}
