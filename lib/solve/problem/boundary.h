/* Boundary conditions of a config: one rule per marker, with a default rule for all other markers.
 * tc_problem_create calls tc_boundary_apply after the physics exists and before the assembly. The forcing
 * then evaluates the formula of each rule at the faces. The kinds flux, value and exchange are defined in
 * fv/physics/physics.h. */
#ifndef TC_SOLVE_PROBLEM_BOUNDARY_H
#define TC_SOLVE_PROBLEM_BOUNDARY_H

#include "base/text/registry.h"
#include "fv/formula/expression.h"
#include "fv/physics/physics.h"
#include "solve/space/space.h"

extern const tc_registry tc_boundary_kinds; /* Names of the kinds, indexed by tc_boundary_kind. */

/* Function of a program that uses the library: it computes the boundary data of all faces of a marker at
 * once, instead of the formula. */
typedef struct tc_boundary_function {
  /* Sets datum[faces] to the data at time t of boundary faces of the cells with the numbers cell[faces], and
   * returns 0. Any other result is an error. centroid[faces][3] are the centroids of the faces. */
  int (*evaluate)(void *self, double t, int64_t faces, const int64_t *cell, const double *centroid,
                  double *datum);
  void *self;
} tc_boundary_function;

/* Boundary condition of the faces of one marker, or of all markers without a rule. The expressions are
 * borrowed. Before the functions of this file are called, a name of the marker must have been replaced by its
 * number, so that marker.name is NULL. */
typedef struct tc_boundary_rule {
  const char *where; /* Position in the config, for messages. */
  tc_label marker;
  tc_boundary_kind kind;
  tc_expression *value; /* Formula in x, y, z, t of the boundary value (kind value) or of the inflow per area
                           and time (kind flux); NULL stands for 0. */
  tc_expression *h;     /* Formula in x, y, z of the exchange coefficient h (kind exchange). */
  tc_expression *outside; /* Formula in x, y, z, t of the outside value (kind exchange). */
  /* Replaces the datum of the formula, which must depend on t; borrowed; NULL if there is none. */
  const tc_boundary_function *function;
} tc_boundary_rule;

typedef struct tc_boundary_options {
  tc_boundary_rule common;
  int rules;
  const tc_boundary_rule *rule; /* [rules] Rules for single markers. */
} tc_boundary_options;

/* Not collective. Returns the formula of the boundary datum for the faces of the rule: a value, a flux or an
 * outside value, depending on the kind. Returns NULL if nothing flows through the faces, because the flux is
 * not set or is a constant 0. */
tc_expression *tc_boundary_datum(const tc_boundary_rule *rule);

/* Not collective. Returns the rule of a marker, or the default rule. */
const tc_boundary_rule *tc_boundary_find_rule(const tc_boundary_options *choice, int32_t marker);

/* Collective. Writes to `physics` the kind of each marker, and for exchanges the value of h at the centroid
 * of each face. Logs the kind of each marker if there are rules. Errors (on all ranks): TC_USAGE if no
 * boundary face of the mesh has the marker of a rule, if a marker has two rules, or if a formula cannot be
 * evaluated. Also an error that names the lowest cell whose h is negative, not finite or above
 * TC_DIFFUSION_MAX: TC_USAGE if the formula of h is constant, otherwise TC_INPUT. */
tc_status tc_boundary_apply(const tc_space *space, const tc_boundary_options *choice, const tc_log *log,
                            tc_physics *physics);

#endif
