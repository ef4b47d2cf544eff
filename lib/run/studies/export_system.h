/* Export of the linear system of the first step as files for other programs. The command export calls
 * tc_export_name, opens a session, calls tc_export_prepare, sets the session up and calls tc_export_write.
 * All functions run on one process, which has its own session. */
#ifndef TC_RUN_STUDIES_EXPORT_SYSTEM_H
#define TC_RUN_STUDIES_EXPORT_SYSTEM_H

#include "run/session/prepared.h"

typedef enum tc_export_weighting {
  TC_EXPORT_PLAIN,
  TC_EXPORT_SYMMETRIC,
  TC_EXPORT_VOLUME
} tc_export_weighting;
typedef enum tc_export_order { TC_EXPORT_CELLS, TC_EXPORT_COLOURS } tc_export_order;
typedef enum tc_export_unknown { TC_EXPORT_FIELD, TC_EXPORT_DISTANCE } tc_export_unknown;

/* Names of the weightings, orders and unknowns on the command line, indexed by the enums above. */
extern const tc_registry tc_export_weightings, tc_export_orders, tc_export_unknowns;

enum {
  TC_EXPORT_MATRIX,
  TC_EXPORT_RHS,
  TC_EXPORT_START,
  TC_EXPORT_NUMBERS,
  TC_EXPORT_VOLUMES,
  TC_EXPORT_FILES
};

/* Options of an export, and the names of its files. */
typedef struct tc_export {
  tc_export_weighting weighting;
  tc_export_order order;
  tc_export_unknown unknown;
  const char *base; /* common beginning of the file names, borrowed */
  /* BASE.mtx, BASE-rhs.mtx, BASE-start.mtx, BASE-cells.mtx, BASE-volumes.mtx */
  char *path[TC_EXPORT_FILES];
} tc_export;

/* Creates the names of the files from the base name `base`, which is borrowed. The caller frees *out with
 * tc_export_free, also after an error. Errors: TC_USAGE if `base` is empty, a directory or a device. */
tc_status tc_export_name(const char *base, tc_export *out);
void tc_export_free(tc_export *out);

/* Called after tc_plan_create. Checks that the files can be written. Errors: TC_USAGE, for example if the
 * steps of the config solve no systems; TC_OUTPUT. */
tc_status tc_export_prepare(tc_plan *plan, const tc_export *what);

/* Called after tc_prepared_create. Writes the matrix A, the right-hand side b and the start vector x of the
 * system A x = b. Also writes the cell number of each row and the volumes V of the cells, which no weighting
 * changes. The system is that of the first step of integrator implicit, or that of the steady state.
 * The weighting `symmetric` writes V^1/2 A V^-1/2 and vectors multiplied by V^1/2. The 2-norm of a residual
 * is then the norm that solver.tolerance limits. The weighting `volume` writes K = V A and V b. If K is
 * symmetric up to rounding, K_ij and K_ji both receive the value from the row with the lower cell number. The
 * unknown `distance` writes the system for the field minus the level that the integrator subtracts
 * (solve/problem/background.h). For a steady state this is the system that a run solves, with the same bits.
 * Errors: those of the forcing; TC_OUTPUT; TC_INTERNAL if memory is exhausted. */
tc_status tc_export_write(const tc_prepared *prepared, const tc_export *what);

/* Sets row[owned] to the local row of each row of the files, and file_row[owned] to its inverse. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_export_order_rows(const tc_prepared *prepared, tc_export_order order, int32_t *row,
                               int32_t *file_row);

#endif
