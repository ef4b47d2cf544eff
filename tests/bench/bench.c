/* Benchmark that times the steps of several contenders (implementations) with one matrix. See README.md in
 * this directory. */
#include <math.h>
#include <omp.h>
#include <string.h>

#include "agreement.h"
#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "base/program/launcher.h"
#include "base/program/log_stream.h"
#include "comm/world/argv_check.h"
#include "comm/world/mpi_world.h"
#include "comm/world/world_threads.h"
#include "fv/scheme/gershgorin.h"
#include "io/mesh/tetgen.h"
#include "solve/stability/stable_step.h"
#include "table.h"

/* Largest relative difference of two fields after one step that counts as equal. */
static const double agreed = 1e-13;

typedef struct bench {
  tc_world *world;
  const bench_options *options;
  const tc_log *log;
  tc_problem *problem;
  double dt;
  contender contender[BENCH_CONTENDERS];
  int open;
  int64_t entries[BENCH_CONTENDERS];
  double far[BENCH_CONTENDERS], far_at_end[BENCH_CONTENDERS];
  timing timing[BENCH_CONTENDERS];
} bench;

/* Creates the problem with the calls of a run. The time step is so small that it is stable on any mesh. */
static tc_status make_problem(bench *b) {
  tc_mesh *mesh = NULL;
  const tc_problem_options choice = {.layout = b->options->layout,
                                     .scheme = b->options->scheme,
                                     .tensor = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0},
                                     .stabilisation = tc_stable_step_first_stabilisation(-1.0)};
  TC_TRY(
      tc_world_agree(b->world, b->world->rank == 0 ? tc_tetgen_read(b->options->mesh, NULL, &mesh) : TC_OK));
  tc_status status = tc_problem_create(b->world, &choice, mesh, b->log, &b->problem);
  tc_mesh_destroy(&mesh);
  TC_TRY(status);
  double largest = tc_gershgorin_bound(b->problem->system->rates);
  TC_TRY(tc_world_max(b->world, &largest, 1));
  b->dt = 1.0 / largest;
  return TC_OK;
}

static tc_status open_contenders(bench *b) {
  for (int k = 0; k < b->options->contenders; k++) {
    TC_TRY(contender_open(b->problem, b->dt, b->options->contender[k], &b->contender[k]));
    b->open++;
    b->entries[k] = b->contender[k].entries;
  }
  return tc_world_sum_int64(b->world, b->entries, b->open);
}

/* Loads a field in which every cell has a different value, so that a wrong or stale ghost changes the
 * result. */
static tc_status load(bench *b) {
  double *value = NULL;
  TC_TRY(TC_WORLD_ALLOC(b->world, value, b->problem->space->owned));
  for (int32_t i = 0; i < b->problem->space->owned; i++)
    value[i] = 1.0 + (double)tc_hash_mix((uint64_t)b->problem->space->id[i]) * 0x1p-64;
  for (int k = 0; k < b->open; k++) b->contender[k].load(b->contender[k].self, value);
  tc_free(value);
  return TC_OK;
}

static tc_status race(bench *b) {
  const schedule *s = &b->options->schedule;
  const double steps = 1.0 + (double)s->rounds * (s->warm + s->steps);
  TC_TRY(load(b));
  for (int k = 0; k < b->open; k++) TC_TRY(b->contender[k].step(b->contender[k].self));
  TC_TRY(agreement_check(b->problem->space, b->contender, b->open, agreed, b->far));
  TC_TRY(rounds_run(b->world, s, b->contender, b->open, b->timing));
  return agreement_check(b->problem->space, b->contender, b->open, steps * agreed, b->far_at_end);
}

static tc_status print_results(const bench *b) {
  const outcome o = {.options = b->options,
                     .problem = b->problem,
                     .threads = omp_get_max_threads(),
                     .contender = b->contender,
                     .entries = b->entries,
                     .far = b->far,
                     .far_at_end = b->far_at_end,
                     .timing = b->timing};
  if (b->world->rank != 0) return TC_OK;
  table_write(stdout, &o);
  return b->options->json ? table_write_json(b->options->json, &o) : TC_OK;
}

static tc_status run(tc_world *world, const bench_options *options, const tc_log *log) {
  bench b = {.world = world, .options = options, .log = log};
  tc_status status = TC_OK;
  TC_GUARD(status, tc_world_set_threads(world, 0));
  TC_GUARD(status, make_problem(&b));
  TC_GUARD(status, open_contenders(&b));
  TC_GUARD(status, race(&b));
  TC_GUARD(status, tc_world_agree(world, print_results(&b)));
cleanup:
  for (int k = 0; k < b.open; k++) b.contender[k].close(b.contender[k].self);
  tc_problem_destroy(&b.problem);
  return status;
}

static int run_parallel(int argc, char **argv) {
  tc_world *world = NULL;
  bench_options options;
  tc_log_stream stream;
  tc_log log = {NULL, TC_LOG_NORMAL, NULL, NULL};
  int provided, rank = 0;
  tc_world_prepare();
  MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) log.sink = tc_log_stream_init(&stream, stderr);
  tc_status status = tc_world_create(MPI_COMM_WORLD, 0, &world);
  if (!status) status = tc_argv_check(world, "bench", argc - 1, argv + 1);
  if (!status) status = bench_options_parse(argc - 1, argv + 1, &options);
  if (!status) status = run(world, &options, &log);
  if (rank == 0 && status) fprintf(stderr, "bench: error: %s\n", tc_status_text(status));
  const int code = (int)tc_status_code(status);
  tc_status_free(&status);
  tc_world_destroy(&world);
  MPI_Finalize();
  return code;
}

int main(int argc, char **argv) {
  const bool help = argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0);
  if (argc > 1 && !help) return run_parallel(argc, argv);
  if (tc_launcher_is_first()) fputs(bench_usage, stdout);
  return help ? TC_DONE : TC_USAGE;
}
