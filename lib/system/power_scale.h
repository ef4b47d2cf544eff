/* Powers of two that bring the numbers of a system into the range in which solvers neither overflow nor
 * underflow. A matrix of entries about 1e200, for example, has squares beyond double precision. A power of
 * two changes no digit of a number. Internal to lib/system: distributed_system.c scales matrix and weights,
 * and system_solve.c the vectors. Not collective. */
#ifndef TC_SYSTEM_POWER_SCALE_H
#define TC_SYSTEM_POWER_SCALE_H

#include <stdint.h>

/* Returns the exponent e of the power of two by which value[count] should be divided. It is 0 if all values
 * are 0, or if the largest absolute value is from 2^-128 to 2^128, so usual systems are not scaled and have
 * the bits of runs. Otherwise the largest scaled value is about 1, or up to 2^480 if small values would
 * underflow. */
int tc_power_scale_choose(int64_t count, const double *value);

/* Multiplies the values by 2^exponent. */
void tc_power_scale_apply(int exponent, int64_t count, double *value);

#endif
