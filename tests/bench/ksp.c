/* Benchmark of linear solvers. The library and PETSc solve the system of one implicit time step. See
 * README.md in this directory. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <omp.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/program/launcher.h"
#include "base/program/log_stream.h"
#include "comm/world/argv_check.h"
#include "comm/world/mpi_world.h"
#include "comm/world/world_threads.h"
#include "ksp_peer.h"

/* Number of iterations whose residuals are compared. */
enum { compared = 10 };

typedef struct bench {
  tc_world *world;
  const ksp_options *options;
  const ksp_system *system;
  FILE *curves;
} bench;

/* The contenders that solve the system with one method and one preconditioner, and their results. */
typedef struct race {
  const bench *bench;
  tc_solver_options choice;
  int open;
  contender contender[KSP_WORDS];
  ksp_curve *curve; /* [contenders], residuals of each contender's last solve */
  timing timing[KSP_WORDS];
} race;

tc_status ksp_open(const ksp_system *system, const char *name, const tc_solver_options *choice,
                   ksp_curve *curve, contender *out) {
  if (strcmp(name, "petsc") == 0) return ksp_open_petsc(system, choice, curve, out);
  return ksp_open_ours(system, name, choice, curve, out);
}

/* Returns the largest relative difference between the first residuals of two solves. */
static double residual_difference(const ksp_curve *a, const ksp_curve *b) {
  double most = 0.0;
  for (int k = 0; k <= compared && k <= a->iterations && k <= b->iterations; k++)
    most = fmax(most, fabs(a->residual[k] - b->residual[k]) / fabs(b->residual[k]));
  return most;
}

static void print_iterations(const race *r, int k) {
  const ksp_curve *c = &r->curve[k];
  printf("%-9s %-13s %-12s %5" PRId64 "  %-24s %8.1e\n", r->choice.method->name,
         r->choice.preconditioner->name, r->contender[k].name, c->iterations, c->reason,
         residual_difference(c, r->curve));
}

static void print_seconds(const race *r, int k) {
  const double us = 1e6 / (double)r->choice.iterations;
  const quartiles *t = &r->timing[k].step_s, *q = &r->timing[k].ratio;
  printf("%-9s %-13s %-12s %9.2f us %9.2f us %9.2f us  %6.3f %6.3f %6.3f\n", r->choice.method->name,
         r->choice.preconditioner->name, r->contender[k].name, us * t->low, us * t->middle, us * t->high,
         q->low, q->middle, q->high);
}

static void write_curve(const race *r, int k) {
  for (int64_t i = 0; i <= r->curve[k].iterations; i++)
    fprintf(r->bench->curves, "%s,%s,%s,%" PRId64 ",%.17g\n", r->choice.method->name,
            r->choice.preconditioner->name, r->contender[k].name, i, r->curve[k].residual[i]);
}

static void print_results(const race *r) {
  if (r->bench->world->rank != 0) return;
  for (int k = 0; k < r->open; k++) {
    if (r->choice.iterations > 0)
      print_seconds(r, k);
    else
      print_iterations(r, k);
    if (r->bench->curves) write_curve(r, k);
  }
  fflush(stdout);
}

static tc_status run_race(race *r) {
  const bench *b = r->bench;
  const ksp_list *names = &b->options->contenders;
  for (int k = 0; k < names->count; k++) {
    TC_TRY(ksp_open(b->system, names->word[k], &r->choice, &r->curve[k], &r->contender[k]));
    r->open++;
  }
  if (r->choice.iterations > 0)
    TC_TRY(rounds_run(b->world, &b->options->schedule, r->contender, r->open, r->timing));
  else
    for (int k = 0; k < r->open; k++) TC_TRY(r->contender[k].step(r->contender[k].self));
  print_results(r);
  return TC_OK;
}

/* Collective. Times all contenders with this method and preconditioner. If one of them does not support
 * these, prints a line and returns without an error. */
static tc_status race_once(const bench *b, const tc_method *method, const tc_preconditioner *preconditioner) {
  race r = {.bench = b, .choice = b->options->solver};
  r.choice.method = method;
  r.choice.preconditioner = preconditioner;
  if (b->world->ranks > 1 && (preconditioner->scopes & TC_SCOPE_RANK))
    r.choice.preconditioner_options.scope = TC_SCOPE_RANK;
  TC_TRY(TC_WORLD_ALLOC(b->world, r.curve, b->options->contenders.count));
  tc_status status = run_race(&r);
  for (int k = 0; k < r.open; k++) r.contender[k].close(r.contender[k].self);
  tc_free(r.curve);
  if (tc_status_code(status) != TC_USAGE) return status;
  if (b->world->rank == 0)
    printf("%-9s %-13s %s\n", method->name, preconditioner->name, tc_status_text(status));
  tc_status_free(&status);
  return TC_OK;
}

static tc_status race_all(const bench *b) {
  const ksp_list *methods = &b->options->methods, *preconditioners = &b->options->preconditioners;
  for (int m = 0; m < methods->count; m++)
    for (int p = 0; p < preconditioners->count; p++) {
      int method = 0, preconditioner = 0;
      TC_TRY(tc_registry_parse(&tc_method_registry, "--methods", methods->word[m], NULL, &method));
      TC_TRY(tc_registry_parse(&tc_preconditioner_registry, "--preconditioners", preconditioners->word[p],
                               NULL, &preconditioner));
      TC_TRY(race_once(b, tc_method_at(method), tc_preconditioner_at(preconditioner)));
    }
  return TC_OK;
}

static void print_system(const bench *b) {
  const ksp_options *o = b->options;
  const tc_problem *p = b->system->problem;
  printf("%s: %" PRId64
         " cells, %s scheme (width %d), %g explicit steps of dt %.6g, skewness %.1e; %d ranks x "
         "%d threads on %d nodes\n",
         o->mesh, (int64_t)p->space->cells, p->scheme->name, b->system->linear.R->width, o->multiple,
         b->system->dt / o->multiple, b->system->skew, b->world->ranks, omp_get_max_threads(),
         b->world->nodes);
  if (o->solver.iterations > 0)
    printf("%" PRId64 " iterations a solve, %d rounds; an iteration of the slowest rank (quartile, median, "
           "quartile), ratios to %s of the same round\n",
           o->solver.iterations, o->schedule.rounds, o->contenders.word[0]);
  else
    printf("iterations to %g of the start; largest relative difference of the first %d residuals from those "
           "of "
           "%s\n",
           o->solver.tolerance, compared, o->contenders.word[0]);
}

static tc_status open_files(bench *b) {
  const ksp_options *o = b->options;
  if (b->world->rank != 0) return TC_OK;
  print_system(b);
  if (!o->curves) return TC_OK;
  b->curves = fopen(o->curves, "w");
  if (!b->curves) return tc_status_create(TC_OUTPUT, "%s: cannot be written: %s", o->curves, strerror(errno));
  fputs("method,preconditioner,contender,iteration,residual\n", b->curves);
  return TC_OK;
}

static tc_status run(tc_world *world, const ksp_options *options, const tc_log *log) {
  ksp_system system = {0};
  bench b = {.world = world, .options = options, .system = &system};
  tc_status status = TC_OK;
  TC_GUARD(status, tc_world_set_threads(world, 0));
  TC_GUARD(status, ksp_system_create(world, options, log, &system));
  TC_GUARD(status, tc_world_agree(world, open_files(&b)));
  TC_GUARD(status, race_all(&b));
cleanup:
  if (b.curves && fclose(b.curves) && !status)
    status = tc_status_create(TC_OUTPUT, "%s: could not be written", options->curves);
  ksp_end_petsc();
  ksp_system_destroy(&system);
  return status;
}

static int run_parallel(int argc, char **argv) {
  static ksp_options options;
  tc_world *world = NULL;
  tc_log_stream stream;
  tc_log log = {NULL, TC_LOG_NORMAL, NULL, NULL};
  int provided, rank = 0;
  tc_world_prepare();
  MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) log.sink = tc_log_stream_init(&stream, stderr);
  tc_status status = tc_world_create(MPI_COMM_WORLD, 0, &world);
  if (!status) status = tc_argv_check(world, "ksp", argc - 1, argv + 1);
  if (!status) status = ksp_options_parse(argc - 1, argv + 1, &options);
  if (!status) status = run(world, &options, &log);
  if (rank == 0 && status) fprintf(stderr, "ksp: error: %s\n", tc_status_text(status));
  const int code = (int)tc_status_code(status);
  tc_status_free(&status);
  tc_world_destroy(&world);
  MPI_Finalize();
  return code;
}

int main(int argc, char **argv) {
  const bool help = argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0);
  if (argc > 1 && !help) return run_parallel(argc, argv);
  if (tc_launcher_is_first()) fputs(ksp_usage, stdout);
  return help ? TC_DONE : TC_USAGE;
}
