/* Options of the benchmark of steps (bench). */
#ifndef TC_BENCH_OPTIONS_H
#define TC_BENCH_OPTIONS_H

#include "count/layout.h"
#include "fv/scheme/scheme.h"
#include "rounds.h"

enum { BENCH_CONTENDERS = 16, BENCH_NAMES = 512 };

typedef struct bench_options {
  const char *mesh, *json; /* json is NULL if no file is written */
  const tc_scheme *scheme;
  tc_layout_options layout;
  schedule schedule;
  int contenders;
  const char *contender[BENCH_CONTENDERS];
  char names[BENCH_NAMES]; /* storage of the words */
} bench_options;

extern const char bench_usage[];

/* Not collective. Parses the options. *out must not be moved or copied afterwards, because it points to
 * its own members. Errors: TC_USAGE. */
tc_status bench_options_parse(int argc, char **argv, bench_options *out);

#endif
