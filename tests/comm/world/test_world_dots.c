#include <math.h>
#include <omp.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "support/expect.h"
#include "support/parallel.h"

/* Returns the term with this number. Its magnitude is between 2^(top-69) and 2^(top+1). */
static double compute_value(int64_t number, int top) {
  const uint64_t random = tc_hash_mix((uint64_t)number);
  const double fraction = 1.0 + ldexp((double)(random >> 12), -52);
  return ldexp(random & 1 ? -fraction : fraction, top - (int)(random % 70));
}

enum { terms = 4001 };

/* Adds the terms first, first + stride, .. to the sum. All threads add blocks of terms. */
static void add_terms(int first, int stride, int top, tc_dot *dot) {
  enum { block = 64 };
#pragma omp parallel
  {
    tc_dot part;
    tc_dot_init(dot->top, &part);
#pragma omp for schedule(dynamic)
    for (int from = first; from < terms; from += block * stride) {
      double x[block], y[block];
      int n = 0;
      for (int i = from; i < terms && n < block; i += stride, n++) {
        x[n] = compute_value(i, 0);
        y[n] = ldexp(1.0, top);
      }
      tc_dot_add(&part, n, NULL, x, y);
    }
#pragma omp critical
    tc_dot_merge(dot, &part);
  }
}

static void expect_same(const tc_dot *got, const tc_dot *wanted) {
  cr_assert_eq(got->top, wanted->top);
  cr_assert_eq(tc_dot_is_in_window(got), tc_dot_is_in_window(wanted));
  cr_assert_eq(tc_dot_bin_top(got), tc_dot_bin_top(wanted));
  cr_assert_eq(tc_dot_next_top(got), tc_dot_next_top(wanted));
  if (!tc_dot_is_in_window(wanted)) return; /* outside the window the limbs may be invalid */
  for (int k = 0; k < TC_DOT_LIMBS; k++) cr_assert_eq(got->limb[k], wanted->limb[k]);
}

/* Computes several sums with right and wrong guesses of the window in which the digits are summed. Every
 * limb must equal that of one rank that adds all terms. */
ThreadedTest(world_dots, are_those_of_one_rank) {
  enum { count = 10 };
  static const int top[count] = {0, 0, 100, -300, 40, 0, 0, 0, 0, 0},
                   guess[count] = {4, 0, 16, -36, -12, 36, 4, 1, 2, 3};
  tc_dot dot[count], all[count];
  for (int k = 0; k < count; k++) {
    tc_dot_init(guess[k], &dot[k]);
    tc_dot_init(guess[k], &all[k]);
    add_terms(world->rank, world->ranks, top[k], &dot[k]);
    add_terms(0, 1, top[k], &all[k]);
  }
  expect_ok(tc_world_dots(world, count, dot));
  for (int k = 0; k < count; k++) {
    cr_assert_eq(tc_dot_is_in_window(&dot[k]), k != 1 && k != 4 && k != 5);
    expect_same(&dot[k], &all[k]);
  }
}

/* One rank has the only nonzero term, the largest term, a NaN or a zero. All ranks must get the same
 * result of each sum. */
ParallelTest(world_dots, know_what_one_rank_has_found) {
  for (int r = 0; r < world->ranks; r++) {
    const double own = world->rank == r ? 1.0 : 0.0, other = 0x1p-20;
    const double value[4] = {own, own != 0.0 ? 0x1p50 : other, own != 0.0 ? NAN : other,
                             own != 0.0 ? 0.0 : other};
    tc_dot dot[4];
    for (int k = 0; k < 4; k++) {
      tc_dot_init(4, &dot[k]);
      tc_dot_add(&dot[k], 1, NULL, &value[k], &(double){1.0});
    }
    expect_ok(tc_world_dots(world, 4, dot));
    cr_assert(tc_dot_is_in_window(&dot[0]) && tc_dot_value(&dot[0]) == 1.0);
    cr_assert(!tc_dot_is_in_window(&dot[1]) && tc_dot_bin_top(&dot[1]) == 8);
    cr_assert(tc_dot_is_in_window(&dot[2]) && isnan(tc_dot_value(&dot[2])));
    if (world->ranks > 1) cr_assert(!tc_dot_is_in_window(&dot[3]) && tc_dot_bin_top(&dot[3]) == 0);
  }
}

ParallelTest(world_dots, of_zeros_are_zero) {
  tc_dot dot;
  tc_dot_init(4, &dot);
  tc_dot_add(&dot, 3, NULL, (double[]){0.0, -0.0, 0.0}, (double[]){1.0, 1.0, 1.0});
  expect_ok(tc_world_dots(world, 1, &dot));
  cr_assert(tc_dot_is_in_window(&dot) && tc_dot_value(&dot) == 0.0 && tc_dot_next_top(&dot) == 4);
  expect_ok(tc_world_dots(world, 0, NULL));
}

/* The number of sums exceeds what one reduction combines, so several reductions are needed. */
ParallelTest(world_dots, may_be_many) {
  enum { count = TC_WORLD_DOTS + 3 };
  tc_dot *dot;
  expect_ok(TC_ALLOC(dot, count));
  for (int k = 0; k < count; k++) {
    const double x = k + 1.0, y = world->rank + 1.0;
    tc_dot_init(4, &dot[k]);
    tc_dot_add(&dot[k], 1, NULL, &x, &y);
  }
  expect_ok(tc_world_dots(world, count, dot));
  for (int k = 0; k < count; k++)
    cr_assert_eq(tc_dot_value(&dot[k]), (k + 1) * world->ranks * (world->ranks + 1) / 2);
  tc_free(dot);
}
