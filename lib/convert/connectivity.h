/* Last step of a conversion: orients and checks the cells, creates the dual, and checks that the cells are
 * connected. Not collective. */
#ifndef TC_CONVERT_CONNECTIVITY_H
#define TC_CONVERT_CONNECTIVITY_H

#include "convert/conversion_internal.h"

enum { TC_SINGLE_CELLS_MAX = 100 }; /* largest allowed number of components of a single cell */

/* Sets out->dual and out->topology and the components, and warns if there are several. Errors: TC_INPUT if a
 * cell is invalid, if boundary faces coincide and options->merge is TC_MERGE_REFUSE, or if more than
 * TC_SINGLE_CELLS_MAX components are a single cell. */
tc_status tc_conversion_connect(tc_conversion *conversion);

#endif
