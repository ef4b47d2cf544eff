/* Background of a field: a constant, called the level, that integrators subtract from all values before they
 * solve a system. A distance is a value minus the level. The rates of a constant field are 0, so the system
 * for the distances has the same matrix. Neither its right-hand side nor its norms contain a constant that
 * the user adds to all data. Called by the integrators `implicit`, whose background follows the mean of the
 * field, and `steady`, whose background is a mean of the boundary data. The level has the same bits on any
 * number of ranks. It starts as the centre of the range of the field, or as one boundary datum, and later
 * changes only by numbers with few significant digits. If the user adds a constant to all data and that
 * addition is exact, the distances therefore have the same bits. */
#ifndef TC_SOLVE_PROBLEM_BACKGROUND_H
#define TC_SOLVE_PROBLEM_BACKGROUND_H

#include "solve/problem/forcing.h"

typedef struct tc_background {
  double level;
  double mean;   /* Volume-weighted mean of the distances. */
  double volume; /* Volume of the mesh. */
  bool is_fixed; /* True if the level must remain 0. This is the case without forcing if a boundary condition
                    is of kind value or exchange, because its datum is then 0. */
} tc_background;

/* Collective. Chooses the level of a field and computes distance[owned] = value - level, which is exactly 0
 * in a uniform field. The level is the centre of the range of the field, or near its mean if the mean is far
 * from the centre. `input` is NULL without forcing. Errors (on all ranks): TC_INTERNAL if MPI fails. */
tc_status tc_background_of_field(const tc_problem *problem, const tc_forcing *input, const double *value,
                                 double *distance, tc_background *out);

/* Collective. Computes a level from the boundary data: approximately the mean of all boundary values and
 * outside values, each weighted by the factor with which it appears in the rows. An outside value far from
 * the others with a small h therefore changes the level only as little as the field. The level is the datum
 * with the largest weight, plus a number with few significant digits. Sets `*found` to false, and does not
 * write `*level`, if the boundary has only fluxes, or only exchanges with h = 0. Errors (on all ranks):
 * TC_INTERNAL if MPI fails. */
tc_status tc_background_level(const tc_problem *problem, double *level, bool *found);

/* Collective. Computes distance[owned] = value - level with the level of tc_background_level. Calls
 * tc_background_of_field if that function finds no level. Errors (on all ranks): TC_INTERNAL if MPI fails. */
tc_status tc_background_of_data(const tc_problem *problem, const tc_forcing *input, const double *value,
                                double *distance, tc_background *out);

/* Not collective. Adds `change` to the mean of the distances. If the mean is then a large part of `norm`, the
 * volume-weighted norm of the distances, changes the level so that the mean becomes small. Returns the change
 * of the level, which the caller subtracts from the distances. */
double tc_background_follow(tc_background *background, double change, double norm);

#endif
