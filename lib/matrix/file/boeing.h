/* Harwell-Boeing and Rutherford-Boeing files: matrices in compressed columns, written as numbers in text
 * fields of fixed width. Internal to lib/matrix; matrix_file.c is the only caller. Sources: Duff, Grimes,
 * Lewis, RAL-92-086, 1992, and RAL-TR-97-031, 1997. Not collective. */
#ifndef TC_MATRIX_FILE_BOEING_H
#define TC_MATRIX_FILE_BOEING_H

#include "matrix/csr/entries.h"
#include "matrix/file/matrix_file.h"

/* True if the line, the third of a file, begins with the three letters that are the type of a matrix. */
bool tc_boeing_is_type(tc_text line);

/* Reads a file whose third line begins with a type. Fills in all members of *out except `matrix` and
 * `stored`, which the caller computes from *entries. The caller frees *entries with tc_entries_free and *out,
 * also after an error. Errors: TC_INPUT with file and line; TC_INTERNAL if memory is exhausted. */
tc_status tc_boeing_read(tc_line_reader *lines, tc_matrix_file *out, tc_entries *entries);

#endif
