/* Background of a field: a constant, called the level, that integrators subtract from all values before they
 * solve a linear system. A distance is a value minus the level. The rate matrix maps a constant field to 0,
 * so the system for the distances has the same matrix as the system for the values. Its right-hand side and
 * its norms do not change if the user adds a constant to all data. The integrators `implicit` and `steady`
 * call this module. In `implicit` the level follows the mean of the field. In `steady` the level is a mean of
 * the boundary data. The level has the same bits on any number of ranks. Its first value is the midpoint of
 * the range of the field, or one boundary datum. Later it changes only by numbers with few significant
 * digits, which can be added without rounding. If the user adds a constant to all data and this addition is
 * exact, the distances therefore have the same bits. */
#ifndef TC_SOLVE_PROBLEM_BACKGROUND_H
#define TC_SOLVE_PROBLEM_BACKGROUND_H

#include "solve/problem/forcing.h"

typedef struct tc_background {
  double level;
  double mean;   /* Volume-weighted mean of the distances (values minus level). */
  double volume; /* Volume of the mesh. */
  bool is_fixed; /* True if the level must remain 0. This is necessary without forcing if a boundary condition
                    is of kind value or exchange, because its datum is then fixed at 0. */
} tc_background;

/* Collective. Chooses the level of a field and computes distance[owned] = value - level, which is exactly 0
 * in a uniform field. The level is the midpoint of the range of the field, or near its mean if the mean is
 * far from the midpoint. `input` is NULL without forcing. Errors (on all ranks): TC_INTERNAL if MPI fails. */
tc_status tc_background_of_field(const tc_problem *problem, const tc_forcing *input, const double *value,
                                 double *distance, tc_background *out);

/* Collective. Computes a level from the boundary data: approximately the mean of all boundary values and
 * outside values, each weighted by its factor in the matrix rows. An outside value with a small exchange
 * coefficient h has little effect on the field, and therefore also on the level. The level is the datum with
 * the largest weight, plus a number with few significant digits. Sets `*found` to false, and does not write
 * `*level`, if the boundary has only fluxes, or only exchanges with h = 0. Errors (on all ranks): TC_INTERNAL
 * if MPI fails. */
tc_status tc_background_level(const tc_problem *problem, double *level, bool *found);

/* Collective. Computes distance[owned] = value - level with the level from tc_background_level. Without
 * forcing, or if the boundary data define no level, calls tc_background_of_field instead. Errors (on all
 * ranks): TC_INTERNAL if MPI fails. */
tc_status tc_background_of_data(const tc_problem *problem, const tc_forcing *input, const double *value,
                                double *distance, tc_background *out);

/* Not collective. Called after a step that has changed the mean of the distances by `change`. Updates
 * background->mean. `norm` is the volume-weighted norm of the distances. If the mean contributes a large part
 * of `norm`, changes the level so that the mean becomes small. Returns the change of the level, which the
 * caller must subtract from the distances. */
double tc_background_follow(tc_background *background, double change, double norm);

#endif
