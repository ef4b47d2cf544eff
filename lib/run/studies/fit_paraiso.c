/* Fit of the parameters of model paraiso to this machine. It measures iterations of four methods on cubes of
 * five sizes, and messages of 18 sizes between pairs of ranks. A line is fitted to the times of each method,
 * and to the times of sending and of receiving messages in each of three ranges of sizes. The time per
 * iteration is the difference of solves with 24 and with 4 iterations, divided by 20, which removes the setup
 * of a solve. Source: Blanco et al. 2000, equations (1) and (2). */
#include "run/studies/fit_paraiso.h"

#include <math.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "base/numeric/line_fit.h"
#include "base/numeric/stats.h"
#include "calibration/network/network_benches.h"
#include "comm/world/mpi_world.h"
#include "linear/solver/solver.h"
#include "mesh/generate.h"
#include "model/models/model_paraiso.h"
#include "solve/problem/problem.h"

/* Stores the fitted line in the machine: its slope in parameter number `param` and its intercept in the next
 * parameter. */
static void store_fit(const tc_log *log, const char *what, int count, const double *x, const double *y,
                      int param, tc_machine *machine) {
  const tc_line_fit fit = tc_line_fit_compute(count, x, y);
  *tc_param_at(&machine->params, param) = fmax(fit.slope, TC_MACHINE_FIT_MIN_S);
  *tc_param_at(&machine->params, param + 1) = fmax(fit.intercept, TC_MACHINE_FIT_MIN_S);
  *tc_param_at(&machine->spread, param) = *tc_param_at(&machine->spread, param + 1) = fmax(fit.r2, 0.0);
  /* Example: fit of cg  gamma 1.2e-07 s beta 3.4e-05 s R^2 0.998 */
  tc_log_write(log, TC_LOG_VERBOSE, "fit of %-28s gamma %10.3g s beta %10.3g s R^2 %.3f", what, fit.slope,
               fit.intercept, fit.r2);
}

/* ---- messages ---- */

enum { each_size = 6, sizes = TC_PARAISO_SIZES * each_size };

static tc_status fit_messages(const tc_world *world, const tc_log *log, tc_machine *machine) {
  static const int doubles[sizes] = {1,   20,  45,   70,   95,   120,  121,  300,   475,
                                     650, 825, 1000, 1001, 2000, 4000, 8000, 12000, 16000};
  static const char *const names[][2] = {{"sending 0-120", "receiving 0-120"},
                                         {"sending 121-1000", "receiving 121-1000"},
                                         {"sending 1001-", "receiving 1001-"}};
  double x[sizes], send_s[sizes], receive_s[sizes];
  bool known;
  TC_TRY(tc_bench_messages(world, sizes, doubles, send_s, receive_s, &known));
  for (int i = 0; i < sizes; i++) x[i] = doubles[i];
  for (int size = 0; size < TC_PARAISO_SIZES && known; size++) {
    const int from = size * each_size;
    for (int received = 0; received < 2; received++)
      store_fit(log, names[size][received], each_size, x + from, (received ? receive_s : send_s) + from,
                tc_paraiso_message_param(size, received), machine);
  }
  return TC_OK;
}

/* ---- iterations ---- */

enum { cubes = 5, repeats = 9, few = 4, many = 24 };

typedef struct scene {
  tc_world *self; /* communicator that contains only this rank */
  tc_problem *problem;
  tc_linear_system system;
  double *b;
} scene;

static tc_status create_problem(int32_t bricks, scene *s) {
  const tc_problem_options choice = {
      .layout = {tc_order_find("none"), 0, TC_DISTRIBUTION_CYCLIC, 1 << 30, TC_OBJECTIVE_CUT,
                 TC_PARTITIONER_AUTO},
      .scheme = tc_scheme_find("two-point"),
      .tensor = {1.0, 1.0, 1.0},
  };
  tc_mesh *mesh = NULL;
  TC_TRY(tc_mesh_generate_box((const int32_t[]){bricks, bricks, bricks}, (const double[]){1.0, 1.0, 1.0},
                              &mesh));
  const tc_status status = tc_problem_create(s->self, &choice, mesh, NULL, &s->problem);
  tc_mesh_destroy(&mesh);
  return status;
}

/* Creates a cube mesh with its linear system. The time step is a tenth of the diffusion time across the cube,
 * so that no method converges within 24 iterations. */
static tc_status create_scene(int32_t bricks, scene *s) {
  TC_TRY(create_problem(bricks, s));
  const tc_space *space = s->problem->space;
  const tc_ell *R = s->problem->system->rates;
  s->system = (tc_linear_system){.world = s->self,
                                 .halo = space->halo,
                                 .R = R,
                                 .R_adjoint = R,
                                 .shift = 1.0,
                                 .scale = -0.1,
                                 .volume = space->volume,
                                 .id = space->id,
                                 .symmetric = true};
  TC_TRY(TC_ALLOC(s->b, space->owned));
  for (int32_t i = 0; i < space->owned; i++)
    s->b[i] = 1.0 / (0.1 + space->centroid[3 * (size_t)i]) + 0.1 * (double)(i % 7);
  return TC_OK;
}

static void free_scene(scene *s) {
  tc_problem_destroy(&s->problem);
  tc_free(s->b);
  s->b = NULL;
}

/* Measures the time in s of a solve with `iterations` iterations; 0 if the solve ended earlier. */
static tc_status time_solve(const scene *s, tc_solver_options choice, int64_t iterations, double *seconds) {
  tc_solver *solver = NULL;
  tc_solve_result solution;
  double sample[repeats];
  choice.iterations = iterations;
  TC_TRY(tc_solver_create(&s->system, &choice, &solver));
  tc_status status = TC_OK;
  for (int r = -1; r < repeats; r++) {
    tc_ledger ledger = {0};
    const double began = tc_now_s();
    TC_GUARD(status, tc_solver_solve(solver, s->b, 1.0, NULL, &ledger, &solution));
    if (r >= 0) sample[r] = solution.iterations == iterations ? tc_now_s() - began : 0.0;
  }
  *seconds = tc_median(sample, repeats);
cleanup:
  tc_solver_destroy(&solver);
  return status;
}

/* Measures the seconds of an iteration of a method, as the difference of two solves, and counts its FLOPs. */
static tc_status time_iteration(const scene *s, const tc_method *method, double *flops, double *seconds) {
  const tc_solver_options choice = {.method = method,
                                    .method_options = {.restart = 30, .relaxation = 1.0},
                                    .preconditioner = tc_preconditioner_find("none"),
                                    .most_iterations = many,
                                    .strategy = tc_strategy_find("neighbour"),
                                    .format = tc_format_at(0)};
  double less, more;
  tc_work work;
  TC_TRY(time_solve(s, choice, few, &less));
  TC_TRY(time_solve(s, choice, many, &more));
  tc_solver_iteration(&choice, 2, &work);
  *flops = tc_paraiso_work_flops(s->problem->space->owned, tc_ell_average_width(s->system.R), &work);
  *seconds = (more - less) / (many - few);
  return TC_OK;
}

/* Collective. Measures all methods on one cube, on all ranks at the same time. Returns the times of the
 * slowest rank. */
static tc_status measure_cube(const tc_world *world, const scene *s, int methods,
                              const tc_method *const *method, double *flops, double *seconds) {
  for (int m = 0; m < methods; m++)
    if (method[m]) TC_TRY(tc_world_agree(world, time_iteration(s, method[m], &flops[m], &seconds[m])));
  return tc_world_max(world, seconds, methods);
}

enum { family_count = 4 };

static tc_status fit_iterations(const tc_world *world, tc_world *self, bool quick, const tc_log *log,
                                tc_machine *machine) {
  static const char *const names[family_count] = {"cg", "sor", "jacobi", "qmr"};
  static const int32_t bricks[2][cubes] = {{8, 12, 18, 27, 36}, {4, 6, 8, 10, 12}};
  const tc_method *method[family_count];
  double flops[cubes][family_count] = {{0.0}}, seconds[cubes][family_count] = {{0.0}};
  for (int m = 0; m < family_count; m++) method[m] = tc_method_find(names[m]);
  for (int c = 0; c < cubes; c++) {
    scene s = {.self = self};
    tc_status status = tc_world_agree(world, create_scene(bricks[quick][c], &s));
    if (!status) status = measure_cube(world, &s, family_count, method, flops[c], seconds[c]);
    free_scene(&s);
    TC_TRY(status);
  }
  for (int m = 0; m < family_count; m++) {
    double x[cubes], y[cubes];
    for (int c = 0; c < cubes; c++) x[c] = flops[c][m], y[c] = seconds[c][m];
    if (method[m])
      store_fit(log, names[m], cubes, x, y, tc_paraiso_method_param(tc_paraiso_family(names[m])), machine);
  }
  return TC_OK;
}

tc_status tc_paraiso_fit_machine(const tc_world *world, bool quick, const tc_log *log, tc_machine *machine) {
  tc_world *self = NULL;
  TC_TRY(tc_world_agree(world, tc_world_create(MPI_COMM_SELF, 0, &self)));
  tc_status status = fit_iterations(world, self, quick, log, machine);
  if (!status) status = fit_messages(world, log, machine);
  tc_world_destroy(&self);
  return status;
}
