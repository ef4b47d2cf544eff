/* The system of the first step as files, for other programs. */
#ifndef TC_RUN_STUDIES_EXPORT_SYSTEM_H
#define TC_RUN_STUDIES_EXPORT_SYSTEM_H

#include "run/session/session.h"

typedef enum tc_export_weighting { TC_EXPORT_PLAIN, TC_EXPORT_SYMMETRIC } tc_export_weighting;
typedef enum tc_export_order { TC_EXPORT_CELLS, TC_EXPORT_COLOURS } tc_export_order;

extern const tc_registry tc_export_weightings, tc_export_orders; /* the index is one of those */

enum { TC_EXPORT_MATRIX, TC_EXPORT_RHS, TC_EXPORT_START, TC_EXPORT_NUMBERS, TC_EXPORT_FILES };

/* What is asked for, and the names of the files. */
typedef struct tc_export {
  tc_export_weighting weighting;
  tc_export_order order;
  char *path[TC_EXPORT_FILES]; /* BASE.mtx, BASE-rhs.mtx, BASE-start.mtx, BASE-cells.mtx */
} tc_export;

/* All of it on one process: of a session on it alone. */

/* Names the files. To be freed also after an error. Errors: TC_USAGE where `base` is no name to begin with.
 */
tc_status tc_export_name(const char *base, tc_export *out);
void tc_export_free(tc_export *out);

/* After tc_session_open: makes sure that the files can be written. Errors: TC_USAGE, also where the config
 * solves no systems; TC_OUTPUT. */
tc_status tc_export_prepare(tc_session *session, const tc_export *what);

/* After tc_session_set_up: writes A x = b with the start x for the first step of implicit, or for the steady
 * state, and the cell of each row. With the weighting `symmetric` it is V^1/2 A V^-1/2, so that plain norms
 * are those of solver.tolerance. */
tc_status tc_export_write(tc_session *session, const tc_export *what);

#endif
