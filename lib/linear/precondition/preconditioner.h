/* Interface of a preconditioner P^-1, a cheap approximation of the inverse of A. Each entry is a plug-in of
 * linear/preconditioners. The solver calls create once during setup, then diagonal or apply in each
 * iteration, and destroy at the end. A preconditioner of scope `global` gives the same bits on any number of
 * ranks. */
#ifndef TC_LINEAR_PRECONDITION_PRECONDITIONER_H
#define TC_LINEAR_PRECONDITION_PRECONDITIONER_H

#include "base/text/registry.h"
#include "linear/operator/linear_system.h"
#include "model/setup/setup_forecast.h"

typedef enum tc_scope {
  TC_SCOPE_GLOBAL = 1, /* independent of the distribution: the same bits on any number of ranks */
  TC_SCOPE_RANK =
      2 /* uses only the owned rows of each rank: no exchange, and P depends on the distribution */
} tc_scope;

extern const tc_registry tc_scopes; /* item k is the scope 1 << k */

typedef struct tc_preconditioner_options {
  tc_scope scope;
  int degree;        /* degree of a polynomial preconditioner */
  double relaxation; /* relaxation factor of ssor, between 0 and 2 */
  int fill;          /* ilut: maximum number of entries that a row of a factor has beyond those of A */
  double drop;       /* ilut: drop tolerance relative to the norm of the row */
} tc_preconditioner_options;

/* Options that a preconditioner reads, for messages about unused keys. */
enum {
  TC_READS_DEGREE = 1,
  TC_READS_RELAXATION = 2,
  TC_READS_FILL = 4,
  TC_READS_DROP = 8,
  TC_READS_SCOPE = 16
};

/* Input of a preconditioner's creation. All pointers are borrowed. */
typedef struct tc_preconditioner_setup {
  const tc_linear_system *system;
  tc_operator *op; /* operator for products with A */
  bool adjoint;    /* true to approximate the adjoint of A: rows of R_adjoint, products by
                      tc_operator_apply_adjoint */
  bool positive;   /* true if the method needs a positive definite P when A is positive definite */
  int operand;     /* first vector of the operator that belongs to the preconditioner */
  tc_preconditioner_options options;
} tc_preconditioner_setup;

typedef struct tc_preconditioner {
  const char *name;       /* name by which a config selects the preconditioner */
  const char *summary;    /* one line, for `tetracast list` */
  unsigned reads;         /* TC_READS_ flags of the options that it reads */
  unsigned scopes;        /* TC_SCOPE_ flags of the scopes that it supports */
  bool symmetric;         /* true if P is self-adjoint whenever A is, as some methods require */
  int operands;           /* number of vectors that the operator allocates for it, as inputs of products */
  tc_factoring factoring; /* computation of the factors of its sweeps during setup, for forecasts */
  /* Collective. Creates the context. The caller destroys *ctx also after an error. Errors (on all ranks):
   * TC_NUMERICAL if a pivot vanishes, with its cell, or if P must be positive and cannot be proved to be;
   * TC_INTERNAL if memory is exhausted. NULL: P is the identity, and all functions below are NULL too. */
  tc_status (*create)(const tc_preconditioner_setup *where, void **ctx);
  void (*destroy)(void *ctx); /* collective; ctx may be NULL */
  /* Exactly one of `diagonal` and `apply` is set. `diagonal`, not collective, returns the diagonal [rows] of
   * a diagonal P^-1, which vector operations apply block by block. `apply`, collective, computes z = P^-1 r;
   * r and z must not overlap. It adds seconds, counts and work to the ledger: its seconds to the phase
   * `precond`, traffic outside products to `sweep_counts`. */
  const double *(*diagonal)(const void *ctx);
  tc_status (*apply)(void *ctx, const double *r, double *z, tc_ledger *ledger);
  /* Collective. Computes bounds range[0] .. range[1] of the eigenvalues of P^-1 A, provided that those of A
   * are known to be from shift to shift + |scale| largest. NULL: no bounds are known. Errors: those of
   * messages. */
  tc_status (*range)(const void *ctx, const tc_linear_system *system, double range[2]);
  /* Not collective. Returns the elimination order of its sweeps, borrowed. NULL: the preconditioner has no
   * sweeps by colour. */
  const struct tc_elimination_order *(*order)(const void *ctx);
  /* Pure. Computes the work of one application to any number of rows, without sweep_messages and
   * sweep_values. The adjoint has the same work with adjoint products. NULL: an application has no counted
   * work. */
  void (*work)(const tc_preconditioner_options *choice, tc_work *out);
} tc_preconditioner;

TC_REGISTRY(tc_preconditioner); /* entries: linear/preconditioners/preconditioners.def */

#endif
