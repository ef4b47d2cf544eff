/* Second step of a conversion: removes elements of dimension 0 and 1 (points and lines), and removes from all
 * other elements the points that are not corners. Not collective. */
#ifndef TC_CONVERT_SECOND_ORDER_H
#define TC_CONVERT_SECOND_ORDER_H

#include "convert/conversion_internal.h"

/* An element of second order is curved if a middle point is too far from the mean of the corners
 * around this point. The limit is this number times the longest edge between these corners. */
#define TC_CURVED_MIN 1e-6

/* Sets is_corner and is_middle in *conversion, and counts elements of second order and ignored elements.
 * Errors: TC_INPUT if elements are curved and options->drops_curved is false. */
tc_status tc_conversion_remove_middles(tc_conversion *conversion);

#endif
