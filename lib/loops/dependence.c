#include "loops/dependence.h"

#include <string.h>

#include "loops/owner_runs.h"

bool tc_references_equal(const tc_reference *a, const tc_reference *b) {
  return a->array == b->array && strcmp(a->random, b->random) == 0 &&
         memcmp(&a->index, &b->index, sizeof a->index) == 0;
}

static int64_t greatest_common_divisor(int64_t a, int64_t b) {
  while (b != 0) {
    const int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? -a : a;
}

/* False if two subscripts have different values in all iterations. The result true does not prove that they
 * are ever equal. */
static bool may_be_equal(const tc_interval *interval, const tc_affine *a, const tc_affine *b) {
  int64_t divisor = 0, corner[TC_LOOP_LEVELS];
  for (int l = 0; l < interval->levels; l++)
    divisor = greatest_common_divisor(divisor, greatest_common_divisor(a->factor[l], b->factor[l]));
  const int64_t distance = b->constant - a->constant;
  if (divisor == 0 ? distance != 0 : distance % divisor != 0) return false;
  return tc_subscript_bound(interval, a, false, corner) <= tc_subscript_bound(interval, b, true, corner) &&
         tc_subscript_bound(interval, b, false, corner) <= tc_subscript_bound(interval, a, true, corner);
}

bool tc_references_may_depend(const tc_interval *interval, const tc_reference *a, const tc_reference *b) {
  const bool is_read_and_written = ((a->use & TC_USE_READ) && (b->use & TC_USE_WRITE)) ||
                                   ((a->use & TC_USE_WRITE) && (b->use & TC_USE_READ));
  if (a->array != b->array || !is_read_and_written) return false;
  if (*a->random || *b->random) return true;
  for (int d = 0; d < TC_LOOP_DIMS; d++)
    if (!may_be_equal(interval, &a->subscript[d], &b->subscript[d])) return false;
  return true;
}

/* True if the elements of two references have different owners in more than 1 % of the iterations of a pass.
 */
static bool has_other_owner(const tc_strided_access *a, const tc_strided_access *b, int64_t iterations) {
  enum { max_share_inverse = 100 };
  int64_t distance = 0;
  tc_owner_run x = {0}, y;
  for (int64_t k = 0; k < iterations && distance * max_share_inverse <= iterations; k += y.iterations) {
    if (x.iterations == 0) x = tc_strided_access_run(a, k, iterations - k);
    y = tc_strided_access_run(b, k, x.iterations);
    x.iterations -= y.iterations;
    distance += x.owner != y.owner ? y.iterations : 0;
  }
  return distance * max_share_inverse > iterations;
}

bool tc_references_can_merge(const tc_loops *loops, const tc_interval *interval, const tc_reference *a,
                             const tc_reference *b) {
  const int64_t iterations = tc_loop_pass_iterations(interval);
  if (a->array != b->array) return false;
  if (tc_references_equal(a, b)) return true;
  if (*a->random || *b->random) return false;
  tc_loop_pass pass = tc_loop_pass_first(interval);
  do {
    const tc_strided_access access_a = tc_strided_access_init(loops, &pass, a),
                            access_b = tc_strided_access_init(loops, &pass, b);
    if (has_other_owner(&access_a, &access_b, iterations)) return false;
  } while (tc_loop_pass_next(&pass));
  return true;
}
