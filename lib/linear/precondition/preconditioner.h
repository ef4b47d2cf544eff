/* Preconditioners: P^-1, something like the inverse of A that is cheap to apply. */
#ifndef TC_LINEAR_PRECONDITION_PRECONDITIONER_H
#define TC_LINEAR_PRECONDITION_PRECONDITIONER_H

#include "base/text/registry.h"
#include "linear/operator/linear_system.h"
#include "model/setup/setup_forecast.h"

typedef enum tc_scope {
  TC_SCOPE_GLOBAL = 1, /* does not depend on who owns what: the same bits on any number of ranks */
  TC_SCOPE_RANK = 2    /* of each rank's own rows alone: nothing is exchanged, and every split is another P */
} tc_scope;

extern const tc_registry tc_scopes; /* number k: of the scope 1 << k */

typedef struct tc_preconditioner_options {
  tc_scope scope;
  int degree;        /* of polynomials */
  double relaxation; /* ssor, 0 .. 2 */
  int fill;          /* ilut: most entries of a row of a factor beyond those of A */
  double drop;       /* ilut: smaller ones, beside the row's norm, are left out */
} tc_preconditioner_options;

/* What reads which of these; for messages about keys that nothing reads. */
enum {
  TC_READS_DEGREE = 1,
  TC_READS_RELAXATION = 2,
  TC_READS_FILL = 4,
  TC_READS_DROP = 8,
  TC_READS_SCOPE = 16
};

/* Where a preconditioner stands. */
typedef struct tc_preconditioner_setup {
  const tc_linear_system *system;
  tc_operator *op; /* for products with A */
  bool adjoint;    /* of the adjoint of A: rows are those of R_adjoint, products apply_adjoint */
  bool positive;   /* the method needs a P that is positive where A is */
  int operand;     /* the first of the operator's vectors that is the preconditioner's */
  tc_preconditioner_options options;
} tc_preconditioner_setup;

typedef struct tc_preconditioner {
  const char *name;       /* as written in a config */
  const char *summary;    /* one line, for `tetracast list` */
  unsigned reads;         /* TC_READS_.. */
  unsigned scopes;        /* TC_SCOPE_.. that there are */
  bool symmetric;         /* self-adjoint when A is: fit for methods that need that */
  int operands;           /* of the operator's vectors that it multiplies */
  tc_factoring factoring; /* how what its sweeps solve is made */
  /* Collective. *ctx must be closed also after an error. Errors on all ranks: TC_NUMERICAL naming the cell of
   * a pivot that vanishes, or when P has to be positive and is not; TC_INTERNAL out of memory. NULL: the
   * identity, and all the rest is NULL too. */
  tc_status (*create)(const tc_preconditioner_setup *where, void **ctx);
  void (*destroy)(void *ctx); /* collective; NULL is fine */
  /* [rows] where P^-1 is a product with a diagonal, which sweeps do on their way; else the function is NULL,
   * and there is apply: z = P^-1 r, collective, r and z not overlapping. Seconds, counts and work are added
   * to the ledger; its own seconds go into the phase `precond`, what moves beside products into `swept`. */
  const double *(*diagonal)(const void *ctx);
  tc_status (*apply)(void *ctx, const double *r, double *z, tc_ledger *ledger);
  /* Collective. The eigenvalues of P^-1 A lie in range[0] .. range[1], where those of the system's A are
   * known to lie in shift .. shift + |scale| largest. NULL: nobody knows. Errors: of messages. */
  tc_status (*range)(const void *ctx, const tc_linear_system *system, double range[2]);
  /* In which order its sweeps take rows; lent. NULL: by no colours. */
  const struct tc_elimination_order *(*order)(const void *ctx);
  /* Pure: what applying it does, whatever the rows, beside sweep_messages and sweep_values; of A, that of its
   * adjoint does the same with adjoint products. NULL: nothing that is counted. */
  void (*work)(const tc_preconditioner_options *choice, tc_work *out);
} tc_preconditioner;

TC_REGISTRY(tc_preconditioner); /* linear/preconditioners/preconditioners.def */

#endif
