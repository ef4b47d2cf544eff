#include "sparse/lru_stack.h"

#include <string.h>

#include "base/core/memory.h"

enum { word_bits = 64 };

/* The number of points in time is at least twice the number of items. At least half of the times are
 * therefore free after a compaction, so compactions are rare. */
tc_status tc_lru_stack_init(int32_t items, tc_lru_stack *out) {
  *out = (tc_lru_stack){.words = items / (word_bits / 2) + 2};
  TC_TRY(TC_POOL_ARRAY_ZERO(&out->memory, out->mark, out->words));
  TC_TRY(TC_POOL_ARRAY_ZERO(&out->memory, out->marks_below, out->words + 1));
  TC_TRY(TC_POOL_ARRAY(&out->memory, out->item_at, (size_t)out->words * word_bits));
  TC_TRY(TC_POOL_ARRAY(&out->memory, out->last_touch, items));
  memset(out->last_touch, -1, (size_t)items * sizeof *out->last_touch);
  return TC_OK;
}

void tc_lru_stack_free(tc_lru_stack *r) { tc_pool_free(&r->memory); }

static void add_marks(tc_lru_stack *r, int32_t word, int32_t marks) {
  for (int32_t w = word + 1; w <= r->words; w += w & -w) r->marks_below[w] += marks;
}

/* Returns the number of marks at times up to and including `time`. */
static int32_t count_marks_until(const tc_lru_stack *r, int32_t time) {
  const int32_t word = time / word_bits;
  int32_t marks = __builtin_popcountll(r->mark[word] << (word_bits - 1 - time % word_bits));
  for (int32_t w = word; w > 0; w -= w & -w) marks += r->marks_below[w];
  return marks;
}

/* Moves all marks to the first times, in unchanged order, so that the later times are free again. */
static void compact_times(tc_lru_stack *r) {
  int32_t next_time = 0;
  for (int32_t time = 0; time < r->next_time; time++) {
    const int32_t item = r->item_at[time];
    if (r->last_touch[item] != time) continue;
    r->last_touch[item] = next_time;
    r->item_at[next_time++] = item;
  }
  r->next_time = next_time;
  memset(r->mark, 0, (size_t)r->words * sizeof *r->mark);
  memset(r->marks_below, 0, ((size_t)r->words + 1) * sizeof *r->marks_below);
  for (int32_t time = 0; time < next_time; time++)
    r->mark[time / word_bits] |= UINT64_C(1) << time % word_bits;
  for (int32_t w = 0; w < r->words; w++) add_marks(r, w, __builtin_popcountll(r->mark[w]));
}

static void mark_latest(tc_lru_stack *r, int32_t item) {
  r->mark[r->next_time / word_bits] |= UINT64_C(1) << r->next_time % word_bits;
  add_marks(r, r->next_time / word_bits, 1);
  r->item_at[r->next_time] = item;
  r->last_touch[item] = r->next_time++;
}

/* Removes the mark of item `item`. Returns the number of marks at later times, which is the number of other
 * items touched since. */
static int32_t remove_mark(tc_lru_stack *r, int32_t item) {
  const int32_t last = r->last_touch[item], later = r->marked_items - count_marks_until(r, last);
  r->mark[last / word_bits] &= ~(UINT64_C(1) << last % word_bits);
  add_marks(r, last / word_bits, -1);
  r->last_touch[item] = -1;
  return later;
}

int32_t tc_lru_stack_touch(tc_lru_stack *r, int32_t item) {
  int32_t since = -1;
  if (r->last_touch[item] < 0)
    r->marked_items++;
  else if (r->last_touch[item] == r->next_time - 1)
    return 0;
  else
    since = remove_mark(r, item);
  if (r->next_time == r->words * word_bits) compact_times(r);
  mark_latest(r, item);
  return since;
}
