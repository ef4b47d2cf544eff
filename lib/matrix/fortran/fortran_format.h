/* Fortran formats such as (1P,4E20.12), compiled for reading. Internal to lib/matrix. boeing.c
 * compiles the formats in the header of a file; fortran_reader.h reads numbers with them. Pure.
 * Supported descriptors: I, F, E, EN, ES, D, G, P, X, T, TL, TR, BN, BZ, S, SP, SS, slash and colon, with
 * repeat counts and groups. Source: ISO/IEC 1539-1:2018, section 13. */
#ifndef TC_MATRIX_FORTRAN_FORTRAN_FORMAT_H
#define TC_MATRIX_FORTRAN_FORTRAN_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text/text.h"

typedef enum tc_fortran_kind {
  TC_FORTRAN_INTEGER, /* I: integer in `width` columns */
  TC_FORTRAN_REAL,    /* F, E, D: real number in `width` columns with `decimals` implied decimals */
  TC_FORTRAN_GENERAL, /* G: integer or real number, as the caller requires */
  TC_FORTRAN_MOVE,    /* X, TL, TR: moves the position by `width` columns */
  TC_FORTRAN_TAB,     /* T: sets the position to column `width`, counted from 0 */
  TC_FORTRAN_RECORD,  /* slash (/): continues with the next line */
  TC_FORTRAN_SCALE,   /* P: sets the scale factor to `width` */
  TC_FORTRAN_BLANKS   /* BN, BZ: blanks in numbers are ignored (`width` 0) or zeros (1) */
} tc_fortran_kind;

typedef struct tc_fortran_item {
  tc_fortran_kind kind;
  int32_t repeat, width, decimals;
} tc_fortran_item;

enum { TC_FORTRAN_ITEMS = 256, TC_FORTRAN_TEXT = 24, TC_FORTRAN_NUMBER_MAX = 99999 };

/* A compiled format. If further numbers are required after the last item, reading continues in a new line
 * with item number `revert`. At least one item from `revert` on reads a number. */
typedef struct tc_fortran_format {
  int count, revert;
  tc_fortran_item item[TC_FORTRAN_ITEMS];
} tc_fortran_format;

/* Compiles a format of at most TC_FORTRAN_TEXT - 1 characters. Blanks are ignored and not counted. Returns
 * NULL on success, otherwise a static text that follows the name of the format in a message, such as "is
 * malformed". */
const char *tc_fortran_format_parse(tc_text text, tc_fortran_format *out);

#endif
