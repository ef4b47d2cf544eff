#include "options.h"

#include <string.h>

#include "base/text/text.h"

const char bench_usage[] =
    "bench: times steps of Tetracast's strategies and PETSc's MatMult alternately on one matrix\n\n"
    "usage: [mpirun -np P] bench MESH [OPTIONS]\n\n"
    "  --contenders LIST      petsc, and strategies with or without a format, such as neighbour:ell16;\n"
    "                         ratios are to the first one (default none,condensed)\n"
    "  --scheme NAME          two-point or gradient (default)\n"
    "  --distribution NAME    metis (default) or cyclic\n"
    "  --block-size ROWS      block size of the distribution (default 65536)\n"
    "  --rounds N             number of rounds with one turn of each contender (default 31)\n"
    "  --steps N              number of timed steps in a turn (default 10)\n"
    "  --warm N               number of untimed steps before them (default 2)\n"
    "  --json FILE            write the table as JSON\n\n"
    "example: mpirun -np 2 build/bin/bench meshes/ventricle --contenders none,condensed,petsc\n";

static tc_status set_contenders(const char *value, bench_options *o) {
  if (strlen(value) >= sizeof o->names) return tc_status_create(TC_USAGE, "--contenders: too long");
  strcpy(o->names, value);
  o->contenders = 0;
  for (char *at = o->names, *comma; at; at = comma) {
    if ((comma = strchr(at, ','))) *comma++ = '\0';
    if (o->contenders == BENCH_CONTENDERS) return tc_status_create(TC_USAGE, "--contenders: too many");
    o->contender[o->contenders++] = at;
  }
  return TC_OK;
}

static tc_status set_scheme(const char *value, bench_options *o) {
  int index = 0;
  TC_TRY(tc_registry_parse(&tc_scheme_registry, "--scheme", value, NULL, &index));
  o->scheme = tc_scheme_at(index);
  return TC_OK;
}

static tc_status set_distribution(const char *value, bench_options *o) {
  int kind = 0;
  TC_TRY(tc_registry_parse(&tc_distribution_kinds, "--distribution", value, NULL, &kind));
  o->layout.kind = (tc_distribution_kind)kind;
  return TC_OK;
}

static tc_status set_number(const char *name, const char *value, int low, int32_t *out) {
  tc_text text = {value, value + strlen(value)};
  if (tc_text_parse_int32(&text, out) && tc_text_at_end(&text) && *out >= low) return TC_OK;
  return tc_status_create(TC_USAGE, "%s %s: a whole number from %d on is needed", name, value, low);
}

static tc_status set(const char *name, const char *value, bench_options *o) {
  const struct {
    const char *name;
    int low;
    int32_t *out;
  } numbers[] = {{"--block-size", 1, &o->layout.block_size},
                 {"--rounds", 1, &o->schedule.rounds},
                 {"--steps", 1, &o->schedule.steps},
                 {"--warm", 0, &o->schedule.warm}};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (strcmp(name, numbers[i].name) == 0) return set_number(name, value, numbers[i].low, numbers[i].out);
  if (strcmp(name, "--contenders") == 0) return set_contenders(value, o);
  if (strcmp(name, "--scheme") == 0) return set_scheme(value, o);
  if (strcmp(name, "--distribution") == 0) return set_distribution(value, o);
  if (strcmp(name, "--json") != 0) return tc_status_create(TC_USAGE, "unknown option %s (see --help)", name);
  o->json = value;
  return TC_OK;
}

tc_status bench_options_parse(int argc, char **argv, bench_options *out) {
  *out = (bench_options){.scheme = tc_scheme_find("gradient"),
                         .layout = {tc_order_find("metis"), 0, TC_DISTRIBUTION_METIS, 65536, TC_OBJECTIVE_CUT,
                                    TC_PARTITIONER_AUTO},
                         .schedule = {.rounds = 31, .warm = 2, .steps = 10}};
  TC_TRY(set_contenders("none,condensed", out));
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
