/* Why a solve has ended. */
#ifndef TC_LINEAR_SOLVER_REASON_H
#define TC_LINEAR_SOLVER_REASON_H

#include <stdbool.h>

typedef enum tc_reason {
#define TC_REASON(name, solved, meaning, advice, helps) TC_REASON_##name,
#include "linear/solver/reasons.def"
#undef TC_REASON
  TC_REASON_COUNT
} tc_reason;

const char *tc_reason_name(tc_reason reason);    /* as in reasons.def, for reports */
bool tc_reason_solved(tc_reason reason);         /* what was found is a solution */
const char *tc_reason_meaning(tc_reason reason); /* behind the name of a method: "diverged" */
const char *tc_reason_advice(tc_reason reason);  /* what may help, whatever the method; "": nothing */

/* What else may. */
enum {
  TC_HELPS_RESTART = 1,        /* a longer one */
  TC_HELPS_METHOD = 2,         /* another one */
  TC_HELPS_PRECONDITIONER = 4, /* another one */
  TC_HELPS_STEPS = 8           /* smaller ones */
};
unsigned tc_reason_helps(tc_reason reason); /* of these */

#endif
