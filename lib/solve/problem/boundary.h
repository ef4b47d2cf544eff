/* What a config prescribes at the boundary, marker by marker. */
#ifndef TC_SOLVE_PROBLEM_BOUNDARY_H
#define TC_SOLVE_PROBLEM_BOUNDARY_H

#include "base/text/registry.h"
#include "fv/formula/expression.h"
#include "fv/physics/physics.h"
#include "solve/space/space.h"

extern const tc_registry tc_boundary_kinds; /* the index is a tc_boundary_kind */

/* What holds at the faces of one marker, or of all that are not listed. The expressions are borrowed. */
typedef struct tc_boundary_rule {
  const char *where; /* in the config, for messages */
  int32_t marker;
  tc_boundary_kind kind;
  tc_expression *value;   /* in x, y, z, t: a value, or what flows in; NULL: 0 */
  tc_expression *h;       /* of an exchange, in x, y, z */
  tc_expression *outside; /* of an exchange, in x, y, z, t */
} tc_boundary_rule;

typedef struct tc_boundary_options {
  tc_boundary_rule common;
  int rules;
  const tc_boundary_rule *rule; /* of single markers */
} tc_boundary_options;

/* What is to be evaluated at faces with the rule; NULL when nothing passes them: no flux, or a flux that is a
 * constant 0. Not collective. */
tc_expression *tc_boundary_datum(const tc_boundary_rule *rule);

/* The rule of a marker. Not collective. */
const tc_boundary_rule *tc_boundary_find_rule(const tc_boundary_options *choice, int32_t marker);

/* Collective. Writes kinds, and the h of exchanges at the centroids of faces, into physics. Where there are
 * rules, the log hears which markers have which. Errors on all ranks: TC_USAGE for a marker that no boundary
 * face of the mesh has, or two rules for one, or a formula that cannot be evaluated; naming the
 * lowest cell at whose face h is below 0, not finite or above TC_DIFFUSION_MAX, TC_INPUT, and TC_USAGE when
 * h is the same at all faces. */
tc_status tc_boundary_apply(const tc_space *space, const tc_boundary_options *choice, const tc_log *log,
                            tc_physics *physics);

#endif
