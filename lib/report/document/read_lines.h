/* Where the values of neighbours come from, and what another order of the cells would save. */
#ifndef TC_REPORT_DOCUMENT_READ_LINES_H
#define TC_REPORT_DOCUMENT_READ_LINES_H

#include "report/document/report.h"

/* Lines of x a row from behind a level of the memory (machine/parameters/params.h: level_cache_B; 1 to 3), of
 * all ranks together; NaN: not counted, or the level is not known. */
double tc_read_lines_beyond(const tc_report *report, const tc_result *result, int level);

/* The same of any ranks' reads, of rows of that width, behind so many bytes. */
double tc_read_lines_per_row(int ranks, const tc_measurement *measured, int width, double cache_B);

/* That of a mesh of that size in a good order: that of the matrix which rows were measured with. */
double tc_read_lines_best(const tc_report *report, const tc_result *result, int level);

/* A line that names a better order and what it would save, where the model of single reads is possible and
 * expects more than 5 %. Else nothing. */
void tc_read_lines_advice(const tc_report *report, const tc_result *result, FILE *out);

#endif
