/* Things by when they were last touched: how many others have been since. Not collective. */
#ifndef TC_SPARSE_LRU_STACK_H
#define TC_SPARSE_LRU_STACK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"

/* Each thing has a mark at the time when it was last touched. When time ends, the marks move together. */
typedef struct tc_lru_stack {
  int32_t marked;       /* things that have a mark */
  int32_t words, now;   /* time: 0 .. 64 words */
  uint64_t *mark;       /* [words] a bit for each time */
  int32_t *marks_below; /* [words+1] a Fenwick tree over the marks of each word */
  int32_t *thing_at;    /* [64 words] who was touched then */
  int32_t *touched;     /* [things] the time of its mark; -1: none yet */
} tc_lru_stack;

/* Of so many things, at most 2^29, none of which has been touched. Memory linear. Errors: TC_INTERNAL out of
 * memory; tc_lru_stack_free is due all the same. */
tc_status tc_lru_stack_init(int32_t things, tc_lru_stack *out);
void tc_lru_stack_free(tc_lru_stack *recency);

/* Touches a thing: how many others were touched since it was last, each counted once; -1 the first time. In
 * logarithmic time. */
int32_t tc_lru_stack_touch(tc_lru_stack *recency, int32_t thing);

/* Was `thing` touched after `other`? */
static inline bool tc_lru_stack_is_newer(const tc_lru_stack *recency, int32_t thing, int32_t other) {
  return recency->touched[thing] > recency->touched[other];
}

#endif
