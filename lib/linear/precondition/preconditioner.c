#include "linear/precondition/preconditioner.h"

#define TC_REGISTRY_TYPE tc_preconditioner
#define TC_REGISTRY_DEF  "linear/preconditioners/preconditioners.def"
#include "base/text/registry.inc"

static const tc_named_item scopes[] = {{"global", "results are bitwise equal on any number of ranks"},
                                       {"rank", "uses only the owned rows of each rank, without exchange"}};

TC_REGISTRY_NAMED_ITEMS(tc_scopes, scopes);

tc_work tc_preconditioner_work(const tc_preconditioner *p, const tc_preconditioner_options *options) {
  tc_work work = {.sweeps = p->sweeps};
  if (p->work) p->work(options, &work);
  return work;
}

tc_preconditioner_options tc_preconditioner_options_default(void) {
  return (tc_preconditioner_options){.scope = TC_SCOPE_GLOBAL,
                                     .degree = 3,
                                     .relaxation = 1.0,
                                     .fill = 10,
                                     .drop = 1e-3,
                                     .rebuild = 1.5,
                                     .multigrid = tc_multigrid_options_default()};
}

bool tc_preconditioner_is_inexact(const tc_preconditioner *p) {
  const double double_rounding = 1e-12;
  return p->asymmetry > double_rounding;
}
