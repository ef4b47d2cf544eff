#include "ksp_options.h"

#include <string.h>

#include "base/text/text.h"

const char ksp_usage[] =
    "ksp: solves the system A d = b of one step with Tetracast and with PETSc's KSP\n\n"
    "usage: [mpirun -np P] ksp MESH [OPTIONS]\n\n"
    "  --contenders LIST      ell, ell16 (formats), ell:plain, ell16:plain (with plain dot products), "
    "petsc;\n"
    "                         all are compared with the first one (default ell,petsc)\n"
    "  --methods LIST         names of `tetracast list` (default cg)\n"
    "  --preconditioners LIST (default jacobi)\n"
    "  --scheme NAME          two-point (default) or gradient\n"
    "  --multiple M           step in units of the largest stable explicit step (default 100)\n"
    "  --theta T              A = I - theta dt R (default 1)\n"
    "  --initial FORMULA      field v of b = dt R v (default: that of configs/ventricle.yaml)\n"
    "  --tolerance T          relative to the first residual (default 1e-8)\n"
    "  --relaxation W         relaxation of ssor and sor (default 1)\n"
    "  --restart R            restart of gmres (default 30)\n"
    "  --iterations N         fixed number without a test of convergence, to compare seconds\n"
    "  --rounds N             number of rounds with one turn of each contender (default 7)\n"
    "  --curves FILE          write the residuals of all iterations as CSV\n\n"
    "example: mpirun -np 2 build/bin/ksp meshes/ventricle --contenders petsc,ell,ell16 --iterations 50\n";

static tc_status set_list(const char *name, const char *value, ksp_list *list) {
  if (strlen(value) >= sizeof list->names) return tc_status_create(TC_USAGE, "%s: too long", name);
  strcpy(list->names, value);
  list->count = 0;
  for (char *at = list->names, *comma; at; at = comma) {
    if ((comma = strchr(at, ','))) *comma++ = '\0';
    if (list->count == KSP_WORDS) return tc_status_create(TC_USAGE, "%s: too many", name);
    list->word[list->count++] = at;
  }
  return TC_OK;
}

static tc_status set_number(const char *name, const char *value, double *out) {
  tc_text text = {value, value + strlen(value)};
  if (tc_text_parse_double(&text, out) && tc_text_at_end(&text) && *out > 0.0) return TC_OK;
  return tc_status_create(TC_USAGE, "%s %s: a number above 0 is needed", name, value);
}

static tc_status set_count(const char *name, const char *value, int *out) {
  tc_text text = {value, value + strlen(value)};
  if (tc_text_parse_int32(&text, out) && tc_text_at_end(&text) && *out > 0) return TC_OK;
  return tc_status_create(TC_USAGE, "%s %s: a whole number above 0 is needed", name, value);
}

static tc_status set_scheme(const char *value, ksp_options *o) {
  int index = 0;
  TC_TRY(tc_registry_parse(&tc_scheme_registry, "--scheme", value, NULL, &index));
  o->scheme = tc_scheme_at(index);
  return TC_OK;
}

static tc_status set_iterations(const char *value, ksp_options *o) {
  int iterations = 0;
  TC_TRY(set_count("--iterations", value, &iterations));
  o->solver.iterations = iterations;
  return TC_OK;
}

static tc_status set_relaxation(const char *value, ksp_options *o) {
  TC_TRY(set_number("--relaxation", value, &o->solver.method_options.relaxation));
  o->solver.preconditioner_options.relaxation = o->solver.method_options.relaxation;
  return TC_OK;
}

static tc_status set(const char *name, const char *value, ksp_options *o) {
  const struct {
    const char *name;
    double *number;
    int *count;
    const char **text;
    ksp_list *list;
  } option[] = {{"--contenders", .list = &o->contenders},
                {"--methods", .list = &o->methods},
                {"--preconditioners", .list = &o->preconditioners},
                {"--multiple", .number = &o->multiple},
                {"--theta", .number = &o->theta},
                {"--tolerance", .number = &o->solver.tolerance},
                {"--restart", .count = &o->solver.method_options.restart},
                {"--rounds", .count = &o->schedule.rounds},
                {"--initial", .text = &o->initial},
                {"--curves", .text = &o->curves}};
  for (size_t i = 0; i < sizeof option / sizeof *option; i++) {
    if (strcmp(name, option[i].name) != 0) continue;
    if (option[i].number) return set_number(name, value, option[i].number);
    if (option[i].count) return set_count(name, value, option[i].count);
    if (option[i].list) return set_list(name, value, option[i].list);
    *option[i].text = value;
    return TC_OK;
  }
  if (strcmp(name, "--scheme") == 0) return set_scheme(value, o);
  if (strcmp(name, "--iterations") == 0) return set_iterations(value, o);
  if (strcmp(name, "--relaxation") == 0) return set_relaxation(value, o);
  return tc_status_create(TC_USAGE, "unknown option %s (see --help)", name);
}

tc_status ksp_options_parse(int argc, char **argv, ksp_options *out) {
  *out = (ksp_options){.initial = "exp(-((x-8)^2+y^2+z^2)/4)",
                       .scheme = tc_scheme_find("two-point"),
                       .multiple = 100.0,
                       .theta = 1.0,
                       .solver = {.method_options = {.restart = 30, .relaxation = 1.0},
                                  .preconditioner_options = tc_preconditioner_options_default(),
                                  .tolerance = 1e-8,
                                  .most_iterations = KSP_MOST_ITERATIONS,
                                  .strategy = tc_strategy_find("neighbour")},
                       .schedule = {.rounds = 7, .warm = 1, .steps = 1}};
  TC_TRY(set_list("--contenders", "ell,petsc", &out->contenders));
  TC_TRY(set_list("--methods", "cg", &out->methods));
  TC_TRY(set_list("--preconditioners", "jacobi", &out->preconditioners));
  for (int i = 0; i < argc; i++) {
    if (argv[i][0] != '-') {
      out->mesh = argv[i];
      continue;
    }
    if (i + 1 == argc) return tc_status_create(TC_USAGE, "option %s needs a value (see --help)", argv[i]);
    TC_TRY(set(argv[i], argv[i + 1], out));
    i++;
  }
  return out->mesh ? TC_OK : tc_status_create(TC_USAGE, "a mesh is needed (see --help)");
}
