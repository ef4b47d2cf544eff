/* Creation and destruction of a solver, and the products that methods use. tc_solver_create checks the
 * options before it allocates, then creates arena, virtual split, operator and preconditioners in this order.
 * The preconditioners are destroyed first, because they use operator and split. */
#include <math.h>
#include <omp.h>

#include "base/core/timer.h"
#include "linear/precondition/elimination_order.h"
#include "linear/solver/solver_internal.h"

#define TC_PHASE "preparing the solver"

enum { X, RESIDUAL, FIRST_ARRAY };

static tc_status check_options(const tc_linear_system *system, const tc_solver_options *options) {
  const tc_method *method = options->method;
  const tc_preconditioner *preconditioner = options->preconditioner;
  if ((method->needs & TC_NEEDS_SYMMETRIC) && !system->symmetric)
    return tc_status_create(TC_USAGE,
                            "%s needs a symmetric matrix, but this one is not: use bicgstab or gmres",
                            method->name);
  if ((method->needs & TC_NEEDS_SYMMETRIC) && !preconditioner->symmetric)
    return tc_status_create(TC_USAGE,
                            "%s needs a symmetric preconditioner, but %s is not symmetric: set "
                            "solver.preconditioner.name to ssor, or solver.method to bicgstab or gmres",
                            method->name, preconditioner->name);
  if ((method->needs & TC_NEEDS_ADJOINT) && !system->R_adjoint)
    return tc_status_create(TC_INTERNAL, "%s needs the adjoint of the matrix: please report this as a bug",
                            method->name);
  if ((method->needs & TC_NEEDS_NO_PRECONDITIONER) && preconditioner->create)
    return tc_status_create(TC_USAGE,
                            "%s cannot be preconditioned: set solver.preconditioner.name to none (now %s)",
                            method->name, preconditioner->name);
  return TC_OK;
}

/* Returns the elimination order of the preconditioner for A, or for the adjoint of A if `adjoint` is true.
 * Returns NULL if the preconditioner has no elimination order. */
static const tc_elimination_order *elimination_order(const tc_solver *s, bool adjoint) {
  const tc_preconditioner *p = s->options.preconditioner;
  return p->order ? p->order(s->preconditioner[adjoint]) : NULL;
}

static const tc_multigrid_figures *multigrid_levels(const tc_solver *s, bool adjoint) {
  const tc_preconditioner *p = s->options.preconditioner;
  return p->levels ? p->levels(s->preconditioner[adjoint]) : NULL;
}

static void record_setup_times(tc_solver *s, bool adjoint, double setup_s) {
  const tc_elimination_order *order = elimination_order(s, adjoint);
  const double colours_s = order ? order->colouring_s : 0.0;
  s->set_up.colours += colours_s;
  if (s->options.preconditioner->factoring != TC_FACTORING_NONE) s->set_up.factors += setup_s - colours_s;
  const tc_multigrid_figures *levels = multigrid_levels(s, adjoint);
  if (!levels) return;
  s->set_up.aggregates += levels->aggregates_s;
  s->set_up.coarse_matrices += levels->coarse_matrices_s;
}

static bool needs_adjoint(const tc_solver *s) { return s->options.method->needs & TC_NEEDS_ADJOINT; }

static tc_status create_preconditioner(tc_solver *s, bool adjoint, int operand) {
  const double began = tc_now_s();
  if (!s->options.preconditioner->create) return TC_OK;
  const tc_preconditioner_setup setup = {.system = &s->preconditioned,
                                         .op = s->op,
                                         .adjoint = adjoint,
                                         .needs_definite = s->options.method->needs & TC_NEEDS_SYMMETRIC,
                                         .first_operand = operand,
                                         .norm = &s->vector_norm,
                                         .options = s->options.preconditioner_options};
  TC_TRY(s->options.preconditioner->create(&setup, &s->preconditioner[adjoint]));
  record_setup_times(s, adjoint, tc_now_s() - began);
  return TC_OK;
}

/* Creates the virtual split if the system has virtual ranks and the preconditioner depends on the
 * distribution of the rows. */
static tc_status create_virtual_split(tc_solver *s) {
  const bool depends_on_ranks =
      s->options.preconditioner->apply && s->options.preconditioner_options.scope == TC_SCOPE_RANK;
  return s->system->virtual_ranks && depends_on_ranks ? tc_virtual_split_create(s->system, &s->split) : TC_OK;
}

/* Warns of a multigrid level that cannot be coarsened. Time steps with error control create a hierarchy for
 * each step length, and one warning suffices for all of them. */
static void warn_of_levels(tc_solver *s) {
  const tc_multigrid_figures *f = multigrid_levels(s, false);
  if (!f || f->is_solved || s->has_warned) return;
  s->has_warned = true;
  tc_log_warn(s->system->log,
              "multigrid: level %d has %lld rows and cannot be coarsened: expect more iterations",
              f->levels - 1, (long long)f->level[f->levels - 1].rows);
}

/* Creates the preconditioners for the coefficients in s->reuse. The operator's vectors for the preconditioner
 * follow those for the method. */
static tc_status create_preconditioners(tc_solver *s) {
  const int first = s->storage.operands, operands = s->options.preconditioner->operands;
  s->preconditioned = s->split ? s->split->system : *s->system;
  s->preconditioned.shift = s->reuse.shift;
  s->preconditioned.scale = s->reuse.scale;
  TC_TRY(create_preconditioner(s, false, first));
  warn_of_levels(s);
  if (!needs_adjoint(s)) return TC_OK;
  if (!s->options.preconditioner->serves_adjoint) return create_preconditioner(s, true, first + operands);
  s->preconditioner[1] = s->preconditioner[0];
  return TC_OK;
}

static void destroy_preconditioners(tc_solver *s) {
  if (s->preconditioner[1] == s->preconditioner[0]) s->preconditioner[1] = NULL; /* both share one context */
  for (int k = 1; k >= 0; k--) {
    if (s->preconditioner[k]) s->options.preconditioner->destroy(s->preconditioner[k]);
    s->preconditioner[k] = NULL;
  }
}

/* Creates the operator and the preconditioners. The operator allocates all vectors, in this order: those of
 * the solver's method, of the preconditioner, and of the preconditioner for the adjoint. */
static tc_status create_operator(tc_solver *s, const tc_method_storage *storage) {
  const tc_linear_system *system = s->system;
  const bool adjoint = needs_adjoint(s);
  const int operands = s->options.preconditioner->operands;
  const tc_operator_options options = {s->options.strategy,
                                       s->options.format,
                                       system->shift,
                                       system->scale,
                                       storage->operands + operands * (1 + adjoint),
                                       false};
  TC_TRY(tc_operator_create(system->world, system->halo, system->R, &options, &s->op));
  if (adjoint) TC_TRY(tc_operator_set_adjoint(s->op, system->R_adjoint));
  return create_preconditioners(s);
}

static tc_status alloc_solver(tc_solver *s, const tc_method_storage *storage) {
  s->dots = storage->dots + TC_SOLVER_EXTRA_DOTS + 1;
  TC_TRY(tc_pool_array(&s->memory, true, storage->state, 1, "state", &s->state));
  TC_TRY(TC_POOL_ARRAY_ZERO(&s->memory, s->window, s->dots));
  TC_TRY(TC_POOL_ARRAY_ZERO(&s->memory, s->sum, s->dots));
  TC_TRY(TC_POOL_ARRAY_ZERO(&s->memory, s->value, s->dots));
  return TC_POOL_ARRAY_ZERO(&s->memory, s->partial, s->dots * s->threads);
}

/* If the method has a built-in preconditioner, makes it the preconditioner in *options. */
static void set_built_in_preconditioner(tc_solver_options *options) {
  if (!options->method->built_in_preconditioner) return;
  options->preconditioner = tc_solver_effective_preconditioner(options);
  options->preconditioner_options.relaxation = options->method_options.relaxation;
}

static tc_status init_solver(tc_solver *s) {
  const tc_linear_system *system = s->system;
  const tc_method_storage *storage = &s->storage;
  TC_TRY(check_options(system, &s->options));
  set_built_in_preconditioner(&s->options);
  s->options.method_options = tc_solver_method_options(&s->options);
  s->storage = tc_method_count_storage(s->options.method, &s->options.method_options);
  TC_TRY(tc_world_agree(system->world, alloc_solver(s, storage)));
  TC_TRY(tc_arena_create(system->world, false, FIRST_ARRAY + storage->arrays, s->rows, 0, &s->arena));
  s->x = s->arena->vector[X].value;
  s->r = s->arena->vector[RESIDUAL].value;
  TC_TRY(create_virtual_split(s));
  return create_operator(s, storage);
}

tc_status tc_solver_create(const tc_linear_system *system, const tc_solver_options *options,
                           tc_solver **out) {
  tc_solver *s = NULL;
  TC_TRY(TC_WORLD_ALLOC(system->world, s, 1));
  *s = (tc_solver){.system = system,
                   .options = *options,
                   .reuse = {.shift = system->shift, .scale = system->scale},
                   .rows = system->R->rows,
                   .threads = omp_get_max_threads()};
  TC_RETURN_CREATED(init_solver(s), s, tc_solver_destroy(&s), out);
}

void tc_solver_destroy(tc_solver **out) {
  tc_solver *s = *out;
  if (!s) return;
  destroy_preconditioners(s);
  tc_virtual_split_destroy(&s->split);
  tc_operator_destroy(&s->op);
  tc_arena_destroy(&s->arena);
  TC_POOL_DESTROY_OWNER(out);
}

/* Does nothing if the preconditioners suit the coefficients of the matrix. Otherwise records in s->reuse that
 * they must be created for these coefficients. */
static void update_reuse(tc_solver *s) {
  const tc_linear_system *system = s->system;
  const bool is_same = s->reuse.shift == system->shift && s->reuse.scale == system->scale,
             is_reusable = s->options.preconditioner->is_reusable;
  const double rebuild = s->options.preconditioner_options.rebuild;
  if (is_same) return;
  if (is_reusable && tc_solver_reuse_is_allowed(&s->reuse, system->shift, system->scale, rebuild)) return;
  tc_solver_reuse_restart(&s->reuse, system->shift, system->scale);
  s->reuse.rebuilds += is_reusable;
}

tc_status tc_solver_update(tc_solver *s, bool *has_changed) {
  const tc_linear_system *system = s->system;
  const tc_operator_options *matrix = &s->op->options;
  update_reuse(s);
  const bool has_matrix = system->shift == matrix->shift && system->scale == matrix->scale,
             has_preconditioner =
                 s->preconditioned.shift == s->reuse.shift && s->preconditioned.scale == s->reuse.scale;
  *has_changed = !has_matrix || !has_preconditioner;
  if (!has_preconditioner) destroy_preconditioners(s);
  if (!has_matrix)
    TC_TRY(tc_operator_set_coefficients(s->op, system->R, needs_adjoint(s) ? system->R_adjoint : NULL,
                                        system->shift, system->scale));
  return has_preconditioner ? TC_OK : create_preconditioners(s);
}

int tc_solver_colours(const tc_solver *s) {
  const tc_elimination_order *order = elimination_order(s, false);
  return order ? order->colours : 0;
}

const tc_multigrid_figures *tc_solver_levels(const tc_solver *s) { return multigrid_levels(s, false); }

tc_status tc_solver_condition(const tc_solver *s, double *out) {
  const tc_linear_system *A = s->system;
  const tc_preconditioner *p = s->options.preconditioner;
  double range[2] = {A->shift, A->shift + fabs(A->scale) * A->largest};
  *out = 0.0;
  if (!A->spread || !(A->largest > 0.0) || (p->create && !p->range)) return TC_OK;
  if (p->create) TC_TRY(p->range(s->preconditioner[0], A, range));
  if (range[0] > 0.0) *out = range[1] / range[0];
  return TC_OK;
}

tc_status tc_solver_multiply(tc_solver *s, int k, double *y) {
  tc_vector to = {.value = y, .owned = s->rows};
  s->ledger->work.products++;
  return tc_operator_apply(s->op, tc_operator_vector(s->op, k), &to, s->ledger);
}

tc_status tc_solver_multiply_adjoint(tc_solver *s, int k, double *y) {
  tc_vector to = {.value = y, .owned = s->rows};
  s->ledger->work.adjoint_products++;
  return tc_operator_apply_adjoint(s->op, tc_operator_vector(s->op, k), &to, s->ledger);
}

tc_status tc_solver_residual(tc_solver *s) {
  const int dot_index = tc_solver_driver_dot_index(s);
  TC_TRY(TC_VECTOR_OPS(s, NULL, TC_VECTOR_COPY(s->x, tc_solver_operand(s, 0))));
  TC_TRY(tc_solver_multiply(s, 0, s->r));
  TC_TRY(TC_VECTOR_OPS(s, s->value, TC_VECTOR_AYPX(s->b, -1.0, s->r), TC_VECTOR_DOT(dot_index, s->r, s->r)));
  s->rr = s->value[dot_index];
  return TC_OK;
}
