#include "fv/scheme/scheme.h"

#define TC_REGISTRY_TYPE tc_scheme
#define TC_REGISTRY_DEF  "fv/scheme/schemes.def"
#include "base/text/registry.inc"

tc_status tc_scheme_flat_cell_error(const tc_scheme *scheme, tc_gid cell, int32_t base) {
  return tc_status_create(TC_INPUT,
                          "cell %lld is too flat for the %s scheme: improve the mesh (tetgen -q) or use "
                          "diffusion.scheme two-point",
                          (long long)cell + base, scheme->name);
}
