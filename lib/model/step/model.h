/* Performance models: each turns counts into seconds, stage by stage. Pure: no MPI, no clock, no memory. */
#ifndef TC_MODEL_STEP_MODEL_H
#define TC_MODEL_STEP_MODEL_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/ledger/ledger.h"
#include "base/text/registry.h"
#include "count/schedule.h"
#include "count/traffic.h"
#include "device/device_matrix.h"
#include "machine/parameters/params.h"
#include "model/step/costs.h"
#include "sparse/reuse_distance.h"

/* What a rank's solver does beside products, and with how much memory. */
typedef struct tc_solver_load {
  tc_work work;
  tc_work applied; /* streams and row_flops of it that are those of preconditioners: they belong to precond */
  tc_counts sweep_counts; /* what it exchanges in its sweeps */
  double between_B, /* of a row, gone through between two products: other matrices, arrays. They take room in
                       caches */
      iteration_B;  /* the same in a whole iteration: so far back were vectors used that it uses once */
  int family;       /* of its method, by which iterations are fitted: tc_paraiso_family
                       (model/models/model_paraiso.h) */
} tc_solver_load;

/* How a rank makes its products on a device. */
typedef struct tc_device_load {
  tc_staging staging; /* its kernel */
  bool enters;        /* something enters a step, which the processor adds */
} tc_device_load;

/* One rank as a model sees it. */
typedef struct tc_rank_load {
  int node;
  int32_t rows;
  int kernel; /* what computes the rows: TC_KERNEL_.. of a format */
  int width;  /* r_nz */
  tc_counts count;
  tc_seconds forcing_s; /* what is prescribed, boundary and source, as it was measured beforehand: no model of
                       a machine knows what a formula costs */
  const tc_solver_load *solving; /* NULL: nothing but products */
  const tc_reuse *reuse; /* reads of columns in one product, less those of as many rows of the matrix that
                            row_s is measured with (tc_reuse_subtract); NULL: not counted */
  const tc_device_load *device; /* NULL: the processor makes its products */
  int threads;                  /* of the rank, 0: one. What machines know of ranks is of all their threads
                                   together, but for accesses through pointers, which is of one */
} tc_rank_load;

/* What a stage costs a rank. */
typedef struct tc_stage_cost {
  tc_costs own;        /* that is its own */
  tc_costs concurrent; /* the ranks of a node do it at the same time: each takes as long as the longest */
  tc_costs serialised; /* they do it one after the other: each takes as long as all of them */
} tc_stage_cost;

/* predict.h tells how the prices of the stages of a product, and those of what is added to it, become a step.
 */
typedef struct tc_model {
  const char *name;
  const char *summary;
  /* A step is taken by itself, as in equations (16) to (18): it begins with the first stage, and what only
   * guards memory is forgotten. Else steps follow each other: a rank waits from one meeting to the next. */
  bool single_step;
  bool on_device; /* it forecasts products on a device as well, by device_price.h */
  bool pointers;  /* it describes strategies that reach all arrays through pointers-to-shared */
  bool one_sided; /* it does not describe those whose ranks send each other messages */
  /* Of one stage of one rank, `nodes` take part; NaN where the machine is not known well enough. Of a
   * meeting: what it costs those that come to it in time. Of vector, precond and reduce: of all of the
   * work that `solving` says. */
  tc_stage_cost (*stage_cost)(const tc_params *machine, int nodes, const tc_rank_load *load,
                              const tc_stage *stage);
} tc_model;

TC_REGISTRY(tc_model); /* model/models/models.def */

/* True if the model describes a strategy with such traffic, however well a machine is known. */
bool tc_model_supports(const tc_model *model, tc_traffic traffic);

/* The models by number, as tc_model_at takes it. TC_MODEL_AUTO, which tc_registry_parse gives for the word
 * auto, stands for the best that the machine is known well enough for. */
enum {
#define TC_ENTRY(name) TC_MODEL_##name,
#include "model/models/models.def"
#undef TC_ENTRY
  TC_MODEL_COUNT,
  TC_MODEL_AUTO = -1
};

/* A step: a product, whatever the strategy, then what is prescribed. */
tc_schedule tc_model_step(const tc_schedule *product);

/* The phases of what a solver does beside products. */
enum { TC_MODEL_SOLVER_PHASES = 3 };
extern const int tc_model_solver_phase[TC_MODEL_SOLVER_PHASES];

/* How often such a load does what a stage of a step says. */
double tc_model_repetitions(const tc_rank_load *load, const tc_stage *stage);

/* The price of a stage of a step: by the model, on a device by device_price.h or, where the model knows none,
 * NaN; but what is prescribed costs what it took when it was tried, and a solver's phases nothing where there
 * is none. */
tc_stage_cost tc_model_stage_cost(const tc_model *model, const tc_params *machine, int nodes,
                                  const tc_rank_load *load, const tc_stage *stage);

/* n times a cost, or n units at a rate: nothing where there is none of it, NaN where the cost or the rate
 * (0) is not known. */
static inline double tc_cost_of_count(double n, double cost_s) {
  return n > 0.0 ? n * (cost_s > 0.0 ? cost_s : (double)NAN) : 0.0;
}
static inline double tc_cost_at_rate(double n, double per_s) {
  return n > 0.0 ? n / (per_s > 0.0 ? per_s : (double)NAN) : 0.0;
}

#endif
