/* Interface of an iterative method: a plug-in of linear/methods that contains the algebra alone. The driver
 * (linear/solver/solver.h) calls storage, then start, iterate and update, in this order. Convergence tests,
 * history, restarts after breakdowns and reasons belong to the driver. Every decision of a method depends on
 * numbers that are equal on all ranks. */
#ifndef TC_LINEAR_SOLVER_METHOD_H
#define TC_LINEAR_SOLVER_METHOD_H

#include "base/text/line.h"
#include "base/text/registry.h"
#include "linear/precondition/preconditioner.h"
#include "linear/solver/reason.h"

struct tc_solver;

/* Requirements of a method, the config keys that it reads, and its behaviour at stagnation. */
enum {
  TC_NEEDS_SYMMETRIC = 1,          /* A and P must be self-adjoint */
  TC_NEEDS_ADJOINT = 2,            /* needs products with the adjoint of A */
  TC_NEEDS_NO_PRECONDITIONER = 4,  /* accepts no preconditioner, because the method is one itself */
  TC_READS_RESTART = 8,            /* reads solver.restart */
  TC_READS_METHOD_RELAXATION = 16, /* reads solver.relaxation */
  TC_READS_METHOD_SCOPE = 32,      /* reads solver.preconditioner.scope and supports both values */
  TC_HAS_SHORT_MEMORY =
      64 /* true for a method that depends on recent iterations alone, so that its stagnation is final. Other
            methods may make no progress until information has crossed the mesh */
};

typedef struct tc_method_options {
  int restart;       /* iterations per cycle of gmres */
  double relaxation; /* relaxation factor of sor */
} tc_method_options;

/* Memory that a method needs. */
typedef struct tc_method_storage {
  int arrays;   /* number of arrays [rows], without x and the residual */
  int operands; /* number of vectors of the operator, which are the inputs of products */
  int dots;     /* number of dot product indices that the method uses */
  size_t state; /* bytes of the method's state, which the driver zeroes */
} tc_method_storage;

/* Visitor that writes or reads the restart data of a solve, array by array. */
typedef struct tc_solver_visitor {
  void *self;
  bool fills; /* true if the visitor writes the values, false if it reads them */
  /* Visits value[rows] of this rank. */
  tc_status (*array)(void *self, const char *name, int k, double *value);
  /* Visits `count` numbers of 8 bytes, the same on all ranks. */
  tc_status (*numbers)(void *self, const char *name, void *value, int64_t count);
} tc_solver_visitor;

typedef struct tc_method {
  const char *name;    /* name by which a config selects the method */
  const char *summary; /* one line, for `tetracast list` */
  unsigned needs;      /* TC_NEEDS_, TC_READS_ and TC_HAS_ flags of the enum above */
  /* Preconditioner built into the method, applied as a vector operation with the relaxation factor of the
   * method. May be NULL. */
  const tc_preconditioner *built_in_preconditioner;
  void (*storage)(const tc_method_options *choice, tc_method_storage *out); /* pure */
  /* Pure. Computes the work of iteration 1, 2, .. since the last start. Iteration 0 selects the start, and -k
   * the update after k iterations if the method has one. The result excludes the work that preconditioners
   * count themselves and the FLOPs of diagonal ones. `preconditioned` is true if P is not the identity, and
   * `diagonal` if P is a diagonal matrix. An array that a pass reads or writes is one stream, an array that
   * it changes is two. Work that depends on the data is added through tc_solver_add_expected_work. If the
   * method needs the adjoint, half of the preconditionings are of the adjoint. */
  void (*work)(const tc_method_options *choice, bool preconditioned, bool diagonal, int64_t iteration,
               tc_work *out);
  /* Collective. Starts or restarts the method. The caller has set solver->x, the true residual solver->r and
   * its squared norm solver->rr. */
  tc_status (*start)(struct tc_solver *solver);
  /* Collective. Performs one iteration and sets solver->rr to the squared norm of the recursive residual, or
   * to a bound of it. At a breakdown it sets solver->reason instead, and the driver ignores solver->rr. The
   * decision uses only numbers that are the same on all ranks. */
  tc_status (*iterate)(struct tc_solver *solver);
  /* Collective. Computes solver->x from the iterations since the last update. NULL if x is always up to
   * date. */
  tc_status (*update)(struct tc_solver *solver);
  /* Not collective. `visit` passes to the visitor those numbers of the state that a resumed solve needs. NULL
   * if that is the whole state, which must then consist of numbers of 8 bytes. `arrays` returns the number of
   * arrays in use. NULL if all are in use. */
  tc_status (*visit)(struct tc_solver *solver, const tc_solver_visitor *visitor);
  int (*arrays)(const struct tc_solver *solver);
} tc_method;

TC_REGISTRY(tc_method); /* entries: linear/methods/methods.def */

/* Appends to `line` advice for a method that ended for this reason: "use .., .. or ..". Never recommends the
 * method and the preconditioner in use. `preconditioner` is the name of the one in use. `steps` is true for a
 * solve that is part of a time step. */
void tc_method_advise(const tc_method *method, const char *preconditioner, tc_reason reason, bool steps,
                      tc_line *line);

#endif
