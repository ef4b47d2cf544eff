#include "linear/solver/solver_profile.h"

#include <math.h>

#include "model/models/model_paraiso.h"

/* Returns the work of one application of the solver's preconditioner. */
static tc_work preconditioner_work(const tc_solver_options *solver) {
  return tc_preconditioner_work(tc_solver_effective_preconditioner(solver), &solver->preconditioner_options);
}

/* Returns the work of an iteration halfway between two restarts of the method. If no method is chosen yet
 * (`auto`), the result approximates the work of most methods. */
static tc_work typical_iteration_work(const tc_solver_options *solver) {
  const tc_method_options options = tc_solver_method_options(solver);
  tc_work work = {.products = 1, .streams = 13, .preconditionings = 1};
  if (solver->method)
    tc_method_count_work(solver->method, &options, tc_solver_effective_preconditioner(solver)->apply, false,
                         options.restart / 2 + 1, &work);
  return work;
}

/* Returns the number of arrays that an iteration accesses in addition to the two arrays of a product. Soon
 * after a restart a method uses few of its arrays, so the number of arrays is at most half of the number of
 * reads and writes. */
static int count_arrays(const tc_solver_options *solver) {
  enum { driver_arrays = 3, product_arrays = 2 };
  const tc_method_options options = tc_solver_method_options(solver);
  tc_method_storage storage = {.arrays = 4, .operands = 2};
  if (solver->method) storage = tc_method_count_storage(solver->method, &options);
  const int64_t used = typical_iteration_work(solver).streams / 2;
  return (used < storage.arrays ? (int)used : storage.arrays) + storage.operands +
         tc_solver_effective_preconditioner(solver)->operands + driver_arrays - product_arrays;
}

static bool has_adjoint(const tc_solver_options *solver) {
  return solver->method && solver->method->needs & TC_NEEDS_ADJOINT;
}

/* Returns the number of matrices, in units of the system's matrix, that an iteration reads. A preconditioner
 * with sweeps adds two triangles, which together count as one matrix, and an adjoint doubles the number. */
static int count_matrices(const tc_solver_options *solver) {
  return (preconditioner_work(solver).sweeps > 0 ? 2 : 1) * (has_adjoint(solver) ? 2 : 1);
}

/* Returns the number of times that an iteration uses each matrix. With an adjoint, half of the applications
 * of the preconditioner are for the adjoint. */
static double count_matrix_uses(const tc_solver_options *solver) {
  const tc_work iteration = typical_iteration_work(solver);
  const int64_t preconditioner_products = iteration.preconditionings * preconditioner_work(solver).products;
  return fmax(1.0, (double)iteration.products +
                       (double)preconditioner_products / (has_adjoint(solver) ? 2.0 : 1.0));
}

/* Returns the bytes per row of a multigrid hierarchy: about 64 bytes on the finest level, and half of that on
 * the coarser ones. */
static double count_hierarchy_bytes(const tc_solver_options *solver) {
  return tc_solver_uses_cycles(solver) ? 95.0 : 0.0;
}

/* Returns the bytes per row that a solver accesses in addition to one product: the other matrices, the
 * hierarchy, and the arrays of an iteration, multiplied by the fraction `iterations`. */
static double count_extra_bytes(const tc_solver_options *solver, double width, double iterations) {
  return (count_matrices(solver) - 1) * tc_row_matrix_bytes(width) + count_hierarchy_bytes(solver) +
         (double)sizeof(double) * count_arrays(solver) * iterations;
}

tc_solver_profile tc_solver_profile_compute(const tc_solver_options *solver, double width) {
  return (tc_solver_profile){.preconditioner_work = preconditioner_work(solver),
                             .between_B = count_extra_bytes(solver, width, 1.0 / count_matrix_uses(solver)),
                             .iteration_B = count_extra_bytes(solver, width, 1.0),
                             .family = solver->method ? (int)tc_paraiso_family(solver->method->name) : 0,
                             .factoring = tc_solver_effective_preconditioner(solver)->factoring,
                             .has_adjoint = has_adjoint(solver)};
}
