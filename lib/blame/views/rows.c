/* Table of rows with counts (see rows.h). Rows are found in an open-addressing hash table by kind, name,
 * scope and node. A row counts each stack only once: it stores the number of the stack that it counted last,
 * because views count the stacks in order. The fingerprint of a row is a pair of sums of hashes of its
 * stacks. */
#include "blame/views/rows.h"

#include <string.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"

void tb_rows_clear(tb_rows *rows) {
  for (int i = 0; i < rows->count; i++) tc_bit_set_free(&rows->row[i].stack_set);
  tc_free(rows->row);
  tc_free(rows->slot);
  tc_pool_free(&rows->pool);
  *rows = (tb_rows){.selection = rows->selection};
}

static uint64_t hash_of(const tb_row *row) {
  const uint64_t scope =
      tc_hash_mix((uint64_t)(uintptr_t)row->scope + (uint64_t)row->kind) + (uint64_t)row->node;
  return tc_hash_bytes(scope, row->name, strlen(row->name));
}

static bool is_same_row(const tb_row *a, const tb_row *b) {
  return a->kind == b->kind && a->node == b->node && a->scope == b->scope && strcmp(a->name, b->name) == 0;
}

/* Returns the slot that contains the row or in which it would be inserted. */
static int *slot_of(const tb_rows *rows, const tb_row *like) {
  uint64_t at = hash_of(like);
  int *slot;
  do slot = &rows->slot[at++ & (uint64_t)(rows->slots - 1)];
  while (*slot && !is_same_row(&rows->row[*slot - 1], like));
  return slot;
}

static tc_status grow_rows(tb_rows *rows) {
  tb_row *row = NULL;
  int *slot = NULL;
  const int room = rows->capacity ? 2 * rows->capacity : 64;
  TC_TRY(tc_alloc((size_t)room, sizeof *row, "rows", &row));
  tc_status status = tc_alloc_zero((size_t)room * 2, sizeof *slot, "rows", &slot);
  if (status) {
    tc_free(row);
    return status;
  }
  if (rows->count) memcpy(row, rows->row, (size_t)rows->count * sizeof *row);
  tc_free(rows->row);
  tc_free(rows->slot);
  rows->row = row;
  rows->slot = slot;
  rows->capacity = room;
  rows->slots = 2 * room;
  for (int i = 0; i < rows->count; i++) *slot_of(rows, &row[i]) = i + 1;
  return TC_OK;
}

static const char *text_or_empty(const char *text) { return text ? text : ""; }

static tc_status append_row(tb_rows *rows, const tb_row *like, int *slot) {
  tb_row *row = &rows->row[rows->count];
  *row = *like;
  row->written = text_or_empty(like->written);
  row->type = text_or_empty(like->type);
  row->context = text_or_empty(like->context);
  row->file = text_or_empty(like->file);
  row->samples = row->exclusive = 0;
  row->last = 0;
  row->stacks[0] = row->stacks[1] = 0;
  row->folded = -1;
  row->stack_set = (tc_bit_set){0};
  row->out = 0;
  row->bin = NULL;
  TC_TRY(tc_pool_alloc(&rows->pool, (size_t)rows->selection->groups * sizeof *row->by, &row->by));
  if (row->touched) TC_TRY(tc_pool_alloc(&rows->pool, TB_TOUCH_BINS * sizeof *row->bin, &row->bin));
  *slot = ++rows->count;
  return TC_OK;
}

tc_status tb_rows_find(tb_rows *rows, const tb_row *like, int *index) {
  if (rows->count == rows->capacity) TC_TRY(grow_rows(rows));
  int *slot = slot_of(rows, like);
  if (!*slot) TC_TRY(append_row(rows, like, slot));
  *index = *slot - 1;
  return TC_OK;
}

void tb_rows_count(tb_rows *rows, int index, int stack) {
  tb_row *row = &rows->row[index];
  const tb_selected_stack *picked = &rows->selection->stack[stack];
  if (row->last == stack + 1) return;
  row->last = stack + 1;
  row->samples += picked->samples;
  for (int g = 0; g < rows->selection->groups; g++) row->by[g] += picked->by[g];
  row->stacks[0] += tc_hash_mix((uint64_t)stack + 1);
  row->stacks[1] += tc_hash_mix(~(uint64_t)stack);
}

tc_status tb_rows_count_with_frame(tb_rows *rows, int index, int stack, int frame) {
  tb_row *row = &rows->row[index];
  if (row->last == stack + 1) return TC_OK;
  tb_rows_count(rows, index, stack);
  row->out += frame * rows->selection->stack[stack].samples;
  return tc_bit_set_add(&row->stack_set, stack);
}

tc_status tb_rows_find_unattributed(tb_rows *rows, int stack, int *index) {
  const tb_selected_stack *picked = &rows->selection->stack[stack];
  tb_row row = {.parent = -1};
  *index = -1;
  if (picked->is_waiting) {
    row.kind = TB_ROW_WAITING;
    TC_TRY(tc_pool_printf(&rows->pool, &row.name, "(waiting in %s)", picked->stack->waiting));
  } else if (picked->stack->user >= picked->frames) {
    row.kind = TB_ROW_LIBRARY;
    row.name = rows->selection->profile->facts ? "(no analysed function)" : "(no line known)";
  } else
    return TC_OK;
  return tb_rows_find(rows, &row, index);
}

bool tb_rows_is_significant(const tb_rows *rows, const tb_row *row) {
  const tb_view_options *o = rows->selection->options;
  return o->all || (double)row->samples >= o->min * (double)rows->selection->used;
}
