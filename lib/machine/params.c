#include "machine/params.h"

#include <stddef.h>

static const struct {
  const char *name, *meaning;
  size_t offset;
  int values;
} params[] = {
#define TC_PARAM(name, meaning) {#name, meaning, offsetof(tc_params, name), 1},
#define TC_CURVE(name, meaning) {#name, meaning, offsetof(tc_params, name), TC_WORKING_SETS},
#include "machine/params.def"
#undef TC_PARAM
#undef TC_CURVE
};

int tc_param_count(void) { return (int)(sizeof params / sizeof *params); }
const char *tc_param_name(int param) { return params[param].name; }
const char *tc_param_meaning(int param) { return params[param].meaning; }
int tc_param_values(int param) { return params[param].values; }

double *tc_param_at(tc_params *p, int param) { return (double *)(void *)((char *)p + params[param].offset); }
