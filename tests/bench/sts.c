/* Compares stabilised explicit steps of Tetracast and of SUNDIALS' LSRKStep on one problem. For several
 * tolerances the program prints the products, the error at the end time and the seconds. Both use
 * Tetracast's product. SUNDIALS receives the largest |eigenvalue| that Tetracast has found, and the
 * absolute tolerance S times the tolerance. S is the root mean square of the initial field minus its mean,
 * by which Tetracast also scales its errors. The seconds are those of the steps, without setup and
 * eigenvalue search. They are medians over rounds that alternate between the contenders. See README.md in
 * this directory. */
#include <arkode/arkode_lsrkstep.h>
#include <math.h>
#include <nvector/nvector_parallel.h>
#include <stdlib.h>
#include <string.h>
#include <tetracast/tetracast.h>

#include "../../apps/examples/check.h"

enum { most_tolerances = 8, most_rounds = 99 };

typedef struct bench {
  MPI_Comm comm;
  tetracast_world *world;
  const char *config; /* name of the config file */
  char *text;         /* text of the config file */
  const char **set;   /* [sets] KEY=VALUE of options -s */
  int sets, tolerances, rounds, rank;
  double tolerance[most_tolerances], reference_tolerance;
  int64_t owned, cells;
  const double *volume;
  double *reference;                    /* [owned], field at the end with the reference tolerance */
  double *initial;                      /* [owned] */
  double lambda, end, spread, distance; /* spread: S; distance: norm of the reference minus its mean */
} bench;

/* Results of one contender with one tolerance. */
typedef struct outcome {
  int64_t products;
  double error, seconds[most_rounds];
} outcome;

static void fail(const char *text) {
  fprintf(stderr, "sts: error: %s\n", text);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static double sum_over_ranks(const bench *b, double value) {
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_SUM, b->comm);
  return value;
}

/* Returns the volume-weighted norm of a - b. If b is NULL, returns that of a - level. */
static double norm_of_difference(const bench *s, const double *a, const double *b, double level) {
  double sum = 0.0;
  for (int64_t i = 0; i < s->owned; i++) {
    const double d = a[i] - (b ? b[i] : level);
    sum += s->volume[i] * d * d;
  }
  return sqrt(sum_over_ranks(s, sum));
}

/* Returns the number that follows "KEY": in a JSON text. The search begins at the first occurrence of
 * `after`. */
static double find_number(const char *json, const char *after, const char *key) {
  const char *place = json ? strstr(json, after) : NULL;
  char name[64];
  snprintf(name, sizeof name, "\"%s\":", key);
  place = place ? strstr(place, name) : NULL;
  return place ? strtod(place + strlen(name), NULL) : NAN;
}

/* ---- runs of Tetracast ---- */

static void set_key(tetracast_problem *problem, const char *assignment) {
  const char *value = strchr(assignment, '=');
  char key[128];
  if (!value || value - assignment >= (long)sizeof key) fail("-s: KEY=VALUE is needed");
  memcpy(key, assignment, (size_t)(value - assignment));
  key[value - assignment] = '\0';
  check(tetracast_problem_set(problem, key, value + 1));
}

static tetracast_problem *open_problem(const bench *b, double tolerance) {
  tetracast_problem *problem;
  check(tetracast_problem_load(b->world, b->config, b->text, NULL, &problem));
  for (int i = 0; i < b->sets; i++) set_key(problem, b->set[i]);
  check(tetracast_problem_set_number(problem, "time.tolerance", tolerance));
  check(tetracast_problem_set_up(problem));
  return problem;
}

/* Runs Tetracast to the end time and stores the field in value[owned]. Returns the seconds and the number
 * of products. */
static void run_ours(bench *b, tetracast_problem *problem, double *value, double *seconds,
                     int64_t *products) {
  tetracast_stepper *stepper;
  const double *field;
  char *json;
  check(tetracast_stepper_create(problem, NULL, NULL, &stepper));
  MPI_Barrier(b->comm);
  const double start_s = MPI_Wtime();
  check(tetracast_stepper_advance(stepper, INT64_MAX));
  MPI_Barrier(b->comm);
  *seconds = MPI_Wtime() - start_s;
  check(tetracast_stepper_field(stepper, NULL, &field));
  if (b->owned > 0) memcpy(value, field, (size_t)b->owned * sizeof *value);
  check(tetracast_stepper_report(stepper, &json));
  *products = (int64_t)find_number(json, "\"stages\"", "products");
  if (b->rank == 0) b->lambda = find_number(json, "\"stages\"", "lambda");
  MPI_Bcast(&b->lambda, 1, MPI_DOUBLE, 0, b->comm);
  MPI_Bcast(products, 1, MPI_INT64_T, 0, b->comm);
  tetracast_text_free(json);
  tetracast_stepper_destroy(&stepper);
}

/* ---- runs of SUNDIALS ---- */

typedef struct peer {
  const bench *bench;
  tetracast_operator *rates;
} peer;

static int multiply(sunrealtype t, N_Vector y, N_Vector rate, void *self) {
  (void)t;
  check(tetracast_operator_apply(((peer *)self)->rates, N_VGetArrayPointer(y), N_VGetArrayPointer(rate)));
  return 0;
}

static int give_eigenvalue(sunrealtype t, N_Vector y, N_Vector f, sunrealtype *real, sunrealtype *imaginary,
                           void *self, N_Vector a, N_Vector b, N_Vector c) {
  (void)t, (void)y, (void)f, (void)a, (void)b, (void)c;
  *real = -((peer *)self)->bench->lambda;
  *imaginary = 0.0;
  return 0;
}

static void must(int flag, const char *call) {
  if (flag < 0) fail(call);
}

static void *open_steps(peer *p, ARKODE_LSRKMethodType method, double tolerance, N_Vector y,
                        SUNContext context) {
  const bench *b = p->bench;
  void *steps = LSRKStepCreateSTS(multiply, 0.0, y, context);
  if (!steps) fail("LSRKStepCreateSTS");
  must(ARKodeSetUserData(steps, p), "ARKodeSetUserData");
  must(ARKodeSStolerances(steps, 0.0, tolerance * b->spread), "ARKodeSStolerances");
  must(LSRKStepSetSTSMethod(steps, method), "LSRKStepSetSTSMethod");
  must(LSRKStepSetDomEigFn(steps, give_eigenvalue), "LSRKStepSetDomEigFn");
  must(LSRKStepSetDomEigFrequency(steps, 0), "LSRKStepSetDomEigFrequency");
  must(LSRKStepSetDomEigSafetyFactor(steps, 1.0), "LSRKStepSetDomEigSafetyFactor");
  must(ARKodeSetMaxNumSteps(steps, 1000000), "ARKodeSetMaxNumSteps");
  must(ARKodeSetStopTime(steps, b->end), "ARKodeSetStopTime");
  return steps;
}

static void run_sundials(peer *p, ARKODE_LSRKMethodType method, double tolerance, double *value,
                         double *seconds, int64_t *products) {
  const bench *b = p->bench;
  SUNContext context;
  sunrealtype reached;
  long count = 0;
  must(SUNContext_Create(b->comm, &context), "SUNContext_Create");
  N_Vector y = N_VMake_Parallel(b->comm, b->owned, b->cells, value, context);
  if (b->owned > 0) memcpy(value, b->initial, (size_t)b->owned * sizeof *value);
  void *steps = open_steps(p, method, tolerance, y, context);
  MPI_Barrier(b->comm);
  const double start_s = MPI_Wtime();
  must(ARKodeEvolve(steps, b->end, y, &reached, ARK_NORMAL), "ARKodeEvolve");
  MPI_Barrier(b->comm);
  *seconds = MPI_Wtime() - start_s;
  must(ARKodeGetNumRhsEvals(steps, 0, &count), "ARKodeGetNumRhsEvals");
  *products = count;
  ARKodeFree(&steps);
  N_VDestroy(y);
  SUNContext_Free(&context);
}

/* ---- comparison of both ---- */

static int compare_numbers(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void print_row(const bench *b, const char *name, double tolerance, outcome *o, double first_s) {
  qsort(o->seconds, (size_t)b->rounds, sizeof *o->seconds, compare_numbers);
  const double median = o->seconds[b->rounds / 2];
  if (b->rank == 0)
    printf("%-14s %9.1e %9lld %10.2e %10.3f %8.2f\n", name, tolerance, (long long)o->products, o->error,
           median, median / first_s);
}

static double error_of(const bench *b, const double *value) {
  return norm_of_difference(b, value, b->reference, 0.0) / b->distance;
}

/* Runs all contenders with one tolerance and prints their results. */
static void compare(bench *b, double tolerance) {
  static const char *const name[] = {"rkl2", "sundials rkl2", "sundials rkc2"};
  outcome result[3] = {{0}};
  tetracast_problem *problem = open_problem(b, tolerance);
  peer p = {.bench = b};
  double *value = malloc((size_t)(b->owned > 0 ? b->owned : 1) * sizeof *value);
  if (!value) fail("memory is exhausted");
  check(tetracast_operator_create(problem, "condensed", NULL, &p.rates));
  for (int r = 0; r < b->rounds; r++) {
    run_ours(b, problem, value, &result[0].seconds[r], &result[0].products);
    result[0].error = error_of(b, value);
    for (int k = 1; k < 3; k++) {
      run_sundials(&p, k == 1 ? ARKODE_LSRK_RKL_2 : ARKODE_LSRK_RKC_2, tolerance, value,
                   &result[k].seconds[r], &result[k].products);
      result[k].error = error_of(b, value);
    }
  }
  for (int k = 0; k < 3; k++) print_row(b, name[k], tolerance, &result[k], result[0].seconds[b->rounds / 2]);
  tetracast_operator_destroy(&p.rates);
  tetracast_problem_destroy(&problem);
  free(value);
}

/* Computes the norms `spread` and `distance` of the initial field and of the reference. */
static void measure_fields(bench *b) {
  double integral = 0.0, volume = 0.0;
  for (int64_t i = 0; i < b->owned; i++) {
    integral += b->volume[i] * b->initial[i];
    volume += b->volume[i];
  }
  volume = sum_over_ranks(b, volume);
  const double mean = sum_over_ranks(b, integral) / volume;
  b->spread = norm_of_difference(b, b->initial, NULL, mean) / sqrt(volume);
  b->distance = norm_of_difference(b, b->reference, NULL, mean);
  MPI_Allreduce(&b->owned, &b->cells, 1, MPI_INT64_T, MPI_SUM, b->comm);
}

static void make_reference(bench *b) {
  tetracast_problem *problem = open_problem(b, b->reference_tolerance);
  tetracast_stepper *stepper;
  const double *field;
  double seconds;
  int64_t products;
  check(tetracast_problem_cells(problem, &b->owned, NULL, NULL, &b->volume));
  double *fields = malloc((size_t)(2 * b->owned + 1) * sizeof *fields);
  if (!fields) fail("memory is exhausted");
  b->initial = fields;
  b->reference = fields + b->owned;
  check(tetracast_stepper_create(problem, NULL, NULL, &stepper));
  check(tetracast_stepper_field(stepper, NULL, &field));
  if (b->owned > 0) memcpy(b->initial, field, (size_t)b->owned * sizeof *field);
  tetracast_stepper_destroy(&stepper);
  run_ours(b, problem, b->reference, &seconds, &products);
  measure_fields(b);
  if (b->rank == 0)
    printf("%s: %lld cells, t = %g, reference: %lld products with tolerance %g\n", b->config,
           (long long)b->cells, b->end, (long long)products, b->reference_tolerance);
}

static char *read_text(const char *name) {
  FILE *file = fopen(name, "rb");
  char *text = calloc(1, 1 << 20);
  if (!file || !text) fail("the config cannot be read");
  if (fread(text, 1, (1 << 20) - 1, file) == 0) fail("the config is empty");
  fclose(file);
  return text;
}

static void parse(int argc, char **argv, bench *b) {
  for (int i = 1; i < argc; i++) {
    const char *value = i + 1 < argc ? argv[i + 1] : NULL;
    if (argv[i][0] != '-')
      b->config = argv[i];
    else if (!value)
      fail("an option needs a value");
    else if (i++, strcmp(argv[i - 1], "-s") == 0)
      b->set[b->sets++] = value;
    else if (strcmp(argv[i - 1], "--end") == 0)
      b->end = strtod(value, NULL);
    else if (strcmp(argv[i - 1], "--rounds") == 0)
      b->rounds = atoi(value);
    else if (strcmp(argv[i - 1], "--reference") == 0)
      b->reference_tolerance = strtod(value, NULL);
    else if (strcmp(argv[i - 1], "--tolerance") == 0 && b->tolerances < most_tolerances)
      b->tolerance[b->tolerances++] = strtod(value, NULL);
    else
      fail("unknown option, see tests/bench/README.md");
  }
  if (!b->config || !(b->end > 0.0) || b->rounds < 1 || b->rounds > most_rounds) fail("CONFIG --end T");
}

static void run(bench *b) {
  b->text = read_text(b->config);
  check(tetracast_world_create(b->comm, 0, &b->world));
  make_reference(b);
  if (b->rank == 0)
    printf("%-14s %9s %9s %10s %10s %8s\n", "method", "tolerance", "products", "error", "seconds", "ratio");
  for (int k = 0; k < b->tolerances; k++) compare(b, b->tolerance[k]);
  tetracast_world_destroy(&b->world);
}

/* Appends the assignments that select stabilised steps with error control. The library checks each
 * assignment together with the earlier ones. The end time must therefore replace the number of steps
 * first. */
static void add_steps(bench *b, const char *end) {
  const char *const steps[] = {"time.steps=null", end, "time.method=rkl2", "time.dt=auto"};
  for (int k = 0; k < 4; k++) b->set[b->sets++] = steps[k];
}

int main(int argc, char **argv) {
  char end[64];
  const char *set[128] = {NULL};
  bench b = {.comm = MPI_COMM_WORLD, .set = set, .rounds = 3, .reference_tolerance = 1e-8};
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(b.comm, &b.rank);
  if (argc > 100) fail("too many arguments");
  parse(argc, argv, &b);
  snprintf(end, sizeof end, "time.end=%.17g", b.end);
  add_steps(&b, end);
  run(&b);
  return MPI_Finalize();
}
