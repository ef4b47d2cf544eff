/* Number of cache lines of x that a row loads from each memory level, and the time that another ordering
 * would save. Used by the tables and JSON reports of runs and dry runs. The measurements of all ranks must
 * contain counted reuse distances (sparse/reuse_distance.h). */
#ifndef TC_REPORT_DOCUMENT_READ_LINES_H
#define TC_REPORT_DOCUMENT_READ_LINES_H

#include "report/document/report.h"

/* Returns the number of cache lines of x that are loaded from beyond memory level `level` (1 to 3;
 * level_cache_B in machine/parameters/params.h), per row, averaged over the rows of all ranks. NaN if reuse
 * distances were not counted or the size of the level is unknown. */
double tc_read_lines_beyond(const tc_report *report, const tc_result *result, int level);

/* Returns the number that tc_read_lines_beyond would return for a mesh of the same size with a favourable
 * ordering of the cells. This is the ordering of the matrix in the calibration's benchmark of rows. */
double tc_read_lines_favourable(const tc_report *report, const tc_result *result, int level);

/* Writes a line that names a better ordering and the share of the time that this ordering saves. Writes
 * nothing if the model `hierarchy` has no forecast or the saving is at most 5 %. */
void tc_read_lines_advice(const tc_report *report, const tc_result *result, tc_section *out);

#endif
