/* Background of a field: the constant that integrators of systems subtract from all values. Constants are in
 * the kernel of the rates, so a system for the distances from the background has the solution of the original
 * one. Neither its right-hand side nor its norms contain a constant that the user adds to all data. Called by
 * the integrators `implicit`, whose background follows the mean of the field, and `steady`, whose background
 * is a mean of the boundary data. The background has the same bits on any number of ranks. It starts as the
 * centre of a range, or as one datum, and changes by numbers of few digits. The distances therefore have the
 * same bits for any constant added to the data, if that addition is exact. */
#ifndef TC_SOLVE_PROBLEM_BACKGROUND_H
#define TC_SOLVE_PROBLEM_BACKGROUND_H

#include "solve/problem/forcing.h"

typedef struct tc_background {
  double level;
  double mean;   /* Mean of the distances from the level. */
  double volume; /* Volume of the mesh. */
  bool is_fixed; /* True if the level must remain 0, because a boundary condition refers to values and no
                    forcing supplies the data. */
} tc_background;

/* Collective. Computes distance[owned] = value - level, exactly 0 in a uniform field. The level is the centre
 * of the range, or near the mean if the mean is far from the centre. `input` is NULL without forcing. Errors
 * (on all ranks): TC_INTERNAL if MPI fails. */
tc_status tc_background_of_field(const tc_problem *problem, const tc_forcing *input, const double *value,
                                 double *distance, tc_background *out);

/* Collective. Computes the mean of all boundary values and outside values in the boundary data, each weighted
 * by the factor with which it drives its cell. A distant outside value with a small h therefore moves the
 * level no farther than it moves the field. The level is the heaviest datum plus a number of few digits. Sets
 * `*found` to false, and does not write `*level`, if the boundary has only fluxes, or only exchanges with h =
 * 0. Errors (on all ranks): TC_INTERNAL if MPI fails. */
tc_status tc_background_level(const tc_problem *problem, double *level, bool *found);

/* Collective. Computes distance[owned] from the level of tc_background_level; calls tc_background_of_field if
 * there is none. Errors (on all ranks): TC_INTERNAL if MPI fails. */
tc_status tc_background_of_data(const tc_problem *problem, const tc_forcing *input, const double *value,
                                double *distance, tc_background *out);

/* Not collective. Adds `change` to the mean of the distances. Moves the level near the new mean if the mean
 * is a large part of `norm`, the volume-weighted norm of the distances. Returns the change of the level,
 * which the caller subtracts from the distances. */
double tc_background_follow(tc_background *background, double change, double norm);

#endif
