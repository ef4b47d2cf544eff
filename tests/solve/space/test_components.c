/* Tests of the search for connected components of a mesh, on any number of ranks. */
#include "solve/space/components.h"

#include "support/parallel.h"
#include "support/problems.h"

static const cutting cuttings[] = {{"two-point", "none", TC_DISTRIBUTION_CYCLIC, 1},
                                   {"two-point", "rcm", TC_DISTRIBUTION_CYCLIC, 7},
                                   {"two-point", "metis", TC_DISTRIBUTION_METIS, 10}};

enum { bricks = 6, brick = 2 * 2 * 6 };

ParallelTest(pieces, are_counted) {
  for (int c = 0; c < 3; c++) {
    tc_problem *p = problem_slabbed(world, &cuttings[c], bricks);
    const int32_t owned = p->space->owned;
    bool *leaves = calloc((size_t)owned + 1, sizeof *leaves);
    int64_t closed, others;
    expect_ok(tc_components_count_closed(p->space, p->system->rates, leaves, &closed, &others));
    cr_expect(closed == 2 + brick && others == 0, "%d: %d", c, (int)closed);
    for (int32_t i = 0; i < owned; i++) leaves[i] = p->space->id[i] == 0;
    expect_ok(tc_components_count_closed(p->space, p->system->rates, leaves, &closed, &others));
    cr_expect(closed == 1 + brick && others == 2 * brick, "%d: %d, %d", c, (int)closed, (int)others);
    for (int32_t i = 0; i < owned; i++) leaves[i] = true;
    expect_ok(tc_components_count_closed(p->space, p->system->rates, leaves, &closed, &others));
    cr_expect(closed == 0 && others == bricks * brick, "%d: %d", c, (int)others);
    free(leaves);
    tc_problem_destroy(&p);
  }
}

ParallelTest(pieces, are_numbered) {
  for (int c = 0; c < 3; c++) {
    tc_problem *p = problem_slabbed(world, &cuttings[c], bricks);
    int64_t *of = calloc((size_t)p->space->owned + 1, sizeof *of), count, cells[2 + brick] = {0}, sizes = 0;
    expect_ok(tc_components_label(p->space, p->system->rates, TC_COMPONENTS_WITH_EMPTY_ROWS, of, &count));
    cr_assert_eq(count, 2 + brick);
    for (int32_t i = 0; i < p->space->owned; i++) {
      cr_assert(of[i] >= 0 && of[i] < count, "%d", (int)of[i]);
      cells[of[i]]++;
    }
    expect_ok(tc_world_sum_int64(world, cells, 2 + brick));
    for (int k = 0; k < 2 + brick; k++) sizes += cells[k] * cells[k];
    cr_expect_eq(sizes, (4 + 9) * brick * brick + brick, "%d: %lld", c, (long long)sizes);
    free(of);
    tc_problem_destroy(&p);
  }
}
