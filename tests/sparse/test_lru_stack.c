#include "sparse/lru_stack.h"

#include <string.h>

#include "base/numeric/hash.h"
#include "support/expect.h"

/* Reference: a list of items in the order from the last touched to the first touched. */
typedef struct list {
  int n, thing[300];
} list;

static int find(const list *l, int thing) {
  int at = 0;
  while (at < l->n && l->thing[at] != thing) at++;
  return at;
}

static int touch(list *l, int thing) {
  const int at = find(l, thing), since = at < l->n ? at : -1;
  if (at == l->n) l->n++;
  memmove(l->thing + 1, l->thing, (size_t)at * sizeof *l->thing);
  l->thing[0] = thing;
  return since;
}

/* Compares the LRU stack with the list. The number of touches is so large that the stack compacts its marks
 * many times. Items with low numbers are touched more often. */
static void expect_same(int things) {
  tc_lru_stack recency;
  list l = {0};
  expect_ok(tc_lru_stack_init(things, &recency));
  for (int i = 0; i < 20000; i++) {
    const uint64_t number = tc_hash_mix((uint64_t)i), range = (uint64_t)things >> number % 4;
    const int thing = (int)((number >> 8) % (range + 1)) % things, wanted = touch(&l, thing);
    cr_assert_eq(tc_lru_stack_touch(&recency, thing), wanted, "%d things, touch %d", things, i);
    const int other = (int)(number >> 40) % things;
    cr_assert_eq(tc_lru_stack_is_newer(&recency, other, i % things), find(&l, other) < find(&l, i % things));
  }
  tc_lru_stack_free(&recency);
}

Test(recency, as_a_list_says) {
  for (int things = 1; things <= 300; things += things < 5 ? 1 : 59) expect_same(things);
}

Test(recency, in_turn) {
  tc_lru_stack recency;
  expect_ok(tc_lru_stack_init(1000, &recency));
  for (int i = 0; i < 10000; i++)
    cr_assert_eq(tc_lru_stack_touch(&recency, i % 1000), i < 1000 ? -1 : 999, "touch %d", i);
  tc_lru_stack_free(&recency);
}

Test(recency, of_nothing) {
  tc_lru_stack recency;
  expect_ok(tc_lru_stack_init(0, &recency));
  tc_lru_stack_free(&recency);
}
