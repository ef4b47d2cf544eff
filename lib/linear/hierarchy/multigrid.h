/* Algebraic multigrid: a hierarchy of levels and the V-cycle that applies it to a residual. The
 * preconditioner multigrid creates a hierarchy during setup and applies one cycle in each iteration. Level 0
 * uses plain aggregation with a correction factor of 1.5, coarser levels use smoothed aggregation. Hierarchy
 * and cycle have the same bits on any number of ranks and threads. */
#ifndef TC_LINEAR_HIERARCHY_MULTIGRID_H
#define TC_LINEAR_HIERARCHY_MULTIGRID_H

#include "base/ledger/ledger.h"
#include "linear/cycle/cycle_level.h"
#include "linear/operator/linear_system.h"

enum { TC_MULTIGRID_LEVELS = 32 };

typedef struct tc_multigrid_options {
  int smoothing;         /* degree of the smoother: 1 .. 8 */
  bool smooths_all;      /* true: smoothed aggregation on level 0 too */
  double strength;       /* smallest strength of an edge that pairs rows */
  int32_t coarsest;      /* a level of at most this number of rows is solved directly */
  int64_t rows_per_rank; /* smallest mean number of rows of a rank on coarse levels; changes no bits */
} tc_multigrid_options;

/* Pure. Returns the default options: degree 2, strength 0.08, at most 300 rows on the coarsest level, and
 * 4096 rows per rank. */
tc_multigrid_options tc_multigrid_options_default(void);

/* Figures of a level; the same on all ranks except ghosts and peers, which are those of this rank. */
typedef struct tc_multigrid_level {
  int64_t rows, entries; /* sums over all ranks; entries without the diagonal */
  int64_t excluded;      /* rows without an aggregate */
  /* "plain" or "smoothed" aggregation to the next level; for the coarsest level "direct", or "none" if the
   * smoother treats it */
  const char *aggregation;
  int ranks; /* ranks that own rows */
  int32_t ghosts;
  int peers;
} tc_multigrid_level;

typedef struct tc_multigrid_figures {
  int levels; /* 0 in the figures of a solver without a hierarchy */
  tc_multigrid_level level[TC_MULTIGRID_LEVELS];
  double complexity;        /* entries and diagonals of all levels, divided by those of level 0 */
  int64_t rounds;           /* rounds of pairing */
  int64_t bytes;            /* memory of the hierarchy on this rank */
  bool is_solved;           /* false if coarsening ended early and the smoother treats the coarsest level */
  tc_cycle_counts cycle;    /* messages of one cycle on this rank */
  double aggregates_s;      /* seconds of pairing and contraction on this rank */
  double coarse_matrices_s; /* seconds of the rest of the setup on this rank */
} tc_multigrid_figures;

typedef struct tc_multigrid tc_multigrid;

/* Collective. Creates the hierarchy of the system with the matrix of rates R, which is system->R or the
 * two-point matrix with the same columns (level_zero.h). `system` is borrowed. Errors (on all ranks): those
 * of tc_level_zero_create; TC_INTERNAL if memory is exhausted, with level and rank. */
tc_status tc_multigrid_create(const tc_linear_system *system, const tc_ell *R,
                              const tc_multigrid_options *options, tc_multigrid **out);
void tc_multigrid_destroy(tc_multigrid **multigrid); /* collective; accepts NULL */

/* Collective. Computes z = P^-1 r for one V-cycle; z and r have one value for each row and must not overlap.
 * `norm` is the norm of r weighted by volumes, or 0 if it is unknown; it only scales values by a power of two
 * to avoid overflow and underflow. Errors: those of MPI messages. */
tc_status tc_multigrid_apply(tc_multigrid *multigrid, const double *r, double norm, double *z);

/* Not collective. Returns the figures, borrowed. */
const tc_multigrid_figures *tc_multigrid_get_figures(const tc_multigrid *multigrid);

/* Collective. Replaces the figures of this rank by those of all ranks: `bytes` by the sum, the others by
 * their maxima. Errors: those of MPI messages. */
tc_status tc_multigrid_figures_combine(const tc_world *world, tc_multigrid_figures *figures);

/* Not collective. Writes the combined figures to the log: one line, and one line for each level. */
void tc_multigrid_figures_log(const tc_multigrid_figures *figures, const tc_log *log);

#endif
