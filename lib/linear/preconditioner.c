#include "linear/preconditioner.h"

#define TC_REGISTRY_TYPE tc_preconditioner
#define TC_REGISTRY_DEF  "linear/preconditioners.def"
#include "base/registry.inc"

static const struct {
  const char *name, *summary;
} scopes[] = {{"global", "the same on any number of ranks: so are all bits"},
              {"rank", "of each rank's own rows alone: nothing is exchanged"}};

static const char *scope_name(int index) { return scopes[index].name; }
static const char *scope_summary(int index) { return scopes[index].summary; }
const tc_registry tc_scopes = {sizeof scopes / sizeof *scopes, scope_name, scope_summary, NULL};
