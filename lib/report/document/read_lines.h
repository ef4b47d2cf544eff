/* Cache lines of x that a row loads from each memory level, and the saving of another ordering. Tables and
 * JSON of runs and dry runs call it. Reuse distances must be counted in the measurements. Source of the
 * counts: sparse/reuse_distance.h. */
#ifndef TC_REPORT_DOCUMENT_READ_LINES_H
#define TC_REPORT_DOCUMENT_READ_LINES_H

#include "report/document/report.h"

/* Returns the lines of x per row loaded from beyond a memory level (machine/parameters/params.h:
 * level_cache_B; 1 to 3), over all ranks; NaN if not counted or the level is unknown. */
double tc_read_lines_beyond(const tc_report *report, const tc_result *result, int level);

/* Returns the lines of x per row of width `width` loaded from beyond a cache of cache_B bytes, over the given
 * ranks; NaN if not counted or cache_B is 0. */
double tc_read_lines_per_row(int ranks, const tc_measurement *measured, int width, double cache_B);

/* Returns the lines per row of a mesh of this size in a favourable ordering, the ordering of the matrix in
 * the calibration. */
double tc_read_lines_best(const tc_report *report, const tc_result *result, int level);

/* Writes a line with a better ordering and its saving if the hierarchy model has a forecast and the saving
 * exceeds 5 %. Otherwise writes nothing. */
void tc_read_lines_advice(const tc_report *report, const tc_result *result, FILE *out);

#endif
