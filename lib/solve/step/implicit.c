/* Linear systems of implicit steps and steady states. tc_implicit_init analyses the matrix (contrast,
 * adjoint, symmetry, conservation of the integral), selects the method and creates the solver. In each step
 * the integrator calls tc_implicit_begin, tc_implicit_solve, optional refinements, and tc_implicit_end. */
#include "base/core/print.h"
#include "solve/step/implicit_internal.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "comm/layout/transpose.h"
#include "solve/space/components.h"

#define TC_PHASE "preparing the solver"

/* Largest relative skew part of a matrix that counts as symmetric, and largest relative column sum that
 * counts as 0. Both values allow for rounding. */
static const double symmetric = 1e-12, leak_tolerance = 1e-12;

tc_implicit_options tc_implicit_options_default(void) {
  return (tc_implicit_options){
      .theta = 1.0,
      .automatic = true,
      .solver = {.method_options = {.restart = 30, .relaxation = 1.0},
                 .preconditioner = tc_preconditioner_find("jacobi"),
                 .preconditioner_options = tc_preconditioner_options_default(),
                 .tolerance = 1e-8,
                 .most_iterations = 1000},
  };
}

bool tc_implicit_suits_control(const tc_implicit_options *options, double tolerance) {
  const double share =
      0.1 *
      (1.0 + 1e-9); /* A tenth of the tolerance of the steps, increased slightly to allow for rounding. */
  return options->solver.tolerance <= share * tolerance;
}

/* ---- setup of the system ---- */

/* Returns the outflow of owned cell i through the boundary, relative to the flows between this cell and
 * others. The outflow is the sum of column i of V R, where R is the rate matrix and V the diagonal matrix of
 * the volumes. It is computed from row i of the adjoint of R, which equals column i of V R divided by the
 * volume of the cell. */
static double compute_row_leak(const tc_ell *adjoint, int32_t i) {
  double sum = adjoint->diagonal[i], size = fabs(sum);
  for (size_t e = tc_ell_begin(adjoint, i), end = tc_ell_end(adjoint, i); e < end; e++) {
    sum += adjoint->value[e];
    size += fabs(adjoint->value[e]);
  }
  return size > 0.0 ? fabs(sum) / size : 0.0;
}

/* Collective. Checks that the system has a unique solution. For a steady state A = -R, so the mean of the
 * field in a component of the mesh without outflow is undetermined. A component without outflow is therefore
 * allowed only if it is the only component. */
static tc_status check_components(const tc_implicit *m, const bool *has_outflow) {
  int64_t closed, open_cells;
  if (m->system.shift != 0.0) return TC_OK;
  TC_TRY(tc_components_count_closed(m->how.problem->space, m->system.R, has_outflow, &closed, &open_cells));
  if (closed == 0 || (closed == 1 && open_cells == 0)) return TC_OK;
  return tc_status_create(TC_NUMERICAL,
                          "no unique steady state: %lld component%s of the mesh %s no outflow through the "
                          "boundary and no connection to the rest, so the mean there is undetermined: set a "
                          "boundary of kind value or exchange on each component, or compute each component "
                          "in a separate run",
                          (long long)closed, closed > 1 ? "s" : "", closed > 1 ? "have" : "has");
}

/* Collective. Sets m->conserves to true if no cell has an outflow through the boundary, and checks that the
 * system has a unique solution. */
static tc_status find_conservation(tc_implicit *m, const tc_ell *adjoint) {
  const tc_space *space = m->how.problem->space;
  double any_outflow = 0.0;
  bool *has_outflow = NULL;
  TC_TRY(TC_WORLD_ALLOC(space->world, has_outflow, adjoint->rows));
  for (int32_t i = 0; i < adjoint->rows; i++) {
    has_outflow[i] = compute_row_leak(adjoint, i) > leak_tolerance;
    any_outflow = fmax(any_outflow, has_outflow[i]);
  }
  tc_status status = tc_world_max(space->world, &any_outflow, 1);
  m->conserves = any_outflow == 0.0;
  if (!status) status = check_components(m, has_outflow);
  tc_free(has_outflow);
  return status;
}

static tc_status find_contrast(tc_implicit *m) {
  const tc_linear_system *A = &m->system;
  /* Largest absolute diagonal entry of this rank, and minus the smallest one that is not 0. One reduction to
   * the maximum then finds both on all ranks. */
  double extremes[2] = {0.0, -INFINITY};
  for (int32_t i = 0; i < A->R->rows; i++) {
    const double diagonal = fabs(tc_ell_combined(A->shift, A->scale, A->R->diagonal[i]));
    if (diagonal == 0.0) continue;
    extremes[0] = fmax(extremes[0], diagonal);
    extremes[1] = fmax(extremes[1], -diagonal);
  }
  TC_TRY(tc_world_max(A->world, extremes, 2));
  m->contrast = extremes[0] > 0.0 ? extremes[0] / -extremes[1] : 1.0;
  return TC_OK;
}

/* Collective. Computes the adjoint of the rate matrix R. With the adjoint, determines if R is symmetric,
 * which an automatic choice of the method depends on, and if R conserves the integral. */
static tc_status analyse_rows(tc_implicit *m) {
  tc_linear_system *s = &m->system;
  const double start_s = tc_now_s();
  TC_TRY(tc_adjoint_create(s->world, s->halo, s->R, s->volume, &m->adjoint));
  m->transpose_s = tc_now_s() - start_s;
  TC_TRY(tc_adjoint_compute_skewness(s->world, s->R, m->adjoint, s->volume, &m->skew));
  s->symmetric = s->spread = m->skew <= symmetric;
  return find_conservation(m, m->adjoint);
}

static void choose_method(tc_implicit *m) {
  tc_solver_options *solver = &m->setting.options.solver;
  const bool is_symmetric = m->system.symmetric && solver->preconditioner->symmetric;
  if (m->setting.options.automatic) solver->method = tc_method_find(is_symmetric ? "cg" : "bicgstab");
  solver->strategy = m->how.strategy;
  solver->format = m->how.format;
}

/* Frees the adjoint unless the solver's method needs it. */
static void release_unused_adjoint(tc_implicit *m) {
  const bool needed = m->setting.options.solver.method->needs & TC_NEEDS_ADJOINT;
  if (m->system.symmetric || !needed) tc_ell_destroy(&m->adjoint);
  m->system.R_adjoint = m->system.symmetric ? m->system.R : m->adjoint;
}

/* Collective. Assembles the rate matrix of the two-point scheme if the preconditioner is built from it
 * instead of from the matrix of the system. */
static tc_status create_two_point(tc_implicit *m) {
  if (!tc_solver_effective_preconditioner(&m->setting.options.solver)->needs_two_point) return TC_OK;
  TC_TRY(tc_problem_create_two_point(m->how.problem, &m->two_point));
  m->system.two_point = m->two_point;
  return TC_OK;
}

static void begin_record(const tc_implicit *m) {
  const tc_implicit_options *c = &m->setting.options;
  const bool is_preconditioned = tc_solver_effective_preconditioner(&c->solver)->create,
             is_rank_scope = c->solver.preconditioner_options.scope == TC_SCOPE_RANK;
  if (!m->setting.record) return;
  *m->setting.record = (tc_solve_statistics){
      .method = c->solver.method->name,
      .preconditioner = c->solver.preconditioner->name,
      .bitwise = !is_preconditioned || !is_rank_scope,
      .symmetric = m->system.symmetric,
      .skew = m->skew,
      .conserves = m->conserves,
      .relative_to_start = c->relative_to_start,
      .requested_tolerance = c->solver.tolerance,
      .tolerance = c->solver.tolerance,
  };
}

/* Collective. Records the sizes and other figures of the multigrid levels in the statistics, if the
 * preconditioner has levels. */
static tc_status record_levels(const tc_implicit *m) {
  const tc_multigrid_figures *levels = tc_solver_levels(m->solver);
  if (!levels) return TC_OK;
  m->setting.record->multigrid = *levels;
  return tc_multigrid_figures_combine(m->system.world, &m->setting.record->multigrid);
}

/* Collective. Records in the statistics the times of all setups so far, as maxima over all ranks, and the
 * properties of the solver. The recorded condition number is the largest one of all matrices so far. */
static tc_status record_solver(const tc_implicit *m) {
  tc_solve_statistics *record = m->setting.record;
  double condition;
  if (!record) return TC_OK;
  record->colours = tc_solver_colours(m->solver);
  record->set_up = m->solver->set_up;
  record->set_up.transpose = m->transpose_s;
  TC_TRY(tc_world_max(m->system.world, record->set_up.by_index, TC_SETUP_COUNT));
  TC_TRY(tc_solver_condition(m->solver, &condition));
  TC_TRY(record_levels(m));
  record->condition = record->setups == 0                          ? condition
                      : condition > 0.0 && record->condition > 0.0 ? fmax(condition, record->condition)
                                                                   : 0.0;
  record->setups++;
  return TC_OK;
}

tc_status tc_implicit_init(const tc_integrator_setup *how, double shift, double scale, tc_implicit *m) {
  const tc_problem *problem = how->problem;
  const tc_space *space = problem->space;
  *m = (tc_implicit){.how = *how,
                     .system = {.world = space->world,
                                .halo = space->halo,
                                .R = problem->system->rates,
                                .shift = shift,
                                .scale = scale,
                                .volume = space->volume,
                                .id = space->id,
                                .base = space->base,
                                .log = how->log}};
  m->setting = how->implicit ? *how->implicit : (tc_implicit_steps){.options = tc_implicit_options_default()};
  m->system.largest = m->setting.largest;
  m->requested_tolerance = m->setting.options.solver.tolerance;
  m->system.virtual_ranks = m->setting.virtual_ranks;
  TC_TRY(find_contrast(m));
  TC_TRY(analyse_rows(m));
  choose_method(m);
  release_unused_adjoint(m);
  TC_TRY(create_two_point(m));
  begin_record(m);
  TC_TRY(tc_solver_create(&m->system, &m->setting.options.solver, &m->solver));
  return record_solver(m);
}

tc_status tc_implicit_set_scale(tc_implicit *m, double scale) {
  const bool is_new = m->system.scale != scale;
  bool has_changed;
  m->system.scale = scale;
  if (is_new) TC_TRY(find_contrast(m));
  TC_TRY(tc_solver_update(m->solver, &has_changed));
  return has_changed ? record_solver(m) : TC_OK;
}

void tc_implicit_free(tc_implicit *m) {
  tc_solver_destroy(&m->solver);
  tc_ell_destroy(&m->two_point);
  tc_ell_destroy(&m->adjoint);
}

/* ---- solving ---- */

tc_status tc_implicit_begin(tc_implicit *m, const double *v, double *y, tc_ledger *ledger) {
  tc_solver *s = m->solver;
  s->ledger = ledger;
  m->before = ledger->work;
  m->step++;
  TC_TRY(TC_VECTOR_OPS(s, s->value, TC_VECTOR_COPY(v, tc_solver_operand(s, 0))));
  return tc_solver_multiply(s, 0, y);
}

static double relative_residual(const tc_implicit *m, double residual) {
  return residual > 0.0 ? residual / m->reference : residual;
}

static void report_residual(void *self, int64_t iteration, double residual, bool is_true) {
  tc_implicit *m = self;
  const tc_implicit_monitor *monitor = m->setting.monitor;
  if (m->steady)
    tc_monitor_residual(&m->progress, iteration, relative_residual(m, residual),
                        relative_residual(m, m->solution.target));
  if (monitor && monitor->residual)
    monitor->residual(monitor->self, m->step, iteration, relative_residual(m, residual), is_true);
}

/* True if the time step is so long that the solution is uniform up to rounding. The solution can be uniform
 * only without outflow through the boundary. Rounding then hides all modes except the mean, and no method
 * converges. */
static bool is_step_too_long(const tc_implicit *m) {
  const double usual_tolerance = 1e-8, rounding = DBL_EPSILON * fabs(m->system.scale) * m->system.largest;
  return m->conserves && !m->steady && m->solution.reason != TC_REASON_not_finite &&
         rounding > fmax(usual_tolerance, m->setting.options.solver.tolerance);
}

static void add_advice(const tc_implicit *m, tc_line *out) {
  const tc_solver_options *c = &m->setting.options.solver;
  const tc_method_use use = {.preconditioner = c->preconditioner->name,
                             .multigrid = m->system.symmetric,
                             .automatic = m->steady,
                             .steps = !m->steady};
  if (is_step_too_long(m))
    tc_line_add(out,
                "the step is so long that the field becomes uniform up to rounding: use a smaller "
                "time.multiple or time.dt%s",
                m->how.input ? ", or time.method steady" : "");
  else
    tc_method_advise(c->method, &use, m->solution.reason, out);
}

/* Returns the error of a failed solve. Example: step 3: cg reached solver.most_iterations at iteration 1000
 * (relative residual: smallest 2e-07, at iteration 990; true residual at the end 3e-07; 1e-08 requested):
 * increase solver.most_iterations, or use another preconditioner (multigrid, ssor, ilu0) or smaller steps */
static tc_status solve_error(const tc_implicit *m) {
  const tc_solve_result *s = &m->solution;
  const tc_solver_options *c = &m->setting.options.solver;
  const char *suffix = m->more ? " of a repeated solve that improves rows with small matrix entries" : "";
  char subject[32] = "the steady state", request[32] = "";
  tc_line advice = {0};
  add_advice(m, &advice);
  if (!m->steady) snprintf(subject, sizeof subject, "step %lld", (long long)m->step);
  if (c->iterations == 0) tc_snprintf(request, sizeof request, "; %.2g requested", m->requested_tolerance);
  return tc_status_create(TC_NUMERICAL,
                          "%s: %s %s at iteration %lld%s (relative residual: smallest %.2g, at iteration "
                          "%lld; true residual at the end %.2g%s): %s",
                          subject, c->method->name, tc_reason_meaning(s->reason), (long long)s->iterations,
                          suffix, relative_residual(m, s->best), (long long)s->best_iteration,
                          relative_residual(m, s->residual), request, advice.text);
}

static bool is_accepted(const tc_implicit *m) {
  return tc_reason_is_solved(m->solution.reason) ||
         (m->solution.reason != TC_REASON_not_finite &&
          relative_residual(m, m->solution.residual) <= m->setting.options.accept);
}

/* Collective. Called after a failed solve. Returns the error of the forcing if boundary data or source are
 * not finite, because they may have caused the failure. */
static tc_status check_forcing(const tc_implicit *m) {
  if (!m->how.input) return TC_OK;
  TC_TRY(tc_forcing_check_finite(m->how.input));
  return tc_forcing_check_states(m->how.input, m->steady ? 0.0 : m->request.until);
}

/* Collective. Calls the integrator's callback between two iterations (member `between` of
 * tc_integrator_setup). `self` is the tc_implicit. */
static tc_status call_iteration_callback(void *self) {
  const tc_implicit *m = self;
  return m->how.between->call(m->how.between->self, m->solution.iterations);
}

/* Collective. Begins a solve with the right-hand side `right`. If `is_resumed` is true, continues a solve
 * from the restart data of a checkpoint. */
static tc_status run_solver(tc_implicit *m, const double *right, bool is_resumed, tc_ledger *ledger) {
  const tc_implicit_monitor *monitor = m->setting.monitor;
  const tc_solver_monitor solver_monitor = {m, report_residual,
                                            m->how.between ? call_iteration_callback : NULL};
  if (m->steady) tc_monitor_begin(&m->progress, m->how.log, "iteration", 0);
  const tc_status status =
      is_resumed ? tc_solver_resume(m->solver, right, &solver_monitor, ledger, &m->solution)
                 : tc_solver_solve(m->solver, right, m->reference, &solver_monitor, ledger, &m->solution);
  tc_monitor_break_line(&m->progress);
  if (!status && monitor && monitor->ended) monitor->ended(monitor->self, m->step, &m->solution);
  return status;
}

tc_status tc_implicit_solve_once(tc_implicit *m, const double *right, tc_ledger *ledger) {
  return run_solver(m, right, false, ledger);
}

tc_status tc_implicit_resume(tc_implicit *m, const double *right, tc_ledger *ledger) {
  m->before = ledger->work;
  tc_work_add(&m->before, -1, &m->spent);
  TC_TRY(run_solver(m, right, true, ledger));
  return tc_implicit_check_result(m, ledger);
}

tc_status tc_implicit_check_result(tc_implicit *m, tc_ledger *ledger) {
  m->unsolved_norm += m->solution.residual;
  if (is_accepted(m)) return TC_OK;
  tc_implicit_end(m, ledger);
  TC_TRY(check_forcing(m));
  return solve_error(m);
}

tc_status tc_implicit_solve(tc_implicit *m, const double *right, double first, double size,
                            tc_ledger *ledger) {
  const tc_implicit_options *c = &m->setting.options;
  /* The reference norm has a lower limit, because no residual can be smaller than the rounding error of the
   * field. */
  m->reference = c->relative_to_start ? fmax(first, 4.0 * DBL_EPSILON * size / c->solver.tolerance) : size;
  m->more = false;
  TC_TRY(tc_implicit_solve_once(m, right, ledger));
  return tc_implicit_check_result(m, ledger);
}

void tc_implicit_end(tc_implicit *m, const tc_ledger *ledger) {
  tc_work work = ledger->work;
  tc_work_add(&work, -1, &m->before);
  tc_solver_reuse_record(&m->solver->reuse, m->solution.iterations);
  if (m->setting.record) {
    m->setting.record->rebuilds = m->solver->reuse.rebuilds;
    tc_solve_statistics_add(m->setting.record, &m->solution, relative_residual(m, m->solution.residual),
                            &work);
    m->setting.record->uncertain += m->uncertain;
  }
  m->uncertain = false;
}

tc_status tc_implicit_row_scaled_norm(tc_implicit *m, const double *x, double *scratch, double *out) {
  const tc_linear_system *A = &m->system;
  const int index = tc_solver_dot_index(m->solver, 0);
  for (int32_t i = 0; i < A->R->rows; i++) {
    const double diagonal = tc_ell_combined(A->shift, A->scale, A->R->diagonal[i]);
    scratch[i] = x[i] / (diagonal == 0.0 ? 1.0 : diagonal);
  }
  TC_TRY(TC_VECTOR_OPS(m->solver, m->solver->value, TC_VECTOR_DOT(index, scratch, scratch)));
  *out = sqrt(m->solver->value[index]);
  return TC_OK;
}

tc_status tc_implicit_mean(tc_implicit *m, const double *x, double *one, double *mean) {
  tc_solver *s = m->solver;
  const int sum = tc_solver_dot_index(s, 2), volume = tc_solver_dot_index(s, 3);
  TC_TRY(TC_VECTOR_OPS(s, s->value, TC_VECTOR_FILL(1.0, one), TC_VECTOR_DOT(sum, one, x),
                       TC_VECTOR_DOT(volume, one, one)));
  *mean = s->value[sum] / s->value[volume];
  return TC_OK;
}
