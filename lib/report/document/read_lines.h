/* Cache lines of x that a row loads from each memory level, and the time that another ordering would save.
 * Tables and JSON of runs and dry runs call it. Reuse distances must be counted in the measurements. Source
 * of the counts: sparse/reuse_distance.h. */
#ifndef TC_REPORT_DOCUMENT_READ_LINES_H
#define TC_REPORT_DOCUMENT_READ_LINES_H

#include "report/document/report.h"

/* Returns the lines of x per row that are loaded from beyond a memory level (1 to 3; level_cache_B in
 * machine/parameters/params.h), over all ranks. NaN if they were not counted or the level is unknown. */
double tc_read_lines_beyond(const tc_report *report, const tc_result *result, int level);

/* Returns the lines of x per row of width `width` that are loaded from beyond a cache of cache_B bytes, over
 * the given ranks. NaN if they were not counted or cache_B is 0. */
double tc_read_lines_per_row(int ranks, const tc_measurement *measured, int width, double cache_B);

/* Returns the lines per row of a mesh of this size in a favourable ordering, which is that of the matrix in
 * the calibration. */
double tc_read_lines_best(const tc_report *report, const tc_result *result, int level);

/* Writes a line with a better ordering and the time that it saves. Writes nothing if the hierarchy model has
 * no forecast or the saving is at most 5 %. */
void tc_read_lines_advice(const tc_report *report, const tc_result *result, FILE *out);

#endif
