/* Numbers in fields of fixed width, as Fortran reads them. Internal to lib/matrix. Blanks in a field are
 * ignored, or are zeros after BZ, and a blank field is 0. Leading blanks never count. Real numbers may lack
 * the decimal point (the decimals of the descriptor then apply) and the letter of the exponent (1.0-5), and
 * are correctly rounded. Pure. Source: ISO/IEC 1539-1:2018, sections 13.7.2 and 13.8.5. */
#ifndef TC_MATRIX_FORTRAN_FORTRAN_NUMBER_H
#define TC_MATRIX_FORTRAN_FORTRAN_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text/text.h"

/* Parses an integer. Returns false if the field contains no integer of 64 bits. */
bool tc_fortran_parse_integer(tc_text field, bool blanks_are_zeros, int64_t *out);

/* `decimals` applies to a field without a decimal point. The scale factor divides a number without an
 * exponent by 10^scale. Returns false if the field contains no number. Infinity, NaN and numbers beyond the
 * range are returned as such. */
bool tc_fortran_parse_real(tc_text field, bool blanks_are_zeros, int32_t decimals, int32_t scale,
                           double *out);

#endif
