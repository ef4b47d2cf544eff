#include "blame/report/unknown_externals.h"

#include <stdlib.h>
#include <string.h>

#include "base/containers/dynamic_array.h"
#include "blame/closure/call_graph.h"
#include "blame/facts/externals.h"

static int compare_externals(const void *a, const void *b) {
  return strcmp(((const tb_unknown_external *)a)->name, ((const tb_unknown_external *)b)->name);
}

static tc_status collect_externals(const tb_facts *facts, const tb_call_graph *calls,
                                   tc_dynamic_array *found) {
  tb_external external;
  for (int f = 0; f < facts->functions; f++)
    for (int i = 0; i < facts->function[f].definitions; i++) {
      const tb_definition *d = &facts->function[f].definition[i];
      const tb_unknown_external one = {d->callee, 1};
      if (d->kind != TB_DEFINE_CALL || !d->callee || tb_call_graph_callees(calls, f, i).count > 0) continue;
      if (!tb_external_find(d->callee, &external)) TC_TRY(tc_dynamic_array_add(found, sizeof one, &one));
    }
  return TC_OK;
}

/* Merges all calls of a function into one item. */
static void merge_externals(tc_dynamic_array *found) {
  tb_unknown_external *of = (tb_unknown_external *)(void *)found->bytes;
  int count = 0;
  if (found->count) qsort(of, (size_t)found->count, sizeof *of, compare_externals);
  for (int i = 0; i < found->count; i++) {
    if (count > 0 && strcmp(of[count - 1].name, of[i].name) == 0)
      of[count - 1].calls++;
    else
      of[count++] = of[i];
  }
  found->count = count;
}

tc_status tb_unknown_externals_find(const tb_facts *facts, tb_unknown_externals *out) {
  tb_call_graph calls;
  tc_dynamic_array found = {NULL, 0, 0};
  *out = (tb_unknown_externals){0};
  TC_TRY(tb_call_graph_init(facts, NULL, &calls));
  tc_status status = collect_externals(facts, &calls, &found);
  if (!status) {
    merge_externals(&found);
    status = tc_dynamic_array_move_to_pool(&found, sizeof(tb_unknown_external), &out->pool, &out->count,
                                           &out->item);
  }
  tc_dynamic_array_free(&found);
  tb_call_graph_free(&calls);
  return status;
}

void tb_unknown_externals_free(tb_unknown_externals *strangers) {
  tc_pool_free(&strangers->pool);
  *strangers = (tb_unknown_externals){0};
}
