/* Boundary data and sources for tests. */
#ifndef TC_TESTS_FORCING_H
#define TC_TESTS_FORCING_H

#include <stdlib.h>

#include "solve/problem/forcing.h"
#include "support/expect.h"

typedef struct entry {
  tc_expression *formula;
  tc_boundary_forcing *list;
  tc_forcing *input;
} entry;

/* Sets a boundary condition of kind `kind` with the same formula in x, y, z, t at all boundary faces, and
 * assembles the problem again. An exchange condition has h = 2. `source` may be NULL. Returns the forcing,
 * which the caller frees with entry_free. */
static inline entry entry_make(tc_problem *p, tc_boundary_kind kind, const char *formula, tc_source *source) {
  entry e = {.list = calloc((size_t)p->physics->boundaries, sizeof *e.list)};
  expect_ok(tc_expression_create("here", formula, tc_expression_xyzt, 4, &e.formula));
  if (kind == TC_BOUNDARY_EXCHANGE) expect_ok(tc_physics_alloc_exchange(p->physics));
  for (int32_t f = 0; kind == TC_BOUNDARY_EXCHANGE && f < p->physics->faces; f++)
    p->physics->exchange[f] = 2.0;
  for (int m = 0; m < p->physics->boundaries; m++) {
    p->physics->boundary[m].kind = kind;
    p->physics->boundary[m].has_data = true;
    e.list[m] = (tc_boundary_forcing){m, e.formula, NULL};
  }
  expect_ok(tc_problem_assemble(p, p->system->stabilisation, false));
  expect_ok(tc_forcing_create(p, e.list, p->physics->boundaries, source, &e.input));
  return e;
}

static inline void entry_free(entry *e) {
  tc_forcing_destroy(&e->input);
  tc_expression_destroy(&e->formula);
  free(e->list);
}

/* Returns a source without local states. The caller destroys it, and then choice->source. */
static inline tc_source *source_make(const tc_space *space, const char *formula, tc_source_options *choice) {
  tc_source *source = NULL;
  *choice = (tc_source_options){0};
  expect_ok(tc_expression_create("here", formula, tc_source_variable, TC_SOURCE_VARIABLES, &choice->source));
  expect_ok(tc_source_create(space, choice, &source));
  return source;
}

#endif
