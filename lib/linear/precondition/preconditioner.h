/* Interface of a preconditioner P for a matrix A. P^-1 is a cheap approximation of the inverse of A. Each
 * implementation is a plug-in of linear/preconditioners. The solver calls create once during setup, then
 * diagonal or apply in each iteration, and destroy at the end. The result of a preconditioner of scope
 * `global` has the same bits on any number of ranks. */
#ifndef TC_LINEAR_PRECONDITION_PRECONDITIONER_H
#define TC_LINEAR_PRECONDITION_PRECONDITIONER_H

#include "base/text/registry.h"
#include "linear/hierarchy/multigrid.h"
#include "linear/operator/linear_system.h"
#include "model/setup/setup_forecast.h"

typedef enum tc_scope {
  TC_SCOPE_GLOBAL = 1, /* the result does not depend on the distribution */
  TC_SCOPE_RANK = 2    /* each rank uses only the entries of the owned rows and columns, so no exchange is
                          needed, and P depends on the distribution */
} tc_scope;

extern const tc_registry tc_scopes; /* item k of this registry is the scope with the value 1 << k */

typedef struct tc_preconditioner_options {
  tc_scope scope;
  int degree;        /* degree of a polynomial preconditioner */
  double relaxation; /* relaxation factor of ssor, between 0 and 2 */
  int fill; /* ilut: maximum number of additional entries in a row of L or U, compared to the same row of A */
  double drop; /* ilut: entries up to this value times the norm of the row of A are dropped */
  /* a reusable preconditioner is created again if the matrix has changed and a solve needs more than this
   * number times the iterations of the first solve with it; 0: never */
  double rebuild;
  tc_multigrid_options multigrid;
} tc_preconditioner_options;

/* Pure. Returns the default options: scope `global`, degree 3, relaxation 1, fill 10, drop 1e-3, rebuild 1.5,
 * and those of tc_multigrid_options_default. */
tc_preconditioner_options tc_preconditioner_options_default(void);

/* Flags of the options that a preconditioner reads, for messages about keys of the config that have no
 * effect. */
enum {
  TC_READS_DEGREE = 1,
  TC_READS_RELAXATION = 2,
  TC_READS_FILL = 4,
  TC_READS_DROP = 8,
  TC_READS_SCOPE = 16,
  TC_READS_MULTIGRID = 32
};

/* Input of a preconditioner's creation. All pointers are borrowed. */
typedef struct tc_preconditioner_setup {
  const tc_linear_system *system;
  tc_operator *op; /* operator for products with A */
  bool adjoint; /* true to approximate the inverse of the adjoint of A: use the rows of R_adjoint and products
                   by tc_operator_apply_adjoint */
  bool needs_definite; /* true if the method requires that P is positive definite if A is */
  int first_operand; /* index of the first of the operator's vectors that are reserved for the preconditioner
                      */
  /* typical norm of the vectors to which P^-1 is applied, at the time of an application; 0 if unknown. It
   * serves to scale values by a power of two and must not change the result. The pointer may be NULL */
  const double *norm;
  tc_preconditioner_options options;
} tc_preconditioner_setup;

typedef struct tc_preconditioner {
  const char *name;    /* name by which a config selects the preconditioner */
  const char *summary; /* one-line description for `tetracast list` */
  unsigned reads;      /* TC_READS_ flags of the options that the preconditioner reads */
  unsigned scopes;     /* TC_SCOPE_ flags of the scopes that the preconditioner supports */
  bool symmetric;      /* true if P is self-adjoint whenever A is, as some methods require */
  /* Allowed relative deviation of P^-1 from a linear and, if `symmetric` is true, self-adjoint operator. It
   * is 0 for a preconditioner in double precision, whose deviation is rounding error. */
  double asymmetry;
  /* true if P approximates the two-point matrix of the problem (tc_linear_system.two_point) */
  bool needs_two_point;
  /* true if one P serves A and its adjoint, so that a solver creates one context for both */
  bool serves_adjoint;
  /* true if P of another matrix shift I + scale R with the same R may precondition A (solver_reuse.h) */
  bool is_reusable;
  /* number of vectors that the operator allocates for the preconditioner, as inputs of products */
  int operands;
  /* kind of factorisation during the setup of the preconditioner, for forecasts of the setup time */
  tc_factoring factoring;
  /* Collective. Creates the context. The caller destroys *ctx also after an error. Errors (on all ranks):
   * TC_NUMERICAL if a pivot is 0, with the cell number, or if setup->needs_definite is set and P cannot be
   * proved to be positive definite; TC_INTERNAL if memory is exhausted. If P is the identity, `create` and
   * all following members are NULL or 0. */
  tc_status (*create)(const tc_preconditioner_setup *where, void **ctx);
  void (*destroy)(void *ctx); /* collective; ctx may be NULL */
  /* Exactly one of `diagonal` and `apply` is set. `diagonal` is set if P^-1 is a diagonal matrix. It is not
   * collective and returns the diagonal as an array [rows]. Vector operations multiply by it block by block.
   * `apply` is collective and computes z = P^-1 r; r and z must not overlap. It adds work, counts and seconds
   * to the ledger: seconds outside products to the phase `precond`, and traffic of sweeps to `sweep_counts`.
   */
  const double *(*diagonal)(const void *ctx);
  tc_status (*apply)(void *ctx, const double *r, double *z, tc_ledger *ledger);
  /* Collective. Computes bounds range[0] .. range[1] of the eigenvalues of P^-1 A, provided that the
   * eigenvalues of A are known to be between shift and shift + |scale| largest (tc_linear_system). The member
   * is NULL if no bounds are known. Errors: those of MPI messages. */
  tc_status (*range)(const void *ctx, const tc_linear_system *system, double range[2]);
  /* Not collective. Returns the elimination order of the preconditioner's sweeps, borrowed. The member is
   * NULL if the preconditioner has no elimination order. */
  const struct tc_elimination_order *(*order)(const void *ctx);
  /* Not collective. Returns the figures of the multigrid hierarchy, borrowed. The member is NULL if the
   * preconditioner has no hierarchy. */
  const tc_multigrid_figures *(*levels)(const void *ctx);
  /* Pure. Computes the work of one application, without messages and values of sweeps and cycles. The numbers
   * in *out do not depend on the number of rows. An application of the adjoint has the same work, with
   * adjoint products instead of products. The member is NULL if the work is `sweeps` triangular sweeps. */
  void (*work)(const tc_preconditioner_options *choice, tc_work *out);
  int sweeps; /* number of triangular sweeps of an application; 0 if the function `work` is set */
} tc_preconditioner;

/* Pure. Returns the work of one application as defined for tc_preconditioner.work. */
tc_work tc_preconditioner_work(const tc_preconditioner *p, const tc_preconditioner_options *options);

/* Pure. True if the deviation of P^-1 from a linear operator exceeds rounding errors of double precision.
 * P^-1 applied to a sum of vectors then differs from the sum of the single results. */
bool tc_preconditioner_is_inexact(const tc_preconditioner *p);

TC_REGISTRY(tc_preconditioner); /* its entries are listed in linear/preconditioners/preconditioners.def */

#endif
