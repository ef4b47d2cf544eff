#include "linear/solver/solver_profile.h"

#include <math.h>

#include "model/models/model_paraiso.h"

/* Returns the work of one application of the solver's preconditioner. */
static tc_work applied_once(const tc_solver_options *solver) {
  return tc_preconditioner_work(tc_solver_applied(solver), &solver->preconditioner_options);
}

/* Returns the work of an iteration halfway between two restarts of the method. If no method is chosen yet
 * (`auto`), the result approximates the work of most methods. */
static tc_work iteration_of(const tc_solver_options *solver) {
  const tc_method_options *choice = &solver->method_options;
  tc_work work = {.products = 1, .streams = 13, .preconditionings = 1};
  if (solver->method)
    tc_method_count_work(solver->method, choice, tc_solver_applied(solver)->apply, false,
                         choice->restart / 2 + 1, &work);
  return work;
}

/* Returns the number of arrays that an iteration reads or writes in addition to the two arrays of a product:
 * the arrays of the method, the solution, the residual and the volumes. Soon after a restart a method uses
 * only a few arrays. The number of arrays of the method is therefore limited to half of the reads and writes
 * of an iteration, because an iteration reads and writes each used array, or reads it twice. */
static int arrays_of(const tc_solver_options *solver) {
  enum { others = 3, in_product = 2 };
  tc_method_storage room = {.arrays = 4, .operands = 2};
  if (solver->method) room = tc_method_find_storage(solver->method, &solver->method_options);
  const int64_t used = iteration_of(solver).streams / 2;
  return (used < room.arrays ? (int)used : room.arrays) + room.operands +
         tc_solver_applied(solver)->operands + others - in_product;
}

static bool has_adjoint(const tc_solver_options *solver) {
  return solver->method && solver->method->needs & TC_NEEDS_ADJOINT;
}

/* Returns the number of matrices that an iteration reads. A preconditioner with sweeps adds two triangles,
 * which together count as one matrix. An adjoint doubles the number. */
static int matrices_of(const tc_solver_options *solver) {
  return (applied_once(solver).sweeps > 0 ? 2 : 1) * (has_adjoint(solver) ? 2 : 1);
}

/* Returns how often an iteration uses each matrix. With an adjoint, half of the applications of the
 * preconditioner are for the adjoint. */
static double uses_of(const tc_solver_options *solver) {
  const tc_work iteration = iteration_of(solver);
  const int64_t inside = iteration.preconditionings * applied_once(solver).products;
  return fmax(1.0, (double)iteration.products + (double)inside / (has_adjoint(solver) ? 2.0 : 1.0));
}

/* Returns the bytes per row that a solver accesses in addition to one product. These are the other matrices,
 * and the part `iterations` (at most 1) of the arrays of an iteration. */
static double extra_B(const tc_solver_options *solver, int width, double iterations) {
  return (matrices_of(solver) - 1) * tc_row_matrix_bytes(width) +
         (double)sizeof(double) * arrays_of(solver) * iterations;
}

tc_solver_profile tc_solver_profile_compute(const tc_solver_options *solver, int width) {
  return (tc_solver_profile){.applied = applied_once(solver),
                             .between_B = extra_B(solver, width, 1.0 / uses_of(solver)),
                             .iteration_B = extra_B(solver, width, 1.0),
                             .family = solver->method ? (int)tc_paraiso_family(solver->method->name) : 0,
                             .factoring = tc_solver_applied(solver)->factoring,
                             .has_adjoint = has_adjoint(solver)};
}
