/* Interface of an iterative method, a plug-in of linear/methods. The driver (linear/solver/solver.h)
 * determines the memory of the method at creation (`storage` or `compute_storage`). It then calls `start`
 * once, `iterate` in each iteration, and `update` when it needs x. The driver, not the method, tests
 * convergence, reports residuals, restarts after breakdowns and determines the reason for the end. Every
 * decision of a method depends on numbers that are equal on all ranks. */
#ifndef TC_LINEAR_SOLVER_METHOD_H
#define TC_LINEAR_SOLVER_METHOD_H

#include "base/text/line.h"
#include "base/text/registry.h"
#include "linear/precondition/preconditioner.h"
#include "linear/solver/reason.h"

struct tc_solver;

/* Flags of a method: its requirements, the config keys that it reads, and its convergence. */
enum {
  TC_NEEDS_SYMMETRIC = 1,          /* the matrix A and the preconditioner P must be self-adjoint */
  TC_NEEDS_ADJOINT = 2,            /* needs products with the adjoint of A */
  TC_NEEDS_NO_PRECONDITIONER = 4,  /* accepts no preconditioner */
  TC_READS_RESTART = 8,            /* reads solver.restart */
  TC_READS_METHOD_RELAXATION = 16, /* reads solver.relaxation */
  TC_READS_METHOD_SCOPE = 32,      /* reads solver.preconditioner.scope and supports both values */
  /* stationary or restarted method: an iteration uses information of few earlier iterations, so the method
   * will not recover if it stagnates. Methods without this flag may stagnate at first and converge later,
   * when information has crossed the mesh */
  TC_HAS_SHORT_MEMORY = 64,
  TC_HAS_CONDITION_BOUND = 128, /* the bound of conjugate gradients holds: the condition number of the
                                   preconditioned matrix limits the number of iterations */
  TC_HAS_UNIT_VECTORS = 256     /* P^-1 is applied to vectors of norm 1 */
};

typedef struct tc_method_options {
  int restart;       /* iterations per cycle of gmres */
  double relaxation; /* relaxation factor of sor */
  /* true if P^-1 is not linear up to rounding; gmres then stores all preconditioned vectors. Set by
   * tc_solver_method_options (linear/solver/solver.h) */
  bool is_flexible;
} tc_method_options;

/* Memory that a method needs. */
typedef struct tc_method_storage {
  int arrays;   /* number of arrays [rows], in addition to x and the residual */
  int operands; /* number of vectors of the operator, which serve as inputs of products */
  int dots;     /* number of dot product indices that the method uses (linear/solver/vector_ops.h) */
  size_t state; /* bytes of the method's state, which the driver zeroes */
} tc_method_storage;

/* Work in three parts. `always` is always done, `preconditioned` is added if the preconditioner P is not the
 * identity, and `diagonal` is added if P is a diagonal matrix. */
typedef struct tc_method_work {
  tc_work always, preconditioned, diagonal;
} tc_method_work;

/* Visitor that saves the restart data of a solve or fills them from a checkpoint, one array at a time. */
typedef struct tc_solver_visitor {
  void *self;
  bool fills; /* true if the visitor fills the values, false if it saves them */
  /* Saves or fills the array value[rows] of this rank, which `name` and the number k identify. */
  tc_status (*array)(void *self, const char *name, int k, double *value);
  /* Saves or fills `count` numbers of 8 bytes, which are equal on all ranks. */
  tc_status (*numbers)(void *self, const char *name, void *value, int64_t count);
} tc_solver_visitor;

typedef struct tc_method {
  const char *name;    /* name by which a config selects the method */
  const char *summary; /* one-line description for `tetracast list` */
  unsigned needs;      /* TC_NEEDS_, TC_READS_ and TC_HAS_ flags of the enum above */
  /* Preconditioner built into the method, applied as a vector operation with the relaxation factor of the
   * method. May be NULL. */
  const tc_preconditioner *built_in_preconditioner;
  tc_method_storage storage; /* memory of the method; not used if compute_storage is not NULL */
  /* Work of `start` and of one iteration; not used if `work` is not NULL. The numbers exclude the work that
   * tc_preconditioner.work returns, and the FLOPs of a diagonal P. An array that a pass reads or writes
   * counts as one stream, an array that it reads and writes as two. If the method needs the adjoint, half of
   * the preconditionings must be for the adjoint. Work that depends on the data is added by
   * tc_solver_add_forecast_work during the solve. */
  tc_method_work start_work, iteration_work;
  /* Pure. Computes the memory of the method. NULL if the memory does not depend on the options */
  void (*compute_storage)(const tc_method_options *choice, tc_method_storage *out);
  /* Pure. Computes the work of an iteration, with the arguments of tc_method_count_work. The member is NULL
   * if the work depends neither on the options nor on the iteration. */
  void (*work)(const tc_method_options *choice, bool preconditioned, bool diagonal, int64_t iteration,
               tc_work *out);
  /* Collective. Starts or restarts the method. The caller has set solver->x, the true residual solver->r and
   * its squared norm solver->rr. */
  tc_status (*start)(struct tc_solver *solver);
  /* Collective. Performs one iteration and sets solver->rr to the squared norm of the recursive residual, or
   * to a bound of it. At a breakdown it sets solver->reason, and the driver ignores solver->rr. A breakdown
   * must be detected from numbers that are equal on all ranks. */
  tc_status (*iterate)(struct tc_solver *solver);
  /* Collective. Computes solver->x from the iterations since the last update. The member is NULL if every
   * iteration updates x. */
  tc_status (*update)(struct tc_solver *solver);
  /* Not collective. Both functions serve to save and to resume a solve. `visit` passes to the visitor the
   * numbers of the state that a resumed solve needs. If `visit` is NULL, the whole state is passed. It must
   * then consist of numbers of 8 bytes. `arrays` returns the number of the method's arrays that are in use.
   * If `arrays` is NULL, all arrays are in use. */
  tc_status (*visit)(struct tc_solver *solver, const tc_solver_visitor *visitor);
  int (*arrays)(const struct tc_solver *solver);
} tc_method;

TC_REGISTRY(tc_method); /* its entries are listed in linear/methods/methods.def */

/* Pure. Returns the memory that a method needs with these options. */
tc_method_storage tc_method_count_storage(const tc_method *method, const tc_method_options *options);

/* Pure. Computes the work of one iteration. `iteration` is the number of the iteration since the last start,
 * from 1. The value 0 selects the work of `start`, and -k the work of `update` after k iterations.
 * `preconditioned` is true if P is not the identity, and `diagonal` if P is a diagonal matrix. */
void tc_method_count_work(const tc_method *method, const tc_method_options *options, bool preconditioned,
                          bool diagonal, int64_t iteration, tc_work *out);

/* Use of a method in a failed solve, as input of the advice. */
typedef struct tc_method_use {
  const char *preconditioner; /* name of the preconditioner in use */
  bool multigrid;             /* true if the preconditioner multigrid can be used */
  bool automatic;             /* true if solver.preconditioner.name: auto can be used, and was not used */
  bool steps;                 /* true if the solve is part of a time step */
} tc_method_use;

/* Appends to `line` a remedy, "use .., .. or ..", for a solve that ended for the reason `reason`. Never
 * recommends the method or the preconditioner in use, or a preconditioner for which the advice would name the
 * one in use. */
void tc_method_advise(const tc_method *method, const tc_method_use *use, tc_reason reason, tc_line *line);

#endif
