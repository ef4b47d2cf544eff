/* Third step of a conversion: merges coincident points before elements are divided, because the division
 * depends on the numbers of the merged points. Not collective. */
#ifndef TC_CONVERT_MERGE_POINTS_H
#define TC_CONVERT_MERGE_POINTS_H

#include "convert/conversion_internal.h"

/* With TC_MERGE_WITHIN, replaces each corner of an element by the point of the lowest number with which it
 * coincides. After the call the other points are not corners of any element. Errors: TC_INPUT if two corners
 * of an element would become one point, or if the extent of the mesh cannot be represented. */
tc_status tc_conversion_merge_points(tc_conversion *conversion);

#endif
