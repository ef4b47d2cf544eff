/* LRU stack: returns how many distinct items were touched since the last touch of an item. A touch takes
 * time proportional to the logarithm of the number of items, and memory is linear in this number. Usage:
 * call tc_lru_stack_init, tc_lru_stack_touch any number of times, and tc_lru_stack_free. No function is
 * collective. */
#ifndef TC_SPARSE_LRU_STACK_H
#define TC_SPARSE_LRU_STACK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/pool.h"

/* The time advances by 1 with each touch. Each touched item has one mark, which is a bit of the array `mark`,
 * at the time of the item's last touch. When all times are used, the marks are moved to the first times in
 * unchanged order. */
typedef struct tc_lru_stack {
  int32_t marked_items;     /* number of items that have a mark */
  int32_t words, next_time; /* times are 0 .. 64 words - 1; `next_time` is the next one */
  uint64_t *mark;           /* [words] one bit per time; 1 if an item has its mark at this time */
  int32_t *marks_below; /* [words+1] Fenwick tree over the numbers of marks in the words, which gives their
                           partial sums */
  int32_t *item_at;     /* [64 words] item that was touched at each time */
  int32_t *last_touch;  /* [items] time of each item's mark; -1 if the item was never touched */
  tc_pool memory;       /* owns the arrays of this struct */
} tc_lru_stack;

/* Initialises a stack of `items` items, at most 2^29, all untouched. Errors: TC_INTERNAL if memory is
 * exhausted; the caller must call tc_lru_stack_free in this case too. */
tc_status tc_lru_stack_init(int32_t items, tc_lru_stack *out);
void tc_lru_stack_free(tc_lru_stack *stack);

/* Touches an item. Returns the number of distinct other items that were touched since the previous touch of
 * this item, or -1 if the item was not touched before. */
int32_t tc_lru_stack_touch(tc_lru_stack *stack, int32_t item);

/* True if the last touch of `item` is later than that of `other`. An item that was never touched counts as
 * older than all touched items. */
static inline bool tc_lru_stack_is_newer(const tc_lru_stack *stack, int32_t item, int32_t other) {
  return stack->last_touch[item] > stack->last_touch[other];
}

#endif
