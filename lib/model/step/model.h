/* Registry of performance models. Each model converts counts into seconds, stage by stage. tc_step_predict
 * (predict.h) combines the stage costs of a product and of the forcing into a step, and tc_iteration_predict
 * (iteration.h) does so for solvers. A cost that depends on an unknown parameter is NaN. Pure: no MPI, no
 * clock, no memory. */
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
#include "model/step/cycle_load.h"
#include "sparse/reuse_distance.h"

/* Work of a rank's solver in one iteration or one step, and the memory that the solver touches. `work`
 * contains the number of products. The model adds the time of a product (pack, exchange, multiply) once for
 * each of them. */
typedef struct tc_solver_load {
  tc_work work;
  tc_work preconditioner_work; /* part of `work` that preconditioners do in vector operations (only the
                                  members streams and row_flops are used); it is timed as phase precond */
  tc_counts sweep_counts;      /* counts of the messages during the sweeps */
  const tc_cycle_load *cycle;  /* load of one multigrid cycle; NULL if unknown or if there are no cycles */
  /* bytes per row of other matrices and arrays that the solver touches between two products; they also occupy
   * cache */
  double between_B;
  /* bytes per row that the solver touches in a whole iteration. A vector that an iteration uses once is read
   * again after this number of bytes */
  double iteration_B;
  int family; /* class of the solver's method, a tc_paraiso_method (tc_paraiso_family in
                 model/models/model_paraiso.h) */
} tc_solver_load;

/* Load of a rank that computes its products on a device. */
typedef struct tc_device_load {
  tc_staging staging; /* memory from which the product's kernel reads the matrix */
  bool has_forcing;   /* true if the step has forcing, which the host adds */
} tc_device_load;

/* Products of a step without a solver, and the vector operations of the RK stages of a stabilised explicit
 * method. All members are 0 for a step that is one product, such as a step of explicit Euler. */
typedef struct tc_step_products {
  int count; /* number of products of a step; 0 means 1 */
  /* bytes per row that a step reads and writes to combine its products with other vectors, divided by
   * `count` */
  double combined_B;
  /* bytes per row of the vectors that an RK stage touches in addition to those of a product; they occupy
   * cache */
  double vectors_B;
} tc_step_products;

/* Load of one rank: the counts, rows and solver work from which a model computes seconds. */
typedef struct tc_rank_load {
  int node;
  int32_t rows;
  int kernel; /* kind of the product's row kernel (TC_KERNEL_..), which the format determines */
  /* number of off-diagonal entries per row, called r_nz by Lagraviere et al. 2019; the mean if rows have
   * different numbers */
  double width;
  tc_counts count;
  tc_seconds forcing_s; /* measured seconds of boundary data and sources per step, because the cost of the
                           user's formulas is not a machine parameter */
  tc_step_products products; /* products of a step without a solver */
  /* work of the linear solver; NULL if the step has no solver */
  const tc_solver_load *solver;
  /* number of reads of x by reuse distance: those of one product minus those of a row benchmark with the same
   * number of rows (tc_reuse_subtract); NULL if not counted */
  const tc_reuse *reuse;
  const tc_device_load *device; /* device that computes the products; NULL if the host computes them */
  int threads; /* threads of the rank; 0 means 1. Most machine parameters are times of a rank that uses all
                  its threads. Only accesses through pointers-to-shared have times of one thread */
} tc_rank_load;

/* Cost of a stage for a rank. Its time is the sum of the three members, combined over the ranks of the node
 * as stated below. */
typedef struct tc_stage_cost {
  tc_costs own;        /* seconds of this rank that do not depend on other ranks */
  tc_costs concurrent; /* seconds of work that all ranks of the node do at the same time; each rank waits
                          until the slowest one is done */
  tc_costs serialised; /* seconds of work that the ranks of the node do one at a time; each rank waits for the
                          sum over the ranks */
} tc_stage_cost;

/* One model. predict.h describes how the stage costs of a product and of the forcing are combined into a
 * step. */
typedef struct tc_model {
  const char *name;
  const char *summary;
  /* True if the model forecasts an isolated step, as in equations (16) to (18) of Lagraviere et al. 2019. All
   * ranks begin the step at the same time, and guards (barriers before memory is overwritten) cost nothing.
   * If false, the model forecasts one of many equal steps, in which ranks wait for each other only at
   * syncs. */
  bool single_step;
  bool on_device; /* true if the model also forecasts products on a device, using device_cost.h */
  bool pointers; /* true if the model supports strategies that access all arrays through pointers-to-shared */
  bool cycles;   /* true if the model also forecasts multigrid cycles */
  bool one_sided; /* true if the model does not support two-sided messages */
  /* Returns the cost of one stage of one rank in a run on `nodes` nodes; NaN if a parameter is unknown. For a
   * sync (a stage in which ranks wait for each other), this is its cost if all ranks arrive at the same time.
   * For the phases vector, precond and reduce, it is the cost of all the work in load->solver. */
  tc_stage_cost (*stage_cost)(const tc_params *machine, int nodes, const tc_rank_load *load,
                              const tc_stage *stage);
} tc_model;

TC_REGISTRY(tc_model); /* the models are listed in model/models/models.def */

/* True if the model has formulas for a strategy with this traffic. The result does not depend on the
 * parameters of a machine. */
bool tc_model_supports(const tc_model *model, tc_traffic traffic);

/* Numbers of the models for tc_model_at. TC_MODEL_AUTO, which tc_registry_parse returns for the word auto,
 * means the last model of models.def for which the machine has all parameters. */
enum {
#define TC_ENTRY(name) TC_MODEL_##name,
#include "model/models/models.def"
#undef TC_ENTRY
  TC_MODEL_COUNT,
  TC_MODEL_AUTO = -1
};

/* Returns the schedule of a step: the stages of a product, followed by boundary and source and, if the step
 * `solves` linear systems, by the stages in which the solver works between its products: vector, precond and
 * reduce. */
tc_schedule tc_model_step(const tc_schedule *product, bool solves);

/* Returns how many times a step executes `stage`: the number of products if it is a stage of a product,
 * otherwise 1. */
double tc_model_repetitions(const tc_rank_load *load, const tc_stage *stage);

/* Returns the cost of one execution of a stage of a step. The cost comes from the model, or from
 * device_cost.h if the rank has a device. If the rank has a device and the model does not support devices,
 * the cost is NaN. Forcing costs its measured seconds. The phases of a solver cost nothing if there is no
 * solver. The cost of multigrid cycles is NaN if their load is unknown or the model does not support them.
 * The combination of a product with other vectors (load->products) is part of the phase compute. Each byte of
 * the combination costs as much as a byte of a row of the product. */
tc_stage_cost tc_model_stage_cost(const tc_model *model, const tc_params *machine, int nodes,
                                  const tc_rank_load *load, const tc_stage *stage);

/* tc_cost_of_count returns n times cost_s. tc_cost_at_rate returns the time of n units at per_s units per
 * second. The result is 0 if n is 0, and NaN if the cost or the rate is unknown (0). */
static inline double tc_cost_of_count(double n, double cost_s) {
  return n > 0.0 ? n * (cost_s > 0.0 ? cost_s : (double)NAN) : 0.0;
}
static inline double tc_cost_at_rate(double n, double per_s) {
  return n > 0.0 ? n / (per_s > 0.0 ? per_s : (double)NAN) : 0.0;
}

/* Returns the larger of the two values; NaN if one of them is NaN. */
static inline double tc_cost_larger(double larger, double value) {
  return isnan(larger) || value <= larger ? larger : value;
}

#endif
