/* Fourth step of a conversion: removes elements that occur several times. MSH 2 stores an element once for
 * each group, and bodies that were meshed separately have a common face twice. Not collective. */
#ifndef TC_CONVERT_REPEATED_ELEMENTS_H
#define TC_CONVERT_REPEATED_ELEMENTS_H

#include "convert/conversion_internal.h"

/* Retains the first of the elements that have the same type and corners, and counts the others. The first
 * element then belongs to the groups of all. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_conversion_remove_repeated(tc_conversion *conversion);

#endif
