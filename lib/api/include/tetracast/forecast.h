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
 * no file is read or written. The parameters of the network are measured only if the ranks are on two or more
 * nodes. The measurement resets the peak memory that Linux records for the process. Errors (on all ranks):
 * TETRACAST_USAGE if a measurement is needed and ranks share cores, because the scheduler of the operating
 * system would distort the times; TETRACAST_INTERNAL. */
TETRACAST_RESULT tetracast_error *tetracast_machine_measure(tetracast_world *world, int use_cache,
                                                            tetracast_machine **out);

/* Collective. Frees the machine and sets *machine to NULL. NULL and a pointer to NULL are allowed. */
TETRACAST_API void tetracast_machine_destroy(tetracast_machine **machine);

/* Collective. Forecasts a step of `problem` on nodes x ranks_per_node ranks for all strategies that support
 * it, and for the counted transports of the world. The slow strategy `naive` is included only if the problem
 * selects it. The problem must not be set up yet. Without a mesh of the program, rank 0 reads mesh.file of
 * the config. The forecast does not include the time of callbacks of the problem. The machine may be
 * destroyed afterwards. If `nodes` is 0, uses the ranks and nodes of the world. Rank 0 computes the forecast,
 * and all ranks receive it. For the forecast of the job, rank 0 reads the records of earlier jobs (key
 * forecast.records). Rank 0 needs memory for the mesh and for the data of one forecast rank at a time. Errors
 * (on all ranks): TETRACAST_USAGE if there are more ranks than cells or more than 131072, for a negative
 * number, for time methods that solve linear systems, for devices, or after the set-up; TETRACAST_INPUT for
 * the mesh; TETRACAST_STOPPED if METIS was interrupted by SIGTERM; TETRACAST_INTERNAL. */
TETRACAST_RESULT tetracast_error *tetracast_forecast_create(tetracast_problem *problem,
                                                            const tetracast_machine *machine, int nodes,
                                                            int ranks_per_node, tetracast_forecast **out);

/* Not collective. Returns the name of strategy `index`, from 0, or NULL for another index. Strategies are
 * sorted by rising seconds. Strategies without a forecast are last. The text is borrowed until the forecast
 * is destroyed. */
TETRACAST_API const char *tetracast_forecast_strategy(const tetracast_forecast *forecast, int index);

/* Not collective. Sets *seconds to the forecast time of `part` (a name of TETRACAST_LIST_PARTS; NULL: the
 * whole step), as the maximum over the ranks. The parts therefore need not add up to the step. The time is
 * NaN if the machine lacks a parameter of the model. `strategy` NULL selects the fastest strategy. `model` is
 * a name of TETRACAST_LIST_MODELS. NULL selects the model of the key `model` or, for auto, the model that
 * `tetracast predict` reports. Error: TETRACAST_USAGE for an unknown name. */
TETRACAST_RESULT tetracast_error *tetracast_forecast_seconds(const tetracast_forecast *forecast,
                                                             const char *strategy, const char *model,
                                                             const char *part, double *seconds);

/* Not collective. Forecasts a whole job, from the start of the program to its end. *seconds is the median.
 * With the probability of the key forecast.level, a job does not take more than *bound seconds. Both are
 * corrected by the records of earlier jobs on the machine. `phase`: a name of TETRACAST_LIST_JOB_PHASES, to
 * forecast only that phase; NULL: the whole job. The bounds of the phases do not add up to the bound of the
 * job. If the machine has at least one parameter of the section `job`, defaults replace the others of this
 * section. Both numbers are NaN if any other parameter is missing. *bound is also NaN for a phase that does
 * not occur. `strategy` NULL selects the strategy with the fastest step. The time of a launcher before and
 * after the program is not included. Error: TETRACAST_USAGE for an unknown name. */
TETRACAST_RESULT tetracast_error *tetracast_forecast_job(const tetracast_forecast *forecast,
                                                         const char *strategy, const char *phase,
                                                         double *seconds, double *bound);

/* Not collective. Sets *value to a count of one step. `count` is a name of TETRACAST_LIST_COUNTS. `rank` is a
 * rank of the forecast run; -1 selects the sum over all its ranks. Counts of single ranks are available only
 * on rank 0 of the world. `strategy` NULL selects the fastest strategy. Error: TETRACAST_USAGE for an unknown
 * name or a rank out of range. */
TETRACAST_RESULT tetracast_error *tetracast_forecast_count(const tetracast_forecast *forecast,
                                                           const char *strategy, const char *count,
                                                           int64_t rank, int64_t *value);

/* Not collective. *json: on rank 0 a copy of the report of `tetracast predict --json` for the same config,
 * machine and ranks, else NULL. The caller frees it with tetracast_text_free. If a forecast is NaN, the
 * missing parameters of the machine are null in the report. Errors: TETRACAST_INTERNAL if memory is
 * exhausted. */
TETRACAST_RESULT tetracast_error *tetracast_forecast_report(const tetracast_forecast *forecast, char **json);

/* Collective. Frees the forecast and sets *forecast to NULL. NULL and a pointer to NULL are allowed. */
TETRACAST_API void tetracast_forecast_destroy(tetracast_forecast **forecast);

TETRACAST_END
#endif
