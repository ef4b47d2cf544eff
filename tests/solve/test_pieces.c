/* Pieces of a mesh, found on any number of ranks. */
#include "solve/pieces.h"

#include "support/parallel.h"
#include "support/problems.h"

static const cutting cuttings[] = {{"two-point", "none", TC_DISTRIBUTION_CYCLIC, 1},
                                   {"two-point", "rcm", TC_DISTRIBUTION_CYCLIC, 7},
                                   {"two-point", "metis", TC_DISTRIBUTION_METIS, 10}};

enum { bricks = 6 };

/* A box of which a slab conducts nothing: each of its cells is a piece. */
static tc_problem *slabbed(tc_world *world, const cutting *how) {
  tc_mesh *mesh = mesh_box(2, 2, bricks, 0.0);
  mesh_mark_slab(mesh, 1.0 / 3, 0.5);
  tc_problem *p = problem_make(world, how, mesh);
  tc_mesh_destroy(&mesh);
  problem_insulate(p);
  return p;
}

ParallelTest(pieces, are_counted) {
  for (int c = 0; c < 3; c++) {
    tc_problem *p = slabbed(world, &cuttings[c]);
    const int32_t owned = p->space->owned;
    const int64_t brick = 2 * 2 * 6;
    bool *leaves = calloc((size_t)owned + 1, sizeof *leaves);
    int64_t closed, others;
    expect_ok(tc_pieces_closed(p->space, p->system->rates, leaves, &closed, &others));
    cr_expect(closed == 2 + brick && others == 0, "%d: %d", c, (int)closed);
    for (int32_t i = 0; i < owned; i++) leaves[i] = p->space->id[i] == 0;
    expect_ok(tc_pieces_closed(p->space, p->system->rates, leaves, &closed, &others));
    cr_expect(closed == 1 + brick && others == 2 * brick, "%d: %d, %d", c, (int)closed, (int)others);
    for (int32_t i = 0; i < owned; i++) leaves[i] = true;
    expect_ok(tc_pieces_closed(p->space, p->system->rates, leaves, &closed, &others));
    cr_expect(closed == 0 && others == bricks * brick, "%d: %d", c, (int)others);
    free(leaves);
    tc_problem_destroy(&p);
  }
}
