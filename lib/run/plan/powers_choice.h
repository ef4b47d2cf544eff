/* Choice, by measurement, of the number of stages of a stabilised step that one pass through the matrix
 * computes (linear/operator/sweep_plan.h). Called by the setup of a session after the format is chosen. No
 * bit of the solution depends on the choice. */
#ifndef TC_RUN_PLAN_POWERS_CHOICE_H
#define TC_RUN_PLAN_POWERS_CHOICE_H

#include "base/program/log.h"
#include "io/config/config.h"
#include "solve/problem/problem.h"

/* Number of rounds of the measurement, and number of products in each round: the sum of the candidate numbers
 * of stages. */
enum { TC_POWERS_TRIAL_ROUNDS = 3, TC_POWERS_TRIAL_PRODUCTS = 1 + 2 + 3 + 4 + 6 + 8 };

/* Pure. True if a run measures how many stages one pass should compute. The method must be a stabilised one,
 * and the config must not set the number. The strategy must not read remote values during the product, and
 * the run must make many more products than the measurement. `cells` is the number of cells of the mesh.
 * Small meshes are not measured, because their matrix remains in the caches of the cores, and several stages
 * in one pass cannot be faster. */
bool tc_powers_are_measured(const tc_config *config, tc_gid cells, int64_t products);

/* Collective. Measures stages as the run makes them, but without exchange. Sets *powers to the number from 1
 * to 8 with the shortest time of a stage on the slowest rank. Sets *ratio to this time divided by the time of
 * a single stage. *powers is 1 unless another number is clearly faster. Needs memory for another matrix and
 * three vectors during the measurement. Logs the times. Errors (on all ranks): TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_powers_find_fastest(const tc_problem *problem, const tc_format *format, const tc_log *log,
                                 int *powers, double *ratio);

#endif
