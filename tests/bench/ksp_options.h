/* Options of the benchmark of linear solvers (ksp). */
#ifndef TC_BENCH_KSP_OPTIONS_H
#define TC_BENCH_KSP_OPTIONS_H

#include "fv/scheme/scheme.h"
#include "linear/solver/solver.h"
#include "rounds.h"

enum { KSP_WORDS = 16, KSP_NAMES = 512, KSP_MOST_ITERATIONS = 1000 };

/* Words of a list that is separated by commas. */
typedef struct ksp_list {
  int count;
  const char *word[KSP_WORDS];
  char names[KSP_NAMES]; /* storage of the words */
} ksp_list;

typedef struct ksp_options {
  const char *mesh, *initial;
  const char *curves; /* NULL if no file is written */
  const tc_scheme *scheme;
  double multiple, theta; /* `multiple`: step in units of the largest stable explicit step */
  tc_solver_options solver;
  schedule schedule;
  ksp_list contenders, methods, preconditioners;
} ksp_options;

extern const char ksp_usage[];

/* Not collective. Parses the options. *out must not be moved or copied afterwards, because it points to
 * its own members. Errors: TC_USAGE. */
tc_status ksp_options_parse(int argc, char **argv, ksp_options *out);

#endif
