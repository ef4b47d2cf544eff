/* Triangular factors of P = (D + L) D^-1 (D + U) / weight and their solves. The creation checks the pivots on
 * all ranks before it allocates the factors. With scope `global` a solve advances colour by colour and
 * exchanges the ghosts of each colour. With scope `rank` one thread solves the rows in memory order. */
#include "linear/precondition/ldu_factors.h"

#include <math.h>
#include <omp.h>

#include "base/core/memory.h"
#include "base/core/timer.h"

static bool is_valid_pivot(double d) { return isfinite(d) && isfinite(1.0 / d); }

/* Collective. Finds the invalid pivot with the lowest key on all ranks; if several pivots have this key, the
 * pivot with the lowest row id. *cell receives the row id, or INFINITY if all pivots are valid. */
static tc_status find_invalid_pivot(const tc_elimination_order *order, const tc_ell *F, double *cell) {
  const tc_linear_system *system = order->system;
  double key = INFINITY;
  *cell = INFINITY;
  for (int32_t i = 0; i < F->rows; i++)
    if (!is_valid_pivot(F->diagonal[i])) key = fmin(key, order->forward_key[i]);
  TC_TRY(tc_world_min(system->world, &key, 1));
  for (int32_t i = 0; i < F->rows; i++)
    if (!is_valid_pivot(F->diagonal[i]) && order->forward_key[i] == key)
      *cell = fmin(*cell, (double)system->id[i]);
  return tc_world_min(system->world, cell, 1);
}

static tc_status check_pivots(const tc_elimination_order *order, const char *name, const tc_ell *F) {
  double cell;
  TC_TRY(find_invalid_pivot(order, F, &cell));
  if (isinf(cell)) return TC_OK;
  return tc_status_create(TC_NUMERICAL,
                          "%s: the pivot of %s %lld vanishes: set solver.preconditioner.name to jacobi, or "
                          "to "
                          "none if the diagonal has zeros",
                          name, tc_linear_system_noun(order->system), (long long)cell + order->system->base);
}

/* Creates both triangles. With scope `rank` one thread solves all rows, because each row depends on the rows
 * before it. */
static tc_status create_triangles(const tc_elimination_order *order, const tc_ell *F, double weight,
                                  bool has_upper, tc_ldu_factors *t) {
  const int threads = order->colours ? omp_get_max_threads() : 1;
  double *inverse = NULL, *leading_factor = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(inverse, F->rows));
  TC_GUARD(status, TC_ALLOC(leading_factor, F->rows));
  for (int32_t i = 0; i < F->rows; i++) {
    inverse[i] = 1.0 / F->diagonal[i];
    leading_factor[i] = weight * inverse[i];
  }
  const tc_triangular_factor_options
      lower = {order->forward_key, order->colours, inverse, leading_factor, false, threads},
      upper = {order->backward_key, order->colours, inverse, NULL, true, threads};
  TC_GUARD(status, tc_triangular_factor_create(F, &lower, &t->lower));
  if (has_upper) TC_GUARD(status, tc_triangular_factor_create(F, &upper, &t->upper));
  if (order->colours) TC_GUARD(status, TC_ALLOC_ZERO(t->value, F->columns));
cleanup:
  tc_free(inverse);
  tc_free(leading_factor);
  return status;
}

static tc_status init_factors(const tc_elimination_order *order, const char *name, const tc_ell *F,
                              double weight, bool has_upper, tc_ldu_factors *t) {
  const tc_linear_system *system = order->system;
  TC_TRY(check_pivots(order, name, F));
  TC_TRY(tc_world_agree(system->world, create_triangles(order, F, weight, has_upper, t)));
  return order->colours ? tc_colour_exchange_create(system->world, system->halo, order->colouring, 1,
                                                    &t->colour_exchange)
                        : TC_OK;
}

tc_status tc_ldu_factors_create(tc_elimination_order **order, const char *name, const tc_ell *F,
                                double weight, bool has_upper, void **ctx) {
  tc_ldu_factors *t = NULL;
  TC_TRY(TC_WORLD_ALLOC((*order)->system->world, t, 1));
  t->order = *order;
  *order = NULL;
  TC_RETURN_CREATED(init_factors(t->order, name, F, weight, has_upper, t), t, tc_ldu_factors_destroy(t), ctx);
}

static tc_status create_relaxed_matrix(const tc_preconditioner_setup *setup, double relaxation,
                                       tc_ell **out) {
  const tc_linear_system *system = setup->system;
  TC_TRY(tc_ell_combine(setup->adjoint ? system->R_adjoint : system->R, system->shift, system->scale, out));
  for (int32_t i = 0; i < (*out)->rows; i++) (*out)->diagonal[i] /= relaxation;
  return TC_OK;
}

tc_status tc_ldu_factors_create_relaxed(const tc_preconditioner_setup *setup, const char *name,
                                        double relaxation, double weight, bool has_upper, void **ctx) {
  tc_elimination_order *order = NULL;
  tc_ell *F = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_elimination_order_create(setup->system, setup->options.scope, &order));
  TC_GUARD(status, tc_world_agree(setup->system->world, create_relaxed_matrix(setup, relaxation, &F)));
  TC_GUARD(status, tc_ldu_factors_create(&order, name, F, weight, has_upper, ctx));
cleanup:
  tc_elimination_order_destroy(&order);
  tc_ell_destroy(&F);
  return status;
}

void tc_ldu_factors_destroy(void *ctx) {
  tc_ldu_factors *t = ctx;
  if (!t) return;
  tc_triangular_factor_destroy(&t->lower);
  tc_triangular_factor_destroy(&t->upper);
  tc_colour_exchange_destroy(&t->colour_exchange);
  tc_elimination_order_destroy(&t->order);
  tc_free(t->value);
  tc_free(t);
}

const tc_elimination_order *tc_ldu_factors_order(const void *ctx) {
  return ((const tc_ldu_factors *)ctx)->order;
}

/* Performs the sweep through one triangle, with right-hand side r and solution y. Exchanges the ghosts of y
 * after each colour except the last one, whose ghosts no row of the triangle reads. */
static tc_status solve_triangle(const tc_ldu_factors *t, const tc_triangular_factor *triangle,
                                const double *r, double *y, tc_ledger *traffic) {
  const int colours = t->order->colours;
  const bool back = triangle == t->upper;
  for (int k = 0; k < triangle->steps; k++) {
    tc_triangular_factor_solve(triangle, k, r, y);
    if (k < colours - 1)
      TC_TRY(tc_colour_exchange_run(t->colour_exchange, back ? colours - 1 - k : k, y, traffic));
  }
  return TC_OK;
}

static void record_sweeps(const tc_ldu_factors *t, const tc_counts *traffic, tc_ledger *ledger) {
  tc_counts_add(&ledger->sweep_counts, traffic);
  ledger->work.sweeps += 1 + (t->upper != NULL);
  ledger->work.sweep_messages += traffic->local_messages + traffic->remote_messages;
  ledger->work.sweep_values += traffic->local_values_out + traffic->remote_values_out;
}

static void copy_values(int32_t rows, const double *from, double *to) {
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < rows; i++) to[i] = from[i];
}

tc_status tc_ldu_factors_apply(void *ctx, const double *r, double *z, tc_ledger *ledger) {
  tc_ldu_factors *t = ctx;
  const double now = tc_now_s();
  double *const y = t->value ? t->value : z;
  tc_ledger traffic = {0};
  TC_TRY(solve_triangle(t, t->lower, r, y, &traffic));
  if (t->upper) TC_TRY(solve_triangle(t, t->upper, NULL, y, &traffic));
  if (y != z) copy_values(t->order->system->R->rows, y, z);
  record_sweeps(t, &traffic.count, ledger);
  tc_ledger_add_time(ledger, TC_PHASE_precond, now);
  return TC_OK;
}
