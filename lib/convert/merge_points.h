/* Third step of a conversion: merges coincident points. This step precedes the division of elements, because
 * the division depends on the numbers of the merged points. Not collective. */
#ifndef TC_CONVERT_MERGE_POINTS_H
#define TC_CONVERT_MERGE_POINTS_H

#include "convert/conversion_internal.h"

/* For TC_MERGE_WITHIN, replaces each corner of an element by the lowest-numbered point with which it
 * coincides. Does nothing for the other policies. Errors: TC_INPUT if two corners of an element would become
 * one point, or if the extent of the mesh cannot be represented. */
tc_status tc_conversion_merge_points(tc_conversion *conversion);

#endif
