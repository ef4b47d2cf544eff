/* Rows of numbers in the text files of exporters. Not collective. */
#ifndef TC_IO_EXPORTERS_NUMBER_ROWS_H
#define TC_IO_EXPORTERS_NUMBER_ROWS_H

#include <stdint.h>
#include <stdio.h>

/* Writes `count` numbers, separated by blanks, with the fewest digits that restore the same bits. The caller
 * checks the stream for errors. */
void tc_export_write_doubles(FILE *out, int count, const double *value);

/* Writes a blank and the number vertex[i] + first for each of `count` vertices. `first` is the number of
 * vertex 0 in the file. The caller checks the stream for errors. */
void tc_export_write_vertices(FILE *out, int count, const int32_t *vertex, int32_t first);

#endif
