/* Numbers in fields of fixed width, as Fortran reads them. Internal to lib/matrix. Leading blanks are
 * ignored. Other blanks in a field are ignored too, or read as zeros after the descriptor BZ. A blank field
 * has the value 0. Real numbers may lack the decimal point (the decimals of the descriptor then apply) and
 * the letter of the exponent (1.0-5), and are correctly rounded. Pure. Source: ISO/IEC 1539-1:2018,
 * sections 13.7.2 and 13.8.5. */
#ifndef TC_MATRIX_FORTRAN_FORTRAN_NUMBER_H
#define TC_MATRIX_FORTRAN_FORTRAN_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text/text.h"

/* Parses an integer. Returns false if the field contains no integer of 64 bits. */
bool tc_fortran_parse_integer(tc_text field, bool blanks_are_zeros, int64_t *out);

/* Parses a real number. If the field has no decimal point, its last `decimals` digits are decimals. If it has
 * no exponent, the number is divided by 10^scale (descriptor P). Returns false if the field contains no
 * number. Infinity and NaN are valid, and a number too large for a double becomes infinity. */
bool tc_fortran_parse_real(tc_text field, bool blanks_are_zeros, int32_t decimals, int32_t scale,
                           double *out);

#endif
