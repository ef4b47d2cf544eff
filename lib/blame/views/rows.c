/* Table of rows with counts (see rows.h). Rows are found by kind, name, scope and node. A row must count each
 * stack only once. It therefore stores the index of the stack that it counted last, which is sufficient
 * because views count the stacks in order. The fingerprint of a row consists of two sums of hashes of its
 * stacks. */
#include "blame/views/rows.h"

#include <string.h>

#include "base/numeric/hash.h"

void tb_rows_clear(tb_rows *rows) {
  for (int i = 0; i < rows->count; i++) tc_bit_set_free(&rows->row[i].stack_set);
  TC_ARRAY_FREE(&rows->list);
  tc_hash_index_free(&rows->index);
  tc_pool_free(&rows->pool);
  *rows = (tb_rows){.selection = rows->selection};
}

static uint64_t hash_row(const tb_row *row) {
  const uint64_t scope =
      tc_hash_mix((uint64_t)(uintptr_t)row->scope + (uint64_t)row->kind) + (uint64_t)row->node;
  return tc_hash_bytes(scope, row->name, strlen(row->name));
}

static bool is_same_row(const tb_row *a, const tb_row *b) {
  return a->kind == b->kind && a->node == b->node && a->scope == b->scope && strcmp(a->name, b->name) == 0;
}

static const char *get_text_or_empty(const char *text) { return text ? text : ""; }

static tc_status append_row(tb_rows *rows, const tb_row *key) {
  TC_TRY(TC_ARRAY_ADD(&rows->list, key));
  rows->row = rows->list.item;
  tb_row *row = &rows->row[rows->count++];
  row->written = get_text_or_empty(key->written);
  row->type = get_text_or_empty(key->type);
  row->context = get_text_or_empty(key->context);
  row->file = get_text_or_empty(key->file);
  row->samples = row->exclusive = 0;
  row->last_stack = 0;
  row->stack_hash[0] = row->stack_hash[1] = 0;
  row->folded_into = -1;
  row->stack_set = (tc_bit_set){0};
  row->call_distance = 0;
  row->bin_samples = NULL;
  TC_TRY(tc_pool_alloc(&rows->pool, (size_t)rows->selection->groups * sizeof *row->group_samples,
                       &row->group_samples));
  if (row->touched)
    TC_TRY(tc_pool_alloc(&rows->pool, TB_TOUCH_BINS * sizeof *row->bin_samples, &row->bin_samples));
  return TC_OK;
}

tc_status tb_rows_find(tb_rows *rows, const tb_row *key, int *index) {
  const uint64_t hash = hash_row(key);
  int at = 0;
  while ((*index = tc_hash_index_next(&rows->index, hash, &at)) >= 0)
    if (is_same_row(&rows->row[*index], key)) return TC_OK;
  *index = rows->count;
  TC_TRY(append_row(rows, key));
  return tc_hash_index_add(&rows->index, hash);
}

void tb_rows_count(tb_rows *rows, int index, int stack) {
  tb_row *row = &rows->row[index];
  const tb_selected_stack *selected = &rows->selection->stack[stack];
  if (row->last_stack == stack + 1) return;
  row->last_stack = stack + 1;
  row->samples += selected->samples;
  for (int g = 0; g < rows->selection->groups; g++) row->group_samples[g] += selected->group_samples[g];
  row->stack_hash[0] += tc_hash_mix((uint64_t)stack + 1);
  row->stack_hash[1] += tc_hash_mix(~(uint64_t)stack);
}

tc_status tb_rows_count_with_frame(tb_rows *rows, int index, int stack, int frame) {
  tb_row *row = &rows->row[index];
  if (row->last_stack == stack + 1) return TC_OK;
  tb_rows_count(rows, index, stack);
  row->call_distance += frame * rows->selection->stack[stack].samples;
  return tc_bit_set_add(&row->stack_set, stack);
}

tc_status tb_rows_count_unattributed(tb_rows *rows, int stack, int *index) {
  const tb_selected_stack *selected = &rows->selection->stack[stack];
  tb_row row = {.parent = -1};
  *index = -1;
  if (selected->is_waiting) {
    row.kind = TB_ROW_WAITING;
    TC_TRY(tc_pool_printf(&rows->pool, &row.name, "(waiting in %s)", selected->stack->waiting_call));
  } else if (selected->stack->user_frame >= selected->frames) {
    row.kind = TB_ROW_LIBRARY;
    row.name = rows->selection->profile->facts ? "(no analysed function)" : "(no line known)";
  } else
    return TC_OK;
  TC_TRY(tb_rows_find(rows, &row, index));
  tb_rows_count(rows, *index, stack);
  return TC_OK;
}

tb_row tb_rows_function_row(const tb_rows *rows, const tb_function *function) {
  return (tb_row){.kind = TB_ROW_FUNCTION,
                  .name = function->name,
                  .scope = function,
                  .file = rows->selection->profile->facts->file[function->file].path,
                  .line = function->line,
                  .parent = -1};
}

bool tb_rows_is_significant(const tb_rows *rows, const tb_row *row) {
  const tb_view_options *o = rows->selection->options;
  return o->shows_all || (double)row->samples >= o->share_min * (double)rows->selection->used_samples;
}
