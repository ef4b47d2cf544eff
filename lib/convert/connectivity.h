/* Last step of a conversion: orients and checks the cells, creates the dual graph (which cells are
 * neighbours), and checks that the cells are connected. Not collective. */
#ifndef TC_CONVERT_CONNECTIVITY_H
#define TC_CONVERT_CONNECTIVITY_H

#include "convert/conversion_internal.h"

enum { TC_SINGLE_CELLS_MAX = 100 }; /* largest allowed number of components of a single cell */

/* Sets dual, topology and component_size in conversion->out, and logs a warning if there are several
 * components. Errors: TC_INPUT if a cell is invalid, if boundary faces coincide and options->merge is
 * TC_MERGE_REFUSE, or if more than TC_SINGLE_CELLS_MAX components are a single cell. */
tc_status tc_conversion_connect(tc_conversion *conversion);

#endif
