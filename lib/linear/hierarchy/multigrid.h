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
  int smoothing;    /* degree of the smoother: 1 .. 8 */
  bool smooths_all; /* true: smoothed aggregation on level 0 too */
  double strength;  /* smallest strength of an edge with which two rows may be paired (multigrid/pairing.h) */
  int32_t coarsest; /* a level of at most this number of rows is solved directly */
  int64_t rows_per_rank; /* smallest mean number of rows per rank: coarse levels use fewer ranks to reach it;
                            changes no bits */
} tc_multigrid_options;

/* Pure. Returns the default options: degree 2, strength 0.08, at most 300 rows on the coarsest level, and
 * 4096 rows per rank. */
tc_multigrid_options tc_multigrid_options_default(void);

/* Sizes and messages of a level. They are equal on all ranks, except rank_rows, ghosts, peers and cycle. */
typedef struct tc_multigrid_level {
  int64_t rows, entries; /* sums over all ranks; entries without the diagonal */
  int64_t rank_rows;     /* rows of this rank */
  int64_t excluded;      /* rows without an aggregate; sum over all ranks */
  int64_t transfers;     /* entries of the prolongation from the next coarser level; sum over all ranks */
  /* "plain" or "smoothed" aggregation to the next level; for the coarsest level "direct", or "none" if the
   * smoother treats it */
  const char *aggregation;
  int ranks; /* ranks that own rows */
  int32_t ghosts;
  int peers;
  tc_cycle_counts cycle; /* messages of one cycle on this level */
} tc_multigrid_level;

typedef struct tc_multigrid_figures {
  int levels; /* 0 in the figures of a solver without a hierarchy */
  tc_multigrid_level level[TC_MULTIGRID_LEVELS];
  /* number of matrix entries, diagonals included, of all levels, divided by that of level 0 */
  double complexity;
  int64_t rounds; /* number of rounds of pairing in the setup of all levels */
  int64_t bytes;  /* memory of the hierarchy on this rank */
  /* bytes that one cycle reads and writes on all ranks together, without the padding of the storage, so that
   * the number is the same for any distribution (tc_multigrid_count_cycle_bytes) */
  double cycle_B;
  bool is_solved;           /* false if coarsening ended early and the smoother treats the coarsest level */
  tc_cycle_counts cycle;    /* messages of one cycle on this rank */
  double aggregates_s;      /* seconds of pairing and contraction on this rank */
  double contraction_s;     /* part of aggregates_s spent on contraction (merging rows of aggregates) */
  double coarse_matrices_s; /* seconds of the rest of the setup on this rank */
  double smoothing_s;       /* part of coarse_matrices_s that smoothed aggregation took */
} tc_multigrid_figures;

typedef struct tc_multigrid tc_multigrid;

/* Collective. Creates the hierarchy of the system with the matrix of rates R, which is system->R or the
 * two-point matrix with the same columns (level_zero.h). `system` is borrowed. Errors (on all ranks): those
 * of tc_level_zero_create; TC_INTERNAL if memory is exhausted, with the level, the rank and the MB that this
 * rank lacked. */
tc_status tc_multigrid_create(const tc_linear_system *system, const tc_ell *R,
                              const tc_multigrid_options *options, tc_multigrid **out);
void tc_multigrid_destroy(tc_multigrid **multigrid); /* collective; accepts NULL */

/* Receives the levels of a hierarchy. */
typedef struct tc_multigrid_visitor {
  void *self;
  /* Collective. Called for each level, finest first. K of the level is 2^exponent times the matrix of
   * `graph`. aggregate[graph->rows] is the id of the row of the next level to which each row belongs, -1 if
   * it has none, and `transfer` is the transfer to the next level; both are NULL if there is no next level.
   * All are valid during the call. */
  tc_status (*visit)(void *self, int level, const tc_level_graph *graph, int exponent,
                     const tc_gid *aggregate, const tc_transfer *transfer);
} tc_multigrid_visitor;

/* Collective. Creates the hierarchy as tc_multigrid_create does, passes its levels to the visitor, and
 * destroys it. Sets *figures to its figures unless `figures` is NULL. Errors (on all ranks): those of
 * tc_multigrid_create and of the visitor. */
tc_status tc_multigrid_visit_levels(const tc_linear_system *system, const tc_ell *R,
                                    const tc_multigrid_options *options, const tc_multigrid_visitor *visitor,
                                    tc_multigrid_figures *figures);

/* Collective. Computes z = P^-1 r, where the preconditioner P^-1 is one V-cycle. z and r have one value for
 * each row and must not overlap. `norm` is the norm of r weighted by volumes, or 0 if it is unknown. It only
 * scales values by a power of two to avoid overflow and underflow. Errors: those of MPI messages. */
tc_status tc_multigrid_apply(tc_multigrid *multigrid, const double *r, double norm, double *z);

/* Not collective. Returns the figures, borrowed. */
const tc_multigrid_figures *tc_multigrid_get_figures(const tc_multigrid *multigrid);

/* Pure. Returns the bytes of a cycle with a smoother of the given degree from the rows and entries of the
 * levels. Each pass through the rows of a level moves every array once: couplings and columns of 4 bytes, the
 * excess and the inverse diagonal, and the vectors. Two consecutive sweeps need one pass, and the first step
 * from 0 reads no couplings. */
double tc_multigrid_count_cycle_bytes(const tc_multigrid_figures *figures, int degree);

/* Pure. Returns the part of the bytes of a cycle that belongs to one level. The finest level includes the
 * conversion of the residual and of the result. */
double tc_multigrid_count_level_bytes(const tc_multigrid_figures *figures, int level, int degree);

/* Collective. Replaces the figures of this rank by those of all ranks: `bytes` by the sum over the ranks, and
 * each other figure that differs between ranks by the maximum. Errors: those of MPI messages. */
tc_status tc_multigrid_figures_combine(const tc_world *world, tc_multigrid_figures *figures);

/* Forecast of a hierarchy for a number of ranks. Seconds are NaN if unknown. */
typedef struct tc_multigrid_forecast {
  int ranks;
  int exchanges; /* exchanges of one cycle */
  double setup_s, cycle_s;
} tc_multigrid_forecast;

/* Not collective. Writes the combined figures to the log: one line about the hierarchy, a table with one line
 * for each level, and for a forecast one line about a cycle. `forecast` is NULL for the figures of a run,
 * whose seconds were measured. */
void tc_multigrid_figures_log(const tc_multigrid_figures *figures, const tc_multigrid_forecast *forecast,
                              const tc_log *log);

#endif
