/* Rates of creating multigrid levels: parameters of the section `job` that the forecast of the setup needs
 * (model/setup/job_phases_matrix.c). `calibrate` measures them with the other rates of a setup
 * (job_rates.c). */
#ifndef TC_RUN_ENVIRONMENT_LEVELS_RATES_H
#define TC_RUN_ENVIRONMENT_LEVELS_RATES_H

#include "machine/parameters/machine.h"
#include "solve/problem/problem.h"

/* Collective over the ranks of the problem. Creates the multigrid levels that a steady solve of the problem
 * would use, and records the seconds per row and coupling of each part of this setup. The scheme of the
 * problem must be two-point. Records nothing for a part that does not occur, such as smoothed aggregation in
 * a small mesh. Errors: those of tc_multigrid_create. */
tc_status tc_levels_rates_measure(const tc_problem *problem, tc_machine *machine);

#endif
