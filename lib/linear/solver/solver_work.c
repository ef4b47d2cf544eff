/* Forecast of the work of a solve. During a solve the driver adds the work that tc_solver_iteration returns
 * for each iteration. */
#include "linear/solver/solver_internal.h"

/* Work to copy the right-hand side to the residual, to set x to 0, and to compute the norm. */
const tc_work tc_solver_begin_work = {.streams = 4, .dots = 1, .reductions = 1, .row_flops = 2};

/* Work to copy x and to compute a product, the residual and its norm. */
const tc_work tc_solver_residual_work = {.products = 1,
                                         .streams = 6,
                                         .dots = 1,
                                         .reductions = 1,
                                         .row_flops = 4};

/* Adds to *out the work of out->preconditionings preconditionings. If the method needs the adjoint, half of
 * them are for the adjoint. */
static void add_preconditionings(const tc_solver_options *options, const tc_preconditioner *p, tc_work *out) {
  const int64_t all = out->preconditionings,
                adjoint = options->method->needs & TC_NEEDS_ADJOINT ? all / 2 : 0;
  tc_work each = tc_preconditioner_work(p, &options->preconditioner_options);
  tc_work_add(out, all - adjoint, &each);
  each.adjoint_products = each.products;
  each.products = 0;
  tc_work_add(out, adjoint, &each);
}

void tc_solver_iteration(const tc_solver_options *options, int64_t iteration, tc_work *out) {
  const tc_preconditioner *p = tc_solver_effective_preconditioner(options);
  const tc_method_options method_options = tc_solver_method_options(options);
  *out = (tc_work){0};
  if (iteration < 0 && !options->method->update) return;
  tc_method_count_work(options->method, &method_options, p->create, p->diagonal, iteration, out);
  if (p->diagonal) out->row_flops += out->preconditionings;
  if (p->apply) add_preconditionings(options, p, out);
}
