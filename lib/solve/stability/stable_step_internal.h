/* Functions that the two files of the search for a stable step (solve/stability/stable_step.h) share.
 * stable_step.c contains the search and its log line. stable_step_stages.c computes the size of the steps and
 * the stages of stabilised steps. */
#ifndef TC_SOLVE_STABILITY_STABLE_STEP_INTERNAL_H
#define TC_SOLVE_STABILITY_STABLE_STEP_INTERNAL_H

#include "solve/stability/stable_step.h"

/* Arguments and scratch of a search for a stable step. `result` contains the results so far. */
typedef struct tc_stable_step_search {
  tc_problem *problem;
  const tc_stable_step_options *options;
  const tc_log *log;
  /* [owned] First the stability margin of each cell (certificate.h), then the weight of the cell in the
   * growth estimate. */
  double *margin;
  tc_stable_step *result;
  bool is_anisotropic; /* True if the tensor of some cell of the mesh is anisotropic. */
} tc_stable_step_search;

/* Not collective. Chooses the size of the steps from the spectrum, and the steps of explicit Euler over which
 * growth is estimated (member `tested` of the result). Errors: TC_NUMERICAL if the user's dt is too large for
 * explicit or implicit steps. Also the errors of tc_step_size_compute. */
tc_status tc_stable_step_choose_size(const tc_stable_step_search *search);

/* Collective. Finds the ellipse of the eigenvalues, the number of stages, and the largest step that
 * time.stages allows (`bound`). The number of stages is 0 if the step is longer than this bound, or if no
 * ellipse was found. Does nothing for methods without stages. Errors: those of tc_ellipse_find. */
tc_status tc_stable_step_find_stages(const tc_stable_step_search *search);

/* Pure. Compares two trials of the stabilisation. Returns true if a step needs over 10 % fewer stages with
 * `result` than with `best`. If both need more stages than time.stages allows, returns true if the bound of
 * the step is larger with `result`. With error control, returns true if a product covers over 10 % more
 * simulated time with `result`. */
bool tc_stable_step_needs_fewer_stages(const tc_stable_step *result, const tc_stable_step *best);

/* Pure. Returns true if a larger stabilisation may still save stages. The test is that a step would need over
 * 10 % fewer stages than with `best` if all eigenvalues of the current matrix were real. */
bool tc_stable_step_can_save_stages(const tc_stable_step_search *search, const tc_stable_step *best);

/* Not collective. Returns the error TC_NUMERICAL if the number of stages is 0. Does nothing for methods
 * without stages. */
tc_status tc_stable_step_check_stages(const tc_stable_step_search *search);

#endif
