/* Solves small linear systems from files, on all ranks and on one rank. Rank 0 writes and reads the files.
 * Tests of system/ include this header. */
#ifndef TC_TESTS_SYSTEM_SYSTEM_CASE_H
#define TC_TESTS_SYSTEM_SYSTEM_CASE_H

#include <stdlib.h>

#include "base/core/memory.h"
#include "io/mesh/mesh_files.h"
#include "matrix/file/vector_file.h"
#include "support/expect.h"
#include "support/parallel.h"
#include "system/system_solve.h"

/* The distribution of a system and the options of its solve. */
typedef struct system_choice {
  const char *method;         /* NULL selects the automatic method */
  const char *preconditioner; /* "auto" selects the automatic preconditioner */
  const char *strategy, *order;
  tc_distribution_kind kind;
  int64_t iterations; /* exact number of iterations; 0 to iterate until convergence */
  double tolerance;
  int64_t most; /* limit of the number of iterations; 0 selects 3000 */
} system_choice;

static inline system_choice system_choice_of(const char *method, const char *preconditioner) {
  return (system_choice){method, preconditioner, "condensed", "rcm", TC_DISTRIBUTION_METIS, 0, 1e-8, 0};
}

static inline tc_system_options system_options(const system_choice *c) {
  tc_preconditioner_options options = tc_preconditioner_options_default();
  const bool is_auto = strcmp(c->preconditioner, "auto") == 0;
  options.multigrid.coarsest = 10;
  options.multigrid.rows_per_rank = 16;
  return (tc_system_options){.solver = {.method = c->method ? tc_method_find(c->method) : NULL,
                                        .method_options = {.restart = 30, .relaxation = 1.0},
                                        .preconditioner =
                                            tc_preconditioner_find(is_auto ? "jacobi" : c->preconditioner),
                                        .preconditioner_options = options,
                                        .tolerance = c->tolerance,
                                        .most_iterations = c->most > 0 ? c->most : 3000,
                                        .iterations = c->iterations,
                                        .strategy = tc_strategy_find(c->strategy),
                                        .format = tc_format_at(0)},
                             .chooses_preconditioner = is_auto};
}

/* Result of a solve for the first two right-hand sides, on all ranks. */
enum { system_solutions_max = 2 };
typedef struct system_outcome {
  int64_t count, iterations[system_solutions_max];
  uint64_t hash[system_solutions_max];
  double residual[system_solutions_max], true_residual[system_solutions_max], error[system_solutions_max];
  int32_t longest_row;
  int symmetric, has_general_rows, ignores_start; /* ignores_start: number of ignored starts */
  char method[16], preconditioner[16];
} system_outcome;

/* Root only. Copies the results of a solve to *out. */
static inline void system_record(const tc_distributed_system *s, const tc_system_result *r,
                                 system_outcome *out) {
  *out = (system_outcome){.count = r->count, .longest_row = s->largest_row};
  out->symmetric = s->linear.symmetric;
  out->has_general_rows = s->A->begin != NULL;
  snprintf(out->method, sizeof out->method, "%s", r->method->name);
  snprintf(out->preconditioner, sizeof out->preconditioner, "%s", r->preconditioner->name);
  for (int64_t k = 0; k < r->count && k < system_solutions_max; k++) {
    out->iterations[k] = r->solution[k].result.iterations;
    out->hash[k] = r->solution[k].hash;
    out->residual[k] = r->solution[k].residual;
    out->ignores_start += r->solution[k].ignores_start;
    out->true_residual[k] = r->solution[k].true_residual;
    out->error[k] = r->solution[k].error;
  }
}

/* Collective. Solves the system that rank 0 has read into `input`, which is NULL on other ranks. */
static inline tc_status system_solve_input(tc_world *world, const tc_system_input *input,
                                           const system_choice *c, system_outcome *out) {
  const tc_layout_options layout = {tc_order_find(c->order), 0, c->kind, 16, TC_OBJECTIVE_CUT,
                                    TC_PARTITIONER_AUTO};
  const tc_system_options options = system_options(c);
  tc_distributed_system *system = NULL;
  tc_system_result result = {0};
  tc_status status = tc_distributed_system_create(world, &layout, input, NULL, &system);
  if (!status) status = tc_system_solve(system, &options, input, &result);
  if (tc_status_code(status) == TC_NUMERICAL) /* the report of a failed solve names both */
    cr_assert(result.method && result.preconditioner);
  if (!status && world->rank == 0) system_record(system, &result, out);
  if (!status) MPI_Bcast(out, (int)sizeof *out, MPI_BYTE, 0, tc_world_comm(world));
  tc_system_result_free(&result);
  tc_distributed_system_destroy(&system);
  return status;
}

/* Collective. Reads the files on rank 0 and solves the system. */
static inline tc_status system_solve_files(tc_world *world, const tc_system_files *files,
                                           const system_choice *c, system_outcome *out) {
  tc_system_input input = {0};
  tc_status status = TC_ON_ROOT(world, tc_system_input_read(files, &input));
  if (!status) status = system_solve_input(world, world->rank == 0 ? &input : NULL, c, out);
  tc_system_input_free(&input);
  return status;
}

/* Returns the path of a shipped matrix in a static array. */
static inline const char *system_data(const char *name) {
  static char path[400];
  const char *source = getenv("TETRACAST_SOURCE");
  snprintf(path, sizeof path, "%s/tests/matrix/data/%s", source ? source : ".", name);
  return path;
}

/* Collective. Solves the same system on all ranks, and on rank 0 alone with the rows in the order of the
 * file. Expects that both results have the same bits, and returns the result. */
static inline system_outcome system_expect_equal(tc_world *world, const tc_system_files *files,
                                                 const system_choice *c) {
  system_outcome all, one;
  tc_world *self = NULL;
  system_choice single = *c;
  expect_ok(system_solve_files(world, files, c, &all));
  if (world->rank > 0) return all;
  single.order = "none";
  single.strategy = "neighbour";
  single.kind = TC_DISTRIBUTION_METIS;
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &self));
  expect_ok(system_solve_files(self, files, &single, &one));
  tc_world_destroy(&self);
  for (int64_t k = 0; k < all.count && k < system_solutions_max; k++) {
    cr_expect_eq(all.hash[k], one.hash[k], "%s %s %s: other bits", files->matrix, c->method,
                 c->preconditioner);
    cr_expect_eq(all.iterations[k], one.iterations[k], "%s %s %s", files->matrix, c->method,
                 c->preconditioner);
    cr_expect_eq(all.true_residual[k], one.true_residual[k]);
  }
  return all;
}

/* Files of a small system in a temporary directory of rank 0, which tests write from texts. */
typedef struct system_text {
  folder f;
  char matrix[400], right_side[400], volumes[400];
  tc_system_files files;
} system_text;

static inline const char *system_write(const system_text *t, const char *name, const char *text,
                                       char path[400]) {
  if (!text) return NULL;
  file_write(&t->f, name, text);
  file_path(&t->f, name, path);
  return path;
}

/* Writes the files on rank 0. The texts of right-hand side and volumes may be NULL. The result must not be
 * moved. */
static inline void system_text_make(const tc_world *world, const char *matrix, const char *right_side,
                                    const char *volumes, system_text *out) {
  *out = (system_text){.files = {.matrix = "unused"}};
  if (world->rank > 0) return;
  out->f = folder_make();
  out->files = (tc_system_files){.matrix = system_write(out, "a.mtx", matrix, out->matrix),
                                 .right_side = system_write(out, "b.mtx", right_side, out->right_side),
                                 .volumes = system_write(out, "v.mtx", volumes, out->volumes)};
}

static inline void system_text_free(const tc_world *world, system_text *t) {
  if (world->rank == 0) folder_remove(&t->f);
}

/* Collective. Solves the system of the texts and expects the error `code` with `message` on all ranks. */
static inline void system_expect_refused(tc_world *world, const char *matrix, const char *right_side,
                                         const system_choice *c, tc_code code, const char *message) {
  system_outcome out;
  system_text t;
  system_text_make(world, matrix, right_side, NULL, &t);
  expect_error(system_solve_files(world, &t.files, c, &out), code, message);
  system_text_free(world, &t);
}

#endif
