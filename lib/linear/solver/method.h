/* Methods for linear systems: each is a file of algebra. Tests, history, restarts and reasons are the
 * driver's (linear/solver/solver.h). */
#ifndef TC_LINEAR_SOLVER_METHOD_H
#define TC_LINEAR_SOLVER_METHOD_H

#include "base/text/line.h"
#include "base/text/registry.h"
#include "linear/precondition/preconditioner.h"
#include "linear/solver/reason.h"

struct tc_solver;

/* What a method needs and reads, and whether it may be stuck for good. */
enum {
  TC_NEEDS_SYMMETRIC = 1,          /* A and P self-adjoint */
  TC_NEEDS_ADJOINT = 2,            /* products with the adjoint of A */
  TC_NEEDS_NO_PRECONDITIONER = 4,  /* it is one itself, as it were */
  TC_READS_RESTART = 8,            /* solver.restart */
  TC_READS_METHOD_RELAXATION = 16, /* solver.relaxation */
  TC_READS_METHOD_SCOPE = 32,      /* solver.preconditioner.scope: has both */
  TC_HAS_SHORT_MEMORY = 64 /* what it did a while ago: when nothing gets better, nothing will. Others may take
                     as many iterations without any progress as it takes to cross the mesh */
};

typedef struct tc_method_options {
  int restart;       /* gmres */
  double relaxation; /* sor */
} tc_method_options;

/* What a method keeps. */
typedef struct tc_method_storage {
  int arrays;   /* of the rank's rows, beside x and the residual */
  int operands; /* vectors that are multiplied, of the operator */
  int dots;     /* places of dot products */
  size_t state; /* bytes for numbers, zeroed */
} tc_method_storage;

/* Told of what a solve remembers from one iteration to the next. */
typedef struct tc_solver_visitor {
  void *self;
  bool fills; /* it is filled in, else it is only looked at */
  /* value[rows] of the rank. */
  tc_status (*array)(void *self, const char *name, int k, double *value);
  /* count times 8 bytes, the same on all ranks. */
  tc_status (*numbers)(void *self, const char *name, void *value, int64_t count);
} tc_solver_visitor;

typedef struct tc_method {
  const char *name;    /* as written in a config */
  const char *summary; /* one line, for `tetracast list` */
  unsigned needs;      /* of the above */
  /* What it has in place of a preconditioner: a sweep's TC_VECTOR_PRECONDITION, with the method's own
   * relaxation; or NULL. */
  const tc_preconditioner *built_in_preconditioner;
  void (*storage)(const tc_method_options *choice, tc_method_storage *out); /* pure */
  /* Pure: what iteration 1, 2, .. since the last start does, without what preconditioners count themselves
   * and without the flops of diagonal ones; 0: the start; -k: the update after k of them, where there is one.
   * preconditioned: by more than the identity; diagonal: by a product with a diagonal. Streams: an array that
   * a sweep reads and one that it writes count once each, one that it changes twice. What cannot be known
   * beforehand goes through tc_solver_add_expected_work. Of methods that need the adjoint, half of the
   * preconditionings are of the adjoint. */
  void (*work)(const tc_method_options *choice, bool preconditioned, bool diagonal, int64_t iteration,
               tc_work *out);
  /* Collective. Begins, or begins again: solver->x and the true residual solver->r are set, with its squared
   * norm solver->rr. */
  tc_status (*start)(struct tc_solver *solver);
  /* Collective. One iteration. Sets solver->rr: the square of the norm of the residual as it goes along, or
   * of a bound of it. A reason to end other than that goes into solver->reason, which is decided from numbers
   * that are the same on all ranks; solver->rr is of no use then. */
  tc_status (*iterate)(struct tc_solver *solver);
  /* Collective. Brings solver->x up to date; NULL: it always is. */
  tc_status (*update)(struct tc_solver *solver);
  /* Lists the numbers of its state that it remembers between iterations (NULL: all of it, then nothing but
   * numbers of 8 bytes), and tells how many of its arrays hold anything now (NULL: all). Not collective. */
  tc_status (*visit)(struct tc_solver *solver, const tc_solver_visitor *visitor);
  int (*arrays)(const struct tc_solver *solver);
} tc_method;

TC_REGISTRY(tc_method); /* linear/methods/methods.def */

/* Adds advice for a method that ended for this reason: "raise .., or take .., .. or ..". The method and the
 * preconditioner in use are never recommended. preconditioner: name of the one in use. steps: true for a
 * solve that is part of a step. */
void tc_method_advise(const tc_method *method, const char *preconditioner, tc_reason reason, bool steps,
                      tc_line *line);

#endif
