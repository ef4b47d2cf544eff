/* Forecast of the setup of a linear solver, from counts and machine parameters. run/plan/step_workload.c
 * calls tc_setup_predict for transposes, colours, factors and multigrid levels. Pure: no MPI, no clock.
 *
 * Setup does little arithmetic. It mostly reads single values through lists, as packing a message does, so
 * each read is assumed to take the time of the machine parameter pack_s. The numbers of reads below were
 * counted in the statements of the loops. w is the width of a row, C the number of colours.
 * - Transpose (comm/layout/transpose.c): each entry searches for its mirror entry in half of the row of its
 *   column, reads that entry and the volume, and writes value and column. These are (w + 1) / 2 + 5 reads, w
 *   times per row.
 * - Colours (comm/layout/colour.c): rows are sorted by a hash. Each of the log2(rows) passes compares two
 *   hashes and moves one of two words per row, which counts as 6 reads. Then each row reads column, hash and
 *   colour of w neighbours and 6 own values: 3 w + 6 reads. Ranks exchange colours until every row has
 *   one. A row gets colour c only after it has waited for a row of each lower colour. About C exchanges with
 *   one reduction each are therefore needed, and on a single rank only one.
 * - Factors (sparse/triangular_factor.c): copying the matrix and its diagonal needs 2 w + 14 reads per row.
 *   Each triangle needs 12 w + C + 10 more reads per row. An entry takes 12 reads: 3 to count it, 5 to follow
 *   it to the row of the column and 4 to copy it. A row takes one read for each colour and 10 to be sorted.
 *   ILU(0) (linear/precondition/ilu0.c) runs first and needs 2 w^2 + 12 w reads per row. It eliminates w / 2
 *   entries of a row, each with another row of w entries, and each of these takes 4 reads. Copying, listing
 *   and marking a row takes 12 w reads. Ranks that have a row as a ghost receive the row with its columns.
 *   These are 2 w + 1 values, whereas an exchange of x sends one value per row. The cost of incomplete
 *   factors with fill is unknown, because it depends on the values of the matrix.
 * - Multigrid levels: the work workload.cycle->setup, multiplied by parameters of the section `job`. These
 *   have defaults (job_forecast.h) if the machine was calibrated. The time is unknown if workload.cycle is
 *   NULL.
 *
 * Colours and factors visit rows in the order of elimination, not in memory order, so their data come from
 * the memory level of the matrix. The forecast therefore multiplies their time by a ratio: the time of a row
 * of the product at that level divided by the time of a row in the first cache. One thread builds colours and
 * triangles, but parameters are measured with all threads, so the time is multiplied by the number of
 * threads. The single exchange of a transpose is neglected. */
#ifndef TC_MODEL_SETUP_SETUP_FORECAST_H
#define TC_MODEL_SETUP_SETUP_FORECAST_H

#include "base/ledger/setup_stages.h"
#include "model/step/workload.h"

/* Returns for each stage of the setup the longest time of any rank, in seconds. The workload must have a
 * solver. Its sweeps use `colours` colours; 0 means that rows are swept in memory order. A time is NaN if a
 * parameter is unknown. */
tc_setup_times tc_setup_predict(const tc_params *machine, const tc_workload *work, int colours);

/* Returns the sum of the known stages except those of multigrid, which are a separate phase of a job
 * (base/program/job_phases.def). */
double tc_setup_solver_s(const tc_setup_times *times);

#endif
