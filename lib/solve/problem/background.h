/* Background of a field: the constant from which integrators that solve systems count its values. Constants
 * are in the kernel of the rates, so a system for the distances from the background has the solution of the
 * original one. Neither its right side nor its norms contain the constant, whatever the user added to all
 * data. Called by the integrators `implicit`, whose background follows the mean of the field, and `steady`,
 * whose background is a mean of the boundary data. The background has the same bits on any number of ranks.
 * It starts as the centre of a range, or as one datum, and moves by numbers of few digits, so that the
 * distances have the same bits whatever was added to the data, as long as that sum is exact. */
#ifndef TC_SOLVE_PROBLEM_BACKGROUND_H
#define TC_SOLVE_PROBLEM_BACKGROUND_H

#include "solve/problem/forcing.h"

typedef struct tc_background {
  double level;
  double mean;   /* Mean of the distances from the level. */
  double volume; /* of the mesh */
  bool is_fixed; /* True if the level is 0 and stays so: there are values at the boundary without data. */
} tc_background;

/* Collective. Counts value[owned] from the centre of its range, or from near its mean if that is far from the
 * centre: distance[owned] = value - level, exactly 0 in a uniform field. input: NULL without forcing. Errors
 * on all ranks: those of messages. */
tc_status tc_background_of_field(const tc_problem *problem, const tc_forcing *input, const double *value,
                                 double *distance, tc_background *out);

/* Collective. Mean of all values and values outside as the inflow holds them, each weighted by how strongly
 * it drives its cell. So a far value outside behind a small h moves the level no farther than it moves the
 * field. The level is the heaviest datum plus a number of few digits. *found: false, and *level is not
 * written, if the boundary has only fluxes, or only exchanges with h = 0. Errors on all ranks: those of
 * messages. */
tc_status tc_background_level(const tc_problem *problem, double *level, bool *found);

/* Collective. Counts value[owned] from that level; as tc_background_of_field if there is none. Errors on all
 * ranks: those of messages. */
tc_status tc_background_of_data(const tc_problem *problem, const tc_forcing *input, const double *value,
                                double *distance, tc_background *out);

/* The mean of the distances has risen by `change`. Moves the level near the new mean if the mean is a large
 * part of `norm`, the volume-weighted norm of the distances. Returns by how much it moved, which the caller
 * subtracts from the distances. Not collective. */
double tc_background_follow(tc_background *background, double change, double norm);

#endif
