/* Check of a solution on the root: the solution is scaled back to the numbers of the file, and its true
 * residual is computed with the matrix of the file, in the order of the file. The residual of all rows must
 * agree with that of the solver, and no row may remain unsolved. tc_system_solve calls
 * tc_solution_check_run after each solve. Not collective. */
#ifndef TC_SYSTEM_SOLUTION_CHECK_H
#define TC_SYSTEM_SOLUTION_CHECK_H

#include "system/system_solve.h"

/* A solve whose solution is checked. All pointers are borrowed. */
typedef struct tc_solution_check {
  const tc_system_options *options;
  const tc_system_input *input;
  const tc_method *method;
  const char *place;         /* text with which messages begin */
  int64_t k;                 /* number of the right-hand side */
  int exponent;              /* x of the file is 2^exponent times that of the solver (power_scale.h) */
  double required, reported; /* required relative residual, and that of the solver at the end */
} tc_solution_check;

/* Scales x[rows], the solution of the solver, back to the numbers of the file, adds options->level, and fills
 * in the members of *out that depend on all rows. out->result must be the result of the solver. Errors
 * (TC_NUMERICAL): x is beyond double precision, the true residual exceeds the required one (tc_system_solve),
 * or a row is not solved. */
tc_status tc_solution_check_run(const tc_solution_check *check, double *x, tc_system_solution *out);

#endif
