/* Problems with a source and one local state w, for tests of operator splitting. */
#ifndef TC_TESTS_SOLVE_SPLIT_CASE_H
#define TC_TESTS_SOLVE_SPLIT_CASE_H

#include "support/forcing.h"
#include "support/parallel.h"
#include "support/problems.h"

/* A problem with a source, a state, boundary data and the forcing made of them. */
typedef struct split_case {
  tc_problem *problem;
  tc_state_options state;
  tc_source_options choice;
  tc_source *source;
  entry e;
} split_case;

/* Creates the source, the state and the boundary data. source: formula, or NULL for none. rate: formula of
 * the rate of a state w with the initial value 1 + x, or NULL for no state. flux: formula of the boundary
 * fluxes in x, y, z, t, or NULL for none. */
static inline void split_case_open(tc_problem *p, const char *source, const char *rate, const char *flux,
                                   const tc_local_steps *local, split_case *out) {
  static const char *const name[] = {"x", "y", "z", "t", "v", "w"};
  const int states = rate != NULL;
  *out = (split_case){.problem = p, .choice = {.states = states}, .state = {.name = "w"}};
  if (source)
    expect_ok(tc_expression_create("run.yaml:3: source", source, name, TC_SOURCE_VARIABLES + states,
                                   &out->choice.source));
  if (rate) expect_ok(tc_expression_create("run.yaml:2: states.w", "1+x", name, 3, &out->state.initial));
  if (rate) expect_ok(tc_expression_create("run.yaml:2: states.w", rate, name, 6, &out->state.rate));
  out->choice.state = &out->state;
  expect_ok(tc_source_create(p->space, &out->choice, &out->source));
  if (flux)
    out->e = entry_make(p, TC_BOUNDARY_FLUX, flux, out->source);
  else
    expect_ok(tc_forcing_create(p, NULL, 0, out->source, &out->e.input));
  expect_ok(tc_forcing_set_split(out->e.input, local));
}

static inline void split_case_close(split_case *s) {
  entry_free(&s->e);
  tc_source_destroy(&s->source);
  tc_expression_destroy(&s->choice.source);
  tc_expression_destroy(&s->state.initial);
  tc_expression_destroy(&s->state.rate);
}

#endif
