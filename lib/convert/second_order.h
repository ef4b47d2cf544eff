/* Second step of a conversion: removes lines and points, and the points of elements that are not corners.
 * Not collective. */
#ifndef TC_CONVERT_SECOND_ORDER_H
#define TC_CONVERT_SECOND_ORDER_H

#include "convert/conversion_internal.h"

/* An element is curved if a middle is farther from the mean of the corners around it than this multiple of
 * the longest edge between these corners. */
#define TC_CURVED_MIN 1e-6

/* Sets is_corner and is_middle, and counts elements of second order and ignored elements. Errors: TC_INPUT if
 * elements are curved and options->drops_curved is false. */
tc_status tc_conversion_remove_middles(tc_conversion *conversion);

#endif
