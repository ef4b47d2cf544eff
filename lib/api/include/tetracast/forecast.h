/* Forecasts of the time of a step and of a whole job for any number of ranks, without a run, and the machines
 * for which the forecasts are computed. */
#ifndef TETRACAST_FORECAST_H
#define TETRACAST_FORECAST_H

#include "error.h"

TETRACAST_BEGIN

/* Collective over `world`. Rank 0 reads a machine file (YAML), as `tetracast predict --machine` does. Errors
 * (on all ranks): TETRACAST_USAGE with file and line, or if the file cannot be read. */
TETRACAST_RESULT tetracast_error *tetracast_machine_read(tetracast_world *world, const char *path,
                                                         tetracast_machine **out);

/* Collective over `world`. Measures the machine that the ranks run on, with the threads of the world, in some
 * seconds. If `use_cache` is not 0, uses the parameters that an earlier run or call with the same numbers of
 * nodes, ranks and threads has stored below $XDG_CACHE_HOME or ~/.cache, and stores new ones there. Otherwise
 * no file is read or written. Parameters of the network need ranks on two nodes. The measurement resets the
 * peak memory that Linux records for the process. Errors (on all ranks): TETRACAST_USAGE if nothing is stored
 * and ranks share cores, because the scheduler would determine the measured times; TETRACAST_INTERNAL. */
TETRACAST_RESULT tetracast_error *tetracast_machine_measure(tetracast_world *world, int use_cache,
                                                            tetracast_machine **out);

/* Collective. Frees the machine and sets *machine to NULL. NULL and a pointer to NULL are allowed. */
TETRACAST_API void tetracast_machine_destroy(tetracast_machine **machine);

/* Collective. Forecasts a step of `problem` on nodes x ranks_per_node ranks, with all strategies that compute
 * it except `naive` unless it is the strategy of the problem, and with the counted transports of the world.
 * The problem must not be set up. Without a mesh of the program, rank 0 reads mesh.file of the config. The
 * functions of the problem are not part of the forecast. The machine may be destroyed afterwards. nodes 0:
 * the ranks and nodes of the world. Rank 0 counts, and all ranks get the result. For the forecast of the job,
 * rank 0 reads the records of earlier jobs (key forecast.records). Memory on rank 0 is that of the mesh and
 * of one virtual rank at a time. Errors (on all ranks): TETRACAST_USAGE if there are more ranks than cells or
 * more than 131072, for a negative number, for time methods that solve linear systems, for devices, or after
 * the set-up; TETRACAST_INPUT for the mesh; TETRACAST_STOPPED if METIS was interrupted by SIGTERM;
 * TETRACAST_INTERNAL. */
TETRACAST_RESULT tetracast_error *tetracast_forecast_create(tetracast_problem *problem,
                                                            const tetracast_machine *machine, int nodes,
                                                            int ranks_per_node, tetracast_forecast **out);

/* Not collective. Returns the name of strategy `index`, from 0, or NULL for another index. Strategies are
 * sorted by rising seconds. Strategies without a forecast are last. The text is borrowed until the forecast
 * is destroyed. */
TETRACAST_API const char *tetracast_forecast_strategy(const tetracast_forecast *forecast, int index);

/* Not collective. *seconds: forecast of `part`, a name of TETRACAST_LIST_PARTS (NULL: the whole step), as the
 * maximum over the ranks, so that the parts need not add up to the step; NaN if the model lacks a parameter
 * of the machine. strategy NULL: the fastest one. `model`: a name of TETRACAST_LIST_MODELS; NULL: the model
 * of the key `model` or, for auto, the one that `tetracast predict` reports. Error: TETRACAST_USAGE for an
 * unknown name. */
TETRACAST_RESULT tetracast_error *tetracast_forecast_seconds(const tetracast_forecast *forecast,
                                                             const char *strategy, const char *model,
                                                             const char *part, double *seconds);

/* Not collective. Forecast of the whole job of a run: *seconds is the median and *bound an upper bound that a
 * job does not exceed with the probability of the key forecast.level. Both are corrected by the records of
 * earlier jobs on the machine. `phase`: a name of TETRACAST_LIST_JOB_PHASES, for that phase alone; NULL: the
 * whole job. Bounds of phases do not add up to that of the job. If the machine has at least one parameter of
 * the section `job`, defaults replace the others of this section. Both numbers are NaN if any other parameter
 * is missing; *bound is also NaN for a phase that does not occur. strategy NULL: the one with the fastest
 * step. The time of a launcher before and after the program is not included. Error: TETRACAST_USAGE for an
 * unknown name. */
TETRACAST_RESULT tetracast_error *tetracast_forecast_job(const tetracast_forecast *forecast,
                                                         const char *strategy, const char *phase,
                                                         double *seconds, double *bound);

/* Not collective. *value: a count of one step, a name of TETRACAST_LIST_COUNTS, of all ranks together if
 * `rank` is -1, or of the virtual rank `rank`, which only rank 0 of the world has. strategy NULL: the fastest
 * one. Error: TETRACAST_USAGE for an unknown name or a rank out of range. */
TETRACAST_RESULT tetracast_error *tetracast_forecast_count(const tetracast_forecast *forecast,
                                                           const char *strategy, const char *count,
                                                           int64_t rank, int64_t *value);

/* Not collective. *json: on rank 0 a copy of the report of `tetracast predict --json` for the same config,
 * machine and ranks, else NULL. The caller frees it with tetracast_text_free. Unknown parameters of the
 * machine, which are the reason of a forecast that is NaN, are null in it. Errors: TETRACAST_INTERNAL if
 * memory is exhausted. */
TETRACAST_RESULT tetracast_error *tetracast_forecast_report(const tetracast_forecast *forecast, char **json);

/* Collective. Frees the forecast and sets *forecast to NULL. NULL and a pointer to NULL are allowed. */
TETRACAST_API void tetracast_forecast_destroy(tetracast_forecast **forecast);

TETRACAST_END
#endif
