#include "linear/precondition/preconditioner.h"

const tc_preconditioner tc_preconditioner_none = {
    .name = "none",
    .summary = "no preconditioning",
    .scopes = TC_SCOPE_GLOBAL,
    .symmetric = true,
};
