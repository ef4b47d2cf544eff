/* Solves of a distributed system. Each solve starts from the initial guess, unless the residual of the guess
 * is larger than the right-hand side. The solver computes the change of x, as in steady runs. The root then
 * checks the solution with the matrix of the file. */
#include "system/system_solve.h"

#include <float.h>
#include <math.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "system/power_scale.h"
#include "system/solution_check.h"
#include "system/solve_error.h"

enum { X, RIGHT_SIDE, RESIDUAL, ARRAYS };

const tc_work tc_system_start_work = {.products = 1, .dots = 2, .reductions = 1, .row_flops = 6};
const tc_work tc_system_end_work = {.row_flops = 2};

/* State of the solves of one system. */
typedef struct solves {
  const tc_system_options *options;
  const tc_system_input *input; /* NULL on all ranks but the root */
  tc_distributed_system *system;
  tc_solver_options solver_options;
  tc_solver *solver;
  tc_arena *arena; /* vectors X .. RESIDUAL */
  tc_ledger ledger;
  tc_csr_row_sums row_sums;
  int64_t k, count; /* number of the current right-hand side, from 0, and number of all right-hand sides */
  bool has_start;   /* true if there is an initial guess */
  int exponent;     /* b is 2^exponent times the vector RIGHT_SIDE (power_scale.h) */
  double size, reference;  /* scaled norm of b, and norm to which the tolerance is relative */
  tc_solve_result *result; /* result of the current solve with scaled norms, borrowed */
} solves;

void tc_system_result_free(tc_system_result *result) {
  tc_free(result->multigrid);
  tc_free(result->solution);
  tc_free(result->x);
  *result = (tc_system_result){0};
}

/* ---- choice of the method ---- */

/* Collective. Sets *out to true if all diagonal entries are positive, as those of positive definite matrices
 * are. */
static tc_status has_positive_diagonal(const tc_distributed_system *system, bool *out) {
  double smallest = INFINITY;
  for (int32_t i = 0; i < system->A->rows; i++) smallest = fmin(smallest, system->A->diagonal[i]);
  TC_TRY(tc_world_min(system->world, &smallest, 1));
  *out = smallest > 0.0;
  return TC_OK;
}

static tc_status choose_method(solves *s) {
  tc_solver_options *o = &s->solver_options;
  bool suits_cg;
  if (o->method) return TC_OK;
  TC_TRY(has_positive_diagonal(s->system, &suits_cg));
  suits_cg = suits_cg && s->system->linear.symmetric && o->preconditioner->symmetric;
  o->method = tc_method_find(suits_cg ? "cg" : "bicgstab");
  return TC_OK;
}

/* Multigrid creates its hierarchy from one triangle of the matrix, so it must not be used if the matrix is
 * not symmetric. */
static tc_status check_preconditioner(const solves *s) {
  const tc_preconditioner *p = tc_solver_effective_preconditioner(&s->solver_options);
  if (!p->needs_two_point || s->system->linear.symmetric) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "solver.preconditioner.name: %s needs a symmetric matrix, but the relative norm of "
                          "its skew part is %.2g: use jacobi, ssor or ilu0",
                          p->name, s->system->skew);
}

static tc_status create_solver(solves *s) {
  TC_TRY(check_preconditioner(s));
  return tc_solver_create(&s->system->linear, &s->solver_options, &s->solver);
}

/* ---- reports to the monitor ---- */

static double relate(const solves *s, double norm) { return tc_relative_norm(norm, s->reference); }

static void report_residual(void *self, int64_t iteration, double residual, bool is_true) {
  const solves *s = self;
  const tc_system_monitor *m = s->options->monitor;
  if (m && m->residual)
    m->residual(m->self, iteration, relate(s, residual), relate(s, s->result->target), is_true);
}

/* ---- one solve ---- */

static double *vector(const solves *s, int v) { return s->arena->vector[v].value; }

/* Returns the exponent of the power of two by which norms of the file exceed norms of the solver. */
static int norm_exponent(const solves *s) { return s->exponent + s->system->volume_exponent / 2; }

/* Collective. Chooses the scale of the right-hand side on the root. */
static tc_status choose_scale(solves *s) {
  const tc_system_input *input = s->input;
  double root[2] = {-INFINITY, -INFINITY};
  if (input) {
    root[0] = input->start != NULL;
    root[1] = tc_power_scale_choose(input->rows, input->right_side + s->k * input->rows);
  }
  TC_TRY(tc_world_max(s->system->world, root, 2));
  s->has_start = root[0] > 0.0;
  s->exponent = (int)root[1];
  s->solver->options.absolute = ldexp(s->options->solver.absolute, -norm_exponent(s));
  return TC_OK;
}

/* Collective. Sets X to the initial guess and RIGHT_SIDE to b, both scaled. */
static tc_status load_vectors(solves *s) {
  const tc_system_input *input = s->input;
  const int64_t at = input ? s->k * input->rows : 0;
  const int32_t rows = s->system->A->rows;
  TC_TRY(choose_scale(s));
  TC_TRY(
      tc_distributed_system_scatter(s->system, input ? input->right_side + at : NULL, vector(s, RIGHT_SIDE)));
  tc_power_scale_apply(-s->exponent, rows, vector(s, RIGHT_SIDE));
  tc_vector_fill(0.0, &s->arena->vector[X]);
  if (!s->has_start) return TC_OK;
  TC_TRY(tc_distributed_system_scatter(s->system, input ? input->start + at : NULL, vector(s, X)));
  tc_power_scale_apply(s->system->exponent - s->exponent, rows, vector(s, X));
  return TC_OK;
}

static void add_place(const solves *s, tc_line *line) {
  if (s->count > 1)
    tc_line_add(line, "right-hand side %lld", (long long)s->k + 1);
  else
    tc_line_add(line, "solve");
}

static void warn_of_start(const solves *s) {
  tc_line place = {0};
  add_place(s, &place);
  tc_log_warn(s->system->linear.log,
              "%s: the residual of the initial guess is larger than the norm of the right-hand side, so the "
              "solve starts from 0",
              place.text);
}

/* Collective. Computes RESIDUAL = b - A x and the norm to which the tolerance is relative. Starts from 0 if
 * the norm of the residual would otherwise be larger than that of b, or if b is 0. *ignores_start is true if
 * an initial guess is not used for this reason. */
static tc_status compute_residual(solves *s, bool *ignores_start) {
  tc_solver *solver = s->solver;
  const int small = tc_solver_dot_index(solver, 0), large = tc_solver_dot_index(solver, 1);
  double *dot = solver->value, *x = vector(s, X), *b = vector(s, RIGHT_SIDE), *r = vector(s, RESIDUAL);
  solver->ledger = &s->ledger;
  TC_TRY(TC_VECTOR_OPS(solver, dot, TC_VECTOR_COPY(x, tc_solver_operand(solver, 0))));
  TC_TRY(tc_solver_multiply(solver, 0, r));
  TC_TRY(TC_VECTOR_OPS(solver, dot, TC_VECTOR_AYPX(b, -1.0, r), TC_VECTOR_DOT(small, r, r),
                       TC_VECTOR_DOT(large, b, b)));
  double first = sqrt(dot[small]);
  s->size = sqrt(dot[large]);
  *ignores_start = s->has_start && !(first <= s->size);
  if (*ignores_start) warn_of_start(s);
  if (!(first <= s->size) || s->size == 0.0) {
    TC_TRY(TC_VECTOR_OPS(solver, dot, TC_VECTOR_FILL(0.0, x), TC_VECTOR_COPY(b, r)));
    first = s->size;
  }
  const double rounding = 4.0 * DBL_EPSILON * s->size / s->solver_options.tolerance;
  s->reference = s->options->relative_to_start ? fmax(first, rounding) : s->size;
  return TC_OK;
}

static tc_status solve_error(const solves *s) {
  tc_line place = {0};
  add_place(s, &place);
  const tc_failed_solve failed = {.place = place.text,
                                  .solver = &s->solver->options,
                                  .result = s->result,
                                  .reference = s->reference,
                                  .is_symmetric = s->system->linear.symmetric,
                                  .automatic = s->options->chooses_preconditioner,
                                  .row_sums = s->row_sums};
  return tc_solve_error(&failed);
}

static bool is_accepted(const solves *s) {
  const tc_solve_result *r = s->result;
  return tc_reason_is_solved(r->reason) ||
         (r->reason != TC_REASON_not_finite && relate(s, r->residual) <= s->options->accept);
}

/* Collective. Solves for right-hand side s->k, whose vectors have been loaded. Sets *ignores_start as
 * compute_residual does. Does not report the residuals of a trial. */
static tc_status run_solver(solves *s, bool is_trial, bool *ignores_start, tc_solve_result *out) {
  const tc_system_monitor *m = is_trial ? NULL : s->options->monitor;
  const tc_solver_monitor monitor = {.self = s, .on_residual = report_residual};
  s->result = out;
  TC_TRY(compute_residual(s, ignores_start));
  if (m && m->begin) m->begin(m->self, s->k);
  TC_TRY(tc_solver_solve(s->solver, vector(s, RESIDUAL), s->reference, is_trial ? NULL : &monitor, &s->ledger,
                         out));
  if (m && m->end) m->end(m->self, out);
  return TC_OK;
}

/* Collective. Solves for right-hand side s->k, whose vectors have been loaded, and adds the solution to X. */
static tc_status solve_one(solves *s, tc_system_solution *out) {
  TC_TRY(run_solver(s, false, &out->ignores_start, &out->result));
  out->residual = relate(s, out->result.residual);
  if (!is_accepted(s)) return solve_error(s);
  return TC_VECTOR_OPS(s->solver, s->solver->value, TC_VECTOR_AXPY(1.0, s->solver->x, vector(s, X)));
}

/* ---- choice of the preconditioner ---- */

static tc_status solve_trial(solves *s, tc_solve_result *result) {
  bool ignores_start;
  TC_TRY(create_solver(s));
  TC_TRY(load_vectors(s));
  TC_TRY(run_solver(s, true, &ignores_start, result));
  return is_accepted(s) ? TC_OK : solve_error(s);
}

static tc_status run_trial(void *self, const tc_preconditioner *candidate, int64_t most_iterations,
                           tc_preconditioner_trial *out) {
  solves *s = self;
  tc_solve_result result = {0};
  tc_work work;
  s->solver_options.preconditioner = candidate;
  s->solver_options.most_iterations = most_iterations;
  const tc_status status = solve_trial(s, &result);
  tc_solver_destroy(&s->solver);
  tc_solver_iteration(&s->solver_options, 1, &work);
  *out = (tc_preconditioner_trial){result.iterations, work.preconditionings};
  return status;
}

/* Collective. Chooses an automatic preconditioner by trials. All right-hand sides can use one hierarchy, so
 * the work of the setup is divided by their number. */
static tc_status choose_preconditioner(solves *s, tc_preconditioner_choice *out) {
  const int64_t most = s->solver_options.most_iterations;
  const tc_preconditioner_question question = {.solves = fmax((double)s->count, 1.0),
                                               .most_iterations = most,
                                               .self = s,
                                               .run = run_trial};
  const tc_log *log = s->system->linear.log;
  tc_line line = {0};
  if (!s->options->chooses_preconditioner) return TC_OK;
  TC_LOG_PHASE(log, TC_JOB_PHASE_NONE, tc_preconditioner_choice_compute(&question, out),
               "choosing the preconditioner");
  s->solver_options.preconditioner = out->preconditioner;
  s->solver_options.most_iterations = most;
  s->ledger = (tc_ledger){0}; /* The ledger counts the solves but not the trials. */
  tc_preconditioner_choice_format(out, &line);
  tc_log_write(log, TC_LOG_NORMAL, "%s", line.text);
  return TC_OK;
}

/* ---- all solves ---- */

/* Root only. Checks and rescales the solution x for right-hand side s->k. */
static tc_status check_solution(const solves *s, double *x, tc_system_solution *out) {
  const tc_solve_result *r = &out->result;
  tc_line place = {0};
  add_place(s, &place);
  const tc_solution_check check = {.options = s->options,
                                   .input = s->input,
                                   .method = s->solver->options.method,
                                   .place = place.text,
                                   .k = s->k,
                                   .exponent = s->exponent - s->system->exponent,
                                   .required = s->size > 0.0 ? r->target / s->size : 0.0,
                                   .reported = relate(s, r->residual)};
  return tc_solution_check_run(&check, x, out);
}

/* Collective. Solves for right-hand side s->k and checks the solution. */
static tc_status solve_and_check(solves *s, tc_system_result *all, tc_system_solution *out) {
  double *x = all->x ? all->x + s->k * all->rows : NULL;
  out->residual = out->true_residual = out->row_residual = out->error = NAN;
  TC_TRY(load_vectors(s));
  const double start_s = tc_now_s();
  TC_TRY(solve_one(s, out));
  all->iterations_s += tc_now_s() - start_s;
  all->iterations += out->result.iterations;
  TC_TRY(tc_distributed_system_gather(s->system, vector(s, X), x));
  return TC_ON_ROOT(s->system->world, check_solution(s, x, out));
}

/* Multiplies the scaled norms by 2^exponent, which gives the norms of the file. */
static void restore_norms(int exponent, tc_solve_result *result) {
  double *const norm[] = {&result->initial_residual, &result->target, &result->residual, &result->best};
  for (size_t k = 0; k < sizeof norm / sizeof *norm; k++) *norm[k] = ldexp(*norm[k], exponent);
}

static tc_status solve_all(solves *s, tc_system_result *out) {
  for (s->k = 0; s->k < s->count; s->k++) {
    tc_system_solution *const solution = &out->solution[s->k];
    out->solves++;
    const tc_status status = solve_and_check(s, out, solution);
    restore_norms(norm_exponent(s), &solution->result);
    TC_TRY(status);
  }
  return TC_OK;
}

/* Collective. Distributes the number of right-hand sides and the properties of the row sums, and allocates
 * the results. The root alone stores the vectors. */
static tc_status alloc_result(solves *s, tc_system_result *out) {
  const tc_world *world = s->system->world;
  const tc_system_input *input = s->input;
  double number[3] = {0.0, 0.0, 0.0};
  if (input) {
    number[0] = (double)input->count;
    number[1] = input->row_sums.vanish;
    number[2] = input->row_sums.suit_multigrid;
  }
  TC_TRY(tc_world_max(world, number, 3));
  s->count = out->count = (int64_t)number[0];
  s->row_sums = (tc_csr_row_sums){number[1] > 0.0, number[2] > 0.0};
  out->rows = s->system->rows;
  TC_TRY(TC_WORLD_ALLOC(world, out->solution, out->count));
  return TC_ON_ROOT(world, TC_ALLOC(out->x, out->rows * out->count));
}

/* Collective. Copies the sizes and messages of the multigrid levels, if there are any. */
static tc_status copy_levels(const solves *s, tc_system_result *out) {
  const tc_multigrid_figures *levels = tc_solver_levels(s->solver);
  if (!levels) return TC_OK;
  TC_TRY(TC_WORLD_ALLOC(s->system->world, out->multigrid, 1));
  *out->multigrid = *levels;
  out->levels = levels->levels;
  return tc_multigrid_figures_combine(s->system->world, out->multigrid);
}

/* Collective. Copies properties and setup times of the solver. */
static tc_status describe_solver(const solves *s, tc_system_result *out) {
  const tc_solver *solver = s->solver;
  const tc_preconditioner *applied = tc_solver_effective_preconditioner(&solver->options);
  out->colours = tc_solver_colours(solver);
  out->is_bitwise = !applied->create || solver->options.preconditioner_options.scope != TC_SCOPE_RANK;
  out->set_up = solver->set_up;
  out->set_up.transpose = s->system->transpose_s;
  TC_TRY(copy_levels(s, out));
  return tc_world_max(s->system->world, out->set_up.by_index, TC_SETUP_COUNT);
}

static tc_status run_solves(solves *s, tc_system_result *out) {
  const double start_s = tc_now_s();
  TC_TRY(alloc_result(s, out));
  TC_TRY(tc_arena_create(s->system->world, false, ARRAYS, s->system->A->rows, 0, &s->arena));
  TC_TRY(choose_method(s));
  out->method = s->solver_options.method;
  out->preconditioner = tc_solver_effective_preconditioner(&s->solver_options);
  const double choice_start_s = tc_now_s();
  TC_TRY(choose_preconditioner(s, &out->choice));
  if (out->choice.count > 0) out->choice_s = tc_now_s() - choice_start_s;
  out->preconditioner = tc_solver_effective_preconditioner(&s->solver_options);
  TC_LOG_PHASE(s->system->linear.log, TC_JOB_PHASE_NONE, create_solver(s), "preparing the solver");
  TC_TRY(describe_solver(s, out));
  const double ready_s = tc_now_s();
  out->setup_s = ready_s - start_s - out->choice_s;
  const tc_status status = solve_all(s, out);
  out->solve_s = tc_now_s() - ready_s;
  out->ledger = s->ledger;
  return status;
}

tc_status tc_system_solve(tc_distributed_system *system, const tc_system_options *options,
                          const tc_system_input *input, tc_system_result *out) {
  solves s = {.options = options, .input = input, .system = system, .solver_options = options->solver};
  *out = (tc_system_result){0};
  const tc_status status = run_solves(&s, out);
  tc_solver_destroy(&s.solver);
  tc_arena_destroy(&s.arena);
  if (status && tc_status_code(status) != TC_NUMERICAL) tc_system_result_free(out);
  return status;
}
