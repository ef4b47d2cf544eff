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
  TC_FORTRAN_GENERAL, /* G: either of them */
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

/* A compiled format. If all its items are used and further numbers are required, a new line begins, and the
 * items from number `revert` on are used again. At least one of them reads a number. */
typedef struct tc_fortran_format {
  int count, revert;
  tc_fortran_item item[TC_FORTRAN_ITEMS];
} tc_fortran_format;

/* Compiles a format of at most 20 characters, in which blanks are ignored. Returns NULL on success, otherwise
 * the reason for the failure as the second part of a message. The text is static. */
const char *tc_fortran_format_parse(tc_text text, tc_fortran_format *out);

#endif
