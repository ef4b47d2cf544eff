#include "blame/report/unknown_externals.h"

#include <stdlib.h>
#include <string.h>

#include "blame/closure/call_graph.h"
#include "blame/facts/externals.h"

static int compare_externals(const void *a, const void *b) {
  return strcmp(((const tb_unknown_external *)a)->name, ((const tb_unknown_external *)b)->name);
}

typedef TC_ARRAY(tb_unknown_external) external_list;

static tc_status collect_externals(const tb_facts *facts, const tb_call_graph *calls, external_list *found) {
  tb_external external;
  for (int f = 0; f < facts->functions; f++)
    for (int i = 0; i < facts->function[f].definitions; i++) {
      const tb_definition *d = &facts->function[f].definition[i];
      const tb_unknown_external one = {d->callee, 1};
      if (d->kind != TB_DEFINE_CALL || !d->callee || tb_call_graph_callees(calls, f, i).count > 0) continue;
      if (!tb_external_find(d->callee, &external)) TC_TRY(TC_ARRAY_ADD(found, &one));
    }
  return TC_OK;
}

static void merge_externals(external_list *found) {
  tb_unknown_external *item = found->item;
  int count = 0;
  TC_ARRAY_SORT(found, compare_externals);
  for (int i = 0; i < found->count; i++) {
    if (count > 0 && strcmp(item[count - 1].name, item[i].name) == 0)
      item[count - 1].calls++;
    else
      item[count++] = item[i];
  }
  found->count = count;
}

static tc_status collect_unknown(const tb_facts *facts, tb_unknown_externals *out) {
  tb_call_graph calls;
  external_list found = {.pool = &out->pool};
  TC_TRY(tb_call_graph_build(facts, NULL, &out->pool, &calls));
  TC_TRY(collect_externals(facts, &calls, &found));
  merge_externals(&found);
  out->count = found.count;
  out->item = found.item;
  return TC_OK;
}

tc_status tb_unknown_externals_find(const tb_facts *facts, tb_unknown_externals *out) {
  *out = (tb_unknown_externals){0};
  tc_status status = collect_unknown(facts, out);
  if (status) tb_unknown_externals_free(out);
  return status;
}

void tb_unknown_externals_free(tb_unknown_externals *externals) {
  tc_pool_free(&externals->pool);
  *externals = (tb_unknown_externals){0};
}
