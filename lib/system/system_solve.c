/* Solves of a distributed system. Each solve starts from the initial guess, unless its residual is larger
 * than the right-hand side, and computes the change of x, as steady runs do. The root then checks the
 * solution with the matrix of the file. */
#include "system/system_solve.h"

#include <float.h>
#include <math.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "base/numeric/hash.h"
#include "system/power_scale.h"
#include "system/true_residual.h"

enum { X, RIGHT_SIDE, RESIDUAL, ARRAYS };

/* The true residual in the order of the file may exceed the required one by this factor. */
static const double residual_factor = 10.0;

/* A solution is wrong if the residual of a row is more than `row_limit` of the terms, and exceeds the
 * relative residual by `row_factor`. With rows of equal size the ratio of the two is at most the root of the
 * number of rows, and usually below 1. */
static const double row_limit = 1e-3, row_factor = 1e3;

/* Data of the solves. */
typedef struct solves {
  const tc_system_options *options;
  const tc_system_input *input; /* NULL on all ranks but the root */
  tc_distributed_system *system;
  tc_solver_options solver_options;
  tc_solver *solver;
  tc_arena *arena; /* vectors X .. RESIDUAL */
  tc_ledger ledger;
  int64_t k, count;        /* number of the right-hand side, and number of all of them */
  bool has_start;          /* true if there is an initial guess */
  int exponent;            /* b is 2^exponent times the vector RIGHT_SIDE (power_scale.h) */
  double size, reference;  /* scaled norm of b, and norm to which the tolerance is relative */
  tc_solve_result *result; /* result of the current solve with scaled norms, borrowed */
} solves;

void tc_system_result_free(tc_system_result *result) {
  tc_free(result->solution);
  tc_free(result->x);
  *result = (tc_system_result){0};
}

/* ---- method ---- */

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

/* Multigrid creates its hierarchy from one triangle of the matrix, so it must not be used with others. */
static tc_status check_preconditioner(const solves *s) {
  const tc_preconditioner *p = tc_solver_effective_preconditioner(&s->solver_options);
  if (!p->needs_two_point || s->system->linear.symmetric) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "solver.preconditioner.name: %s needs a symmetric matrix, but this one has the "
                          "asymmetry %.2g: use jacobi, ssor or ilu0",
                          p->name, s->system->skew);
}

static tc_status create_solver(solves *s, tc_system_result *out) {
  const tc_distributed_system *system = s->system;
  TC_TRY(choose_method(s));
  out->method = s->solver_options.method;
  out->preconditioner = tc_solver_effective_preconditioner(&s->solver_options);
  TC_TRY(check_preconditioner(s));
  TC_TRY(tc_arena_create(system->world, false, ARRAYS, system->A->rows, 0, &s->arena));
  return tc_solver_create(&system->linear, &s->solver_options, &s->solver);
}

/* ---- monitor ---- */

static double relate(const solves *s, double norm) { return norm > 0.0 ? norm / s->reference : norm; }

static void report_residual(void *self, int64_t iteration, double residual, bool is_true) {
  const solves *s = self;
  const tc_system_monitor *m = s->options->monitor;
  if (m && m->residual)
    m->residual(m->self, iteration, relate(s, residual), relate(s, s->result->target), is_true);
}

/* ---- one solve ---- */

static double *vector(const solves *s, int v) { return s->arena->vector[v].value; }

/* Exponent of the factor by which norms of the file exceed those of the solver. */
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
              "%s: the residual of the initial guess exceeds the right-hand side, so the solve starts from 0",
              place.text);
}

/* Collective. Computes RESIDUAL = b - A x and the norm to which the tolerance is relative. Starts from 0 if
 * the norm of the residual would otherwise be larger than that of b, and if b is 0. *ignores_start is true if
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
  const tc_solve_result *r = s->result;
  const tc_solver_options *c = &s->solver->options;
  tc_line place = {0}, advice = {0};
  add_place(s, &place);
  if (r->reason == TC_REASON_not_finite)
    tc_line_add(&advice, "check matrix and right-hand side for large values, or use another method");
  else
    tc_method_advise(c->method, c->preconditioner->name, r->reason, false, &advice);
  return tc_status_create(TC_NUMERICAL,
                          "%s: %s %s at iteration %lld (relative residual: smallest %.2g, at iteration %lld; "
                          "true one at the end %.2g; %.2g requested): %s",
                          place.text, c->method->name, tc_reason_meaning(r->reason), (long long)r->iterations,
                          relate(s, r->best), (long long)r->best_iteration, relate(s, r->residual),
                          c->tolerance, advice.text);
}

static bool is_accepted(const solves *s) {
  const tc_solve_result *r = s->result;
  return tc_reason_is_solved(r->reason) ||
         (r->reason != TC_REASON_not_finite && relate(s, r->residual) <= s->options->accept);
}

/* Collective. Solves for right-hand side s->k. */
static tc_status solve_one(solves *s, tc_system_solution *out) {
  const tc_system_monitor *m = s->options->monitor;
  const tc_solver_monitor monitor = {.self = s, .on_residual = report_residual};
  s->result = &out->result;
  TC_TRY(load_vectors(s));
  TC_TRY(compute_residual(s, &out->ignores_start));
  if (m && m->begin) m->begin(m->self, s->k);
  TC_TRY(tc_solver_solve(s->solver, vector(s, RESIDUAL), s->reference, &monitor, &s->ledger, &out->result));
  if (m && m->end) m->end(m->self, &out->result);
  out->residual = relate(s, out->result.residual);
  if (!is_accepted(s)) return solve_error(s);
  return TC_VECTOR_OPS(s->solver, s->solver->value, TC_VECTOR_AXPY(1.0, s->solver->x, vector(s, X)));
}

/* ---- check on the root ---- */

/* Replaces the scaled solution by that of the file. Returns an error if double precision cannot hold it. */
static tc_status restore_scale(const solves *s, double *x) {
  const int exponent = s->exponent - s->system->exponent;
  const double scaled = tc_largest_size(s->input->rows, x);
  tc_line place = {0};
  tc_power_scale_apply(exponent, s->input->rows, x);
  const double largest = tc_largest_size(s->input->rows, x);
  if (exponent == 0 || scaled == 0.0 || (largest >= DBL_MIN && isfinite(largest))) return TC_OK;
  add_place(s, &place);
  return tc_status_create(TC_NUMERICAL,
                          "%s: the largest entry of the solution is about 1e%d, which is beyond double "
                          "precision: use other units for the matrix or the right-hand side",
                          place.text, (int)lround(log10(scaled) + exponent * log10(2.0)));
}

static tc_status check_true_residual(const solves *s, const tc_true_residual *true_residual) {
  const tc_solve_result *r = s->result;
  const double required = s->size > 0.0 ? r->target / s->size : 0.0,
               limit = fmax(residual_factor * required, s->options->accept) + true_residual->rounding;
  tc_line place = {0};
  if (isfinite(true_residual->relative) &&
      (r->reason == TC_REASON_iterated || true_residual->relative <= limit))
    return TC_OK;
  add_place(s, &place);
  return tc_status_create(TC_NUMERICAL,
                          "%s: the true residual is %.2g of the right-hand side, although %s has reported "
                          "%.2g: scale the matrix and the right-hand side, or use another method",
                          place.text, true_residual->relative, s->solver->options.method->name,
                          relate(s, r->residual));
}

/* Returns an error if the norms have hidden that a row is not solved. */
static tc_status check_row_residual(const solves *s, const tc_true_residual *true_residual) {
  const tc_solve_result *r = s->result;
  const double reached = fmax(true_residual->relative, s->size > 0.0 ? r->target / s->size : 0.0);
  tc_line place = {0};
  if (r->reason == TC_REASON_iterated || true_residual->row_relative <= row_limit ||
      true_residual->row_relative <= row_factor * fmax(reached, s->options->accept))
    return TC_OK;
  add_place(s, &place);
  return tc_status_create(
      TC_NUMERICAL,
      "%s: row %lld is not solved: its residual is %.2g of the terms, although that of all "
      "rows is %.2g, because rows differ much in size: scale rows and columns so that the "
      "diagonal is about 1, or reduce solver.tolerance",
      place.text, (long long)true_residual->row + 1, true_residual->row_relative, true_residual->relative);
}

/* Root only. Computes the members of *out that depend on all rows of x, and adds the level to x. */
static tc_status check_solution(const solves *s, double *x, tc_system_solution *out) {
  const tc_system_input *input = s->input;
  const double *exact = input->solution ? input->solution + s->k * input->rows : NULL;
  tc_true_residual true_residual;
  TC_TRY(restore_scale(s, x));
  TC_TRY(tc_true_residual_compute(input, s->k, x, &true_residual));
  out->true_residual = true_residual.relative;
  out->error = exact ? tc_largest_difference(input->rows, x, exact) : (double)NAN;
  out->row_residual = true_residual.row_relative;
  TC_TRY(check_true_residual(s, &true_residual));
  TC_TRY(check_row_residual(s, &true_residual));
  if (s->options->level != 0.0)
    for (int64_t i = 0; i < input->rows; i++) x[i] = s->options->level + x[i];
  out->hash = 0;
  for (int64_t i = 0; i < input->rows; i++) out->hash += tc_hash_element((uint64_t)i, x[i]);
  out->is_accepted = true;
  return TC_OK;
}

/* ---- all solves ---- */

/* Collective. Solves for right-hand side s->k and checks the solution. */
static tc_status solve_and_check(solves *s, double *x, tc_system_solution *out) {
  out->residual = out->true_residual = out->row_residual = out->error = NAN;
  TC_TRY(solve_one(s, out));
  TC_TRY(tc_distributed_system_gather(s->system, vector(s, X), x));
  return TC_ON_ROOT(s->system->world, check_solution(s, x, out));
}

/* Replaces scaled norms by those of the file. */
static void restore_norms(int exponent, tc_solve_result *result) {
  double *const norm[] = {&result->initial_residual, &result->target, &result->residual, &result->best};
  for (size_t k = 0; k < sizeof norm / sizeof *norm; k++) *norm[k] = ldexp(*norm[k], exponent);
}

static tc_status solve_all(solves *s, tc_system_result *out) {
  for (s->k = 0; s->k < s->count; s->k++) {
    tc_system_solution *const solution = &out->solution[s->k];
    out->solves++;
    const tc_status status = solve_and_check(s, out->x ? out->x + s->k * out->rows : NULL, solution);
    restore_norms(norm_exponent(s), &solution->result);
    TC_TRY(status);
  }
  return TC_OK;
}

/* Collective. Allocates the results. The root alone stores the vectors. */
static tc_status alloc_result(solves *s, tc_system_result *out) {
  const tc_world *world = s->system->world;
  double count = s->input ? (double)s->input->count : 0.0;
  TC_TRY(tc_world_max(world, &count, 1));
  s->count = out->count = (int64_t)count;
  out->rows = s->system->rows;
  TC_TRY(TC_WORLD_ALLOC(world, out->solution, out->count));
  return TC_ON_ROOT(world, TC_ALLOC(out->x, out->rows * out->count));
}

static tc_status run_solves(solves *s, tc_system_result *out) {
  const double start_s = tc_now_s();
  TC_TRY(alloc_result(s, out));
  TC_LOG_PHASE(s->system->linear.log, TC_JOB_PHASE_NONE, create_solver(s, out), "preparing the solver");
  const tc_multigrid_figures *levels = tc_solver_levels(s->solver);
  out->colours = tc_solver_colours(s->solver);
  out->levels = levels ? levels->levels : 0;
  const double ready_s = tc_now_s();
  out->setup_s = ready_s - start_s;
  TC_TRY(solve_all(s, out));
  out->solve_s = tc_now_s() - ready_s;
  return TC_OK;
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
