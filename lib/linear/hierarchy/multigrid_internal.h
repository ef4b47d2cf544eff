/* Content of a multigrid hierarchy, shared by its source files: multigrid.c creates and applies a hierarchy,
 * multigrid_levels.c creates its levels, multigrid_cycle.c applies one V-cycle. Internal to
 * linear/hierarchy. */
#ifndef TC_LINEAR_HIERARCHY_MULTIGRID_INTERNAL_H
#define TC_LINEAR_HIERARCHY_MULTIGRID_INTERNAL_H

#include "linear/cycle/coarsest.h"
#include "linear/hierarchy/multigrid.h"

/* One level. The coarsest level of a complete hierarchy is solved directly and has no storage. */
typedef struct tc_multigrid_part {
  tc_cycle_level *storage; /* NULL if the level is solved directly */
  float factor;            /* multiplies the correction from the next coarser level */
} tc_multigrid_part;

struct tc_multigrid {
  const tc_linear_system *system; /* borrowed */
  tc_multigrid_options options;
  /* [figures.levels] parts of the levels, the finest level first */
  tc_multigrid_part part[TC_MULTIGRID_LEVELS];
  tc_coarsest *coarsest; /* NULL if the smoother treats the coarsest level */
  double root_volume;    /* square root of the total volume, divided by the number of rows */
  int exponent;          /* the matrix K of each level is 2^exponent times the matrix that the level stores */
  const tc_multigrid_visitor *visitor; /* borrowed; NULL without visitor */
  tc_multigrid_figures figures;
};

/* Collective. Creates all levels of `multigrid`, whose members system and options are set, and computes its
 * figures. The caller destroys `multigrid` also after an error. Errors: those of tc_multigrid_create. */
tc_status tc_multigrid_create_levels(tc_multigrid *multigrid, const tc_ell *R);

/* Right-hand side and iterate of level 0, one value for each row of this rank. */
float *tc_multigrid_b(const tc_multigrid *multigrid);
float *tc_multigrid_x(const tc_multigrid *multigrid);

/* Collective. Computes the iterate of level 0 from its right-hand side by one V-cycle. Errors: those of MPI
 * messages. */
tc_status tc_multigrid_cycle(const tc_multigrid *multigrid);

#endif
