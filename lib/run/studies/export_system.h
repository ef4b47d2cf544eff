/* Export of the linear system of the first step as files for other programs. The command export calls
 * tc_export_name, opens a session, calls tc_export_prepare, sets the session up and calls tc_export_write.
 * All functions run on one process, which has its own session. */
#ifndef TC_RUN_STUDIES_EXPORT_SYSTEM_H
#define TC_RUN_STUDIES_EXPORT_SYSTEM_H

#include "run/session/prepared.h"

typedef enum tc_export_weighting { TC_EXPORT_PLAIN, TC_EXPORT_SYMMETRIC } tc_export_weighting;
typedef enum tc_export_order { TC_EXPORT_CELLS, TC_EXPORT_COLOURS } tc_export_order;

/* Names of the weightings and orders on the command line, indexed by the enums above. */
extern const tc_registry tc_export_weightings, tc_export_orders;

enum { TC_EXPORT_MATRIX, TC_EXPORT_RHS, TC_EXPORT_START, TC_EXPORT_NUMBERS, TC_EXPORT_FILES };

/* Options of an export, and the names of its files. */
typedef struct tc_export {
  tc_export_weighting weighting;
  tc_export_order order;
  char *path[TC_EXPORT_FILES]; /* files BASE.mtx, BASE-rhs.mtx, BASE-start.mtx, BASE-cells.mtx */
} tc_export;

/* Creates the names of the files from the base name `base`. The caller frees *out with tc_export_free, also
 * after an error. Errors: TC_USAGE if `base` is empty, a directory or a device. */
tc_status tc_export_name(const char *base, tc_export *out);
void tc_export_free(tc_export *out);

/* Called after tc_plan_create. Checks that the files can be written. Errors: TC_USAGE, for example if the
 * steps of the config solve no systems; TC_OUTPUT. */
tc_status tc_export_prepare(tc_plan *plan, const tc_export *what);

/* Called after tc_prepared_create. Writes the matrix A, the right-hand side b and the start vector x of the
 * system A x = b, and the cell number of each row. The system is that of the first step of integrator
 * implicit, or that of the steady state. The weighting `symmetric` writes V^1/2 A V^-1/2 and vectors
 * multiplied by V^1/2, where V are the cell volumes. The 2-norm of a residual is then the norm that
 * solver.tolerance limits. Errors: those of the forcing; TC_OUTPUT; TC_INTERNAL if memory is exhausted. */
tc_status tc_export_write(const tc_prepared *prepared, const tc_export *what);

#endif
