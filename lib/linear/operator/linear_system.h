/* A linear system as methods and preconditioners know it: A x = b with A = shift I + scale R. */
#ifndef TC_LINEAR_OPERATOR_LINEAR_SYSTEM_H
#define TC_LINEAR_OPERATOR_LINEAR_SYSTEM_H

#include "base/program/log.h"
#include "linear/operator/operator.h"

/* Ranks that one rank, which holds all rows, imagines to own them. Borrowed. */
typedef struct tc_virtual_ranks {
  const tc_distribution *distribution;
  const int32_t *position; /* [rows] by number: where each would lie */
} tc_virtual_ranks;

/* One rank's side; everything is borrowed. The inner product is weighted with the volumes, <x, y> = sum over
 * all rows of V_i x_i y_i, and norms are its roots: in it two-point's R is self-adjoint, and a constant field
 * has the norm that an integral would give it. No matrix is ever scaled for that. */
typedef struct tc_linear_system {
  tc_world *world;
  const tc_halo *halo;
  const tc_ell *R;
  const tc_ell *R_adjoint; /* V^-1 R^T V, with the columns of R; R itself where that is the same; NULL: not
                              known, so no method that needs it can be opened */
  double shift, scale;
  const double *volume; /* [rows] */
  const tc_gid *id;     /* [rows] numbers that do not depend on who owns what: bits rest on them */
  int32_t base;         /* the user knows row id as id + base */
  bool symmetric;       /* A is self-adjoint in that inner product */
  bool spread;          /* A's eigenvalues are real, and lie between shift and shift + |scale| largest */
  double largest;       /* no eigenvalue of R is further from 0, by an estimate; 0: not known */
  const tc_log *log;    /* what takes long tells there how far it is; NULL: nobody hears */
  const tc_virtual_ranks
      *virtual_ranks; /* whose rows preconditioners of the scope `rank` see; NULL: each rank its own */
} tc_linear_system;

#endif
