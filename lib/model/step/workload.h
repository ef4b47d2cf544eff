/* Workload of a step: the numbers of operations and values that each rank computes and moves, with the
 * properties of strategy, format and solver that determine their cost. Forecasts of steps (forecast.h) and of
 * the setup of solvers (model/setup/setup_forecast.h) are functions of a workload and of a machine's
 * parameters. */
#ifndef TC_MODEL_STEP_WORKLOAD_H
#define TC_MODEL_STEP_WORKLOAD_H

#include "model/step/model.h"

/* Methods of constructing the triangular factors of a preconditioner. */
typedef enum tc_factoring {
  TC_FACTORING_NONE, /* the preconditioner has no triangular factors */
  TC_FACTORING_COPY, /* the triangular factors are copies of the entries of the matrix */
  TC_FACTORING_ILU0,
  TC_FACTORING_FILL
} tc_factoring;

/* Properties of a solver that determine its load, equal on all ranks. linear/solver/solver_profile.h computes
 * them from the options of a solver. */
typedef struct tc_solver_profile {
  tc_work preconditioner_work;   /* work of one application of the preconditioner */
  double between_B, iteration_B; /* bytes per row, defined in tc_solver_load (model.h) */
  int family;                    /* class of the method, a tc_paraiso_method (tc_paraiso_family) */
  tc_factoring factoring;
  bool has_adjoint; /* true if the method needs the adjoint, which has its own preconditioner */
} tc_solver_profile;

/* Work of one rank in a step. The struct contains no pointers, so ranks can send it to each other. */
typedef struct tc_rank_work {
  int node;
  int32_t rows;
  tc_counts count;        /* counts of one product, and of the forcing in one step */
  tc_work solver;         /* work of the solver in a step; zero without a solver */
  tc_counts sweep_counts; /* counts of all sweeps of preconditioners in a step */
  tc_seconds forcing_s;   /* measured seconds of the forcing in a step */
  bool has_reads;         /* true if excess_reuse was counted */
  tc_reuse excess_reuse;  /* reads of x in one product minus those of the row benchmark (member `reuse` of
                             tc_rank_load in model.h) */
} tc_rank_work;

/* Workload of a step on all ranks. The members before `ranks` are equal on all ranks. */
typedef struct tc_workload {
  tc_schedule schedule;      /* stages of a product */
  bool uses_pointers;        /* true if products access all arrays through pointers-to-shared */
  bool on_device;            /* true if devices compute the products */
  tc_staging staging;        /* memory from which the kernel of a device reads the matrix */
  int kernel;                /* row kernel of the product: TC_KERNEL_.. of the format */
  double width;              /* off-diagonal entries per row; of general rows the average */
  int threads;               /* threads per rank */
  tc_step_products products; /* products of a step that solves no linear systems */
  bool solves;               /* true if the step solves linear systems */
  tc_solver_profile solver;  /* properties of the solver; zero if the step solves no systems */
  /* load of a multigrid cycle; NULL if unknown or if the preconditioner applies none; borrowed */
  const tc_cycle_load *cycle;
  int ranks;
  const tc_rank_work *rank; /* [ranks] work of each rank; borrowed */
} tc_workload;

#endif
