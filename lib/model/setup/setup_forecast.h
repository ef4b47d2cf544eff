/* Forecast of the setup of a linear solver, from counts and machine parameters. run/plan/step_workload.c
 * calls tc_setup_predict for transposes, colours and factors. Pure: no MPI, no clock.
 *
 * Setup does little arithmetic. It mostly reads single values through lists, as packing a message does, so
 * each read is assumed to take the time of the machine parameter pack_s. The numbers of reads below follow
 * the statements in the loops. w is the width of a row, C the number of colours.
 * - Transpose (comm/layout/transpose.c): each entry searches for its mirror entry in half of the row of its
 * column, reads that entry and the volume, and writes value and column. These are (w + 1) / 2 + 5 reads, w
 * times per row.
 * - Colours (comm/layout/colour.c): rows are sorted by a hash. Each of the log2(rows) passes compares two
 * hashes and moves one of two words per row, which counts as 6 reads. Then a row reads column, hash and
 * colour of w neighbours and 6 values of its own: 3 w + 6 reads. Ranks exchange colours until every row has
 * one. A row of colour c has waited for a row of each lower colour, so about C exchanges with a reduction
 * each are needed; a single rank needs one.
 * - Factors (sparse/triangular_factor.c): copying the matrix and its diagonal needs 2 w + 14 reads per
 * row. Each triangle needs 12 w + C + 10 more. An entry takes 12: 3 to count it, 5 to follow it to the row of
 * its column and 4 to copy it. A row takes one for each colour and 10 to be sorted. ILU(0)
 * (linear/precondition/ilu0.c) runs first and needs 2 w^2 + 12 w reads per row. It eliminates w / 2 entries
 * of a row, each with another row of w entries, and each of these takes 4 reads. Copying, listing and marking
 * a row takes 12 w reads. Ranks that have a row as a ghost receive it with its columns: 2 w + 1 values, where
 * an exchange of x sends one. The cost of incomplete factors with fill is unknown, because it depends on the
 * values of the matrix.
 * - Multigrid levels: the work of workload.cycle at the parameters of the section `job`, which have defaults
 * (job_forecast.h) if the machine has times of the smoother. It is unknown without that work.
 *
 * Colours and factors visit rows in the order of elimination, not in memory order, so their data come from
 * the memory level of the matrix. The forecast therefore multiplies their time by the ratio of the time of a
 * product's row at that level to its time in the first cache. One thread builds colours and triangles, but
 * parameters are measured with all threads, so the time is multiplied by the number of threads. The single
 * exchange of a transpose is neglected. */
#ifndef TC_MODEL_SETUP_SETUP_FORECAST_H
#define TC_MODEL_SETUP_SETUP_FORECAST_H

#include "base/ledger/setup_stages.h"
#include "model/step/workload.h"

/* Returns for each stage of the setup the longest time of any rank, in seconds. The workload has a solver,
 * whose sweeps use `colours` colours (0 if rows are swept in memory order). A time is NaN if a parameter is
 * unknown. */
tc_setup_times tc_setup_predict(const tc_params *machine, const tc_workload *work, int colours);

/* Returns the sum of the known stages without those of multigrid, which are a phase of a job on their own
 * (base/program/job_phases.def). */
double tc_setup_solver_s(const tc_setup_times *times);

#endif
