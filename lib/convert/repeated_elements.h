/* Fourth step of a conversion: removes elements that occur several times. For example, files in the format
 * MSH 2 contain an element once for each group. A common face of two bodies that were meshed
 * separately also occurs twice. Not collective. */
#ifndef TC_CONVERT_REPEATED_ELEMENTS_H
#define TC_CONVERT_REPEATED_ELEMENTS_H

#include "convert/conversion_internal.h"

/* Retains the first of all elements that have the same type and the same corners. Counts and removes the
 * others. The first element then belongs to the groups of all of them. Errors: TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_conversion_remove_repeated(tc_conversion *conversion);

#endif
