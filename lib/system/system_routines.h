/* Prediction of a solve as PARAISO makes it for a user's matrix (Blanco et al. 2000, "Performance Prediction
 * for Parallel Iterative Solvers"): FLOPs by kernel (section 3.1), messages by routine (section 3.2) for the
 * strategy of the solve and for PARAISO's own versions HPI and HPF, and seconds and cache misses (section
 * 3.3). For the option --routines, the command solve creates it after tc_system_solve, and predict for each
 * number of virtual ranks (run/systems/system_routine_cases.h). The reports contain it (routine_report.h).
 * All numbers but the measured ones follow from the matrix and the options. */
#ifndef TC_SYSTEM_SYSTEM_ROUTINES_H
#define TC_SYSTEM_SYSTEM_ROUTINES_H

#include "model/paraiso/paraiso_tables.h"
#include "model/paraiso/routine_forecast.h"
#include "system/system_solve.h"

/* Versions of the product: the strategy of the solve, HPI and HPF. */
enum { TC_SYSTEM_VERSIONS = 3 };

/* Reads of x in a product that miss a cache, on the rank with the most misses. They include the first reads
 * of cache lines if the product does not fit in the cache, but no reads in memory order, which are
 * prefetched. */
typedef struct tc_system_misses {
  double cache_B;       /* size of the cache; 0 if unknown */
  double misses, reads; /* misses, and all counted reads of this rank */
} tc_system_misses;

/* Numbers of a solve. `first` is the work of the first iteration with the setup of the solve, `next` the work
 * of a further iteration, and `preconditioning` the work of one application of the preconditioner. For
 * methods that update x at the end of a cycle (gmres), `first` and `next` are cycles of `iterations`
 * iterations. A zeroed struct is a valid empty object. */
typedef struct tc_system_routines {
  const char *machine; /* origin of the fitted lines from which seconds are computed; borrowed */
  const tc_method *method;
  const tc_preconditioner *preconditioner;
  int64_t rows,
      entries;   /* entries: those that a product multiplies with, added zeros and diagonal included */
  int64_t added; /* entries that are not in the file */
  int restart;
  int64_t iterations;
  tc_paraiso_method printed; /* row of Table 1 in the paper; TC_PARAISO_METHODS if it has none */
  tc_work first, next, preconditioning, end; /* end: work after the last iteration */
  double first_flops, next_flops,
      preconditioning_flops; /* sums over all ranks; NaN if they are not counted */
  tc_routine_version version[TC_SYSTEM_VERSIONS];
  tc_routine_costs cost[TC_SYSTEM_VERSIONS];
  tc_system_misses cache[TC_LEVELS - 1]; /* L1, L2, L3 */
  /* Counted in the solve, on all ranks: products, and messages and doubles that these products moved. All are
   * 0 for virtual ranks. */
  int64_t counted_products;
  tc_message_sum counted;
  double measured_s; /* measured seconds of an iteration; 0 without iterations */
  tc_pool memory;    /* owns the arrays of `version` */
} tc_system_routines;

/* A solve on real or virtual ranks. All pointers are borrowed. */
typedef struct tc_routine_question {
  tc_dry_run_layout run;    /* graph, order and distribution of the rows */
  tc_solver_options solver; /* options with the method, the preconditioner and the strategy of the solve */
  int64_t entries;          /* entries in the file, duplicates summed */
  const tc_counts *swept;   /* [ranks] counts in the sweeps of each rank */
  int64_t preconditionings; /* number of preconditionings in which these sweeps were counted */
  const tc_params *machine; /* sizes of caches and possibly the parameters fit_.. */
  const char *origin;       /* where the parameters of the machine come from */
} tc_routine_question;

/* Not collective. Predicts a solve, without the counted and measured numbers. The caller frees *out with
 * tc_system_routines_free, also after an error. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_system_routines_predict(const tc_routine_question *question, tc_system_routines *out);

/* Collective. Predicts the solve whose result is `result`. `input` is NULL on all ranks but the root. On the
 * root, `machine` contains the sizes of caches and possibly the parameters fit_.., whose origin is `origin`.
 * If they are missing, seconds follow from Table 2 of the paper. On other ranks *out remains empty. The
 * caller frees *out with tc_system_routines_free, also after an error. Errors (on all ranks): TC_INTERNAL if
 * memory is exhausted or MPI fails. */
tc_status tc_system_routines_create(const tc_distributed_system *system, const tc_system_options *options,
                                    const tc_system_input *input, const tc_system_result *result,
                                    const tc_params *machine, const char *origin, tc_system_routines *out);
void tc_system_routines_free(tc_system_routines *routines);

#endif
