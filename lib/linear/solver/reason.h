/* Reasons for the end of a solve. The driver and the methods set them, and reports and error messages contain
 * their texts. The numeric value of a reason is its position in the list reasons.def. */
#ifndef TC_LINEAR_SOLVER_REASON_H
#define TC_LINEAR_SOLVER_REASON_H

#include <stdbool.h>

typedef enum tc_reason {
#define TC_REASON(name, solved, meaning, advice, remedies) TC_REASON_##name,
#include "linear/solver/reasons.def"
#undef TC_REASON
  TC_REASON_COUNT
} tc_reason;

const char *tc_reason_name(tc_reason reason); /* name in reasons.def, for reports */
bool tc_reason_is_solved(tc_reason reason);   /* true if the solve has succeeded */
const char *tc_reason_meaning(
    tc_reason reason); /* text that follows the name of a method in messages, such as "diverged" */
const char *tc_reason_advice(tc_reason reason); /* remedy for any method; "" if there is none */

/* Remedies that depend on the method, as flags. */
enum {
  TC_REMEDY_RESTART = 1,        /* a larger solver.restart helps */
  TC_REMEDY_METHOD = 2,         /* another method helps */
  TC_REMEDY_PRECONDITIONER = 4, /* another preconditioner helps */
  TC_REMEDY_STEPS = 8           /* smaller time steps help, for solves that are part of a step */
};
unsigned tc_reason_remedies(tc_reason reason); /* set of TC_REMEDY_ flags */

#endif
