/* First step of a conversion: checks that the source file is complete, contains cells, and contains only
 * element shapes that the options allow. Not collective. */
#ifndef TC_CONVERT_CHECK_SHAPES_H
#define TC_CONVERT_CHECK_SHAPES_H

#include "convert/conversion_internal.h"

/* Errors: TC_INPUT if the file lacks subdomains that it declares, if it has no cells, or if elements must be
 * divided and options->divides is false. */
tc_status tc_conversion_check_shapes(const tc_conversion *conversion);

#endif
