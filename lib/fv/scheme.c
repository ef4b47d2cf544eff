#include "fv/scheme.h"

#include <string.h>

#define TC_SCHEME(name) extern const tc_scheme tc_scheme_##name;
#include "fv/schemes.def"
#undef TC_SCHEME

static const tc_scheme *const schemes[] = {
#define TC_SCHEME(name) &tc_scheme_##name,
#include "fv/schemes.def"
#undef TC_SCHEME
};

int tc_scheme_count(void) { return (int)(sizeof schemes / sizeof *schemes); }

const tc_scheme *tc_scheme_at(int index) { return schemes[index]; }

const tc_scheme *tc_scheme_find(const char *name) {
  for (int i = 0; i < tc_scheme_count(); i++)
    if (strcmp(schemes[i]->name, name) == 0) return schemes[i];
  return NULL;
}

tc_status tc_scheme_flat_cell(const tc_scheme *scheme, tc_gid cell, int32_t base) {
  return tc_status_make(TC_INPUT,
                        "cell %lld is too flat for the %s scheme: improve the mesh (tetgen -q) or take "
                        "diffusion.scheme two-point",
                        (long long)cell + base, scheme->name);
}
