/* Export of the levels of the multigrid hierarchy of an exported system, for checks by other programs. The
 * command export calls tc_export_hierarchy_prepare after tc_export_prepare, and tc_export_hierarchy_write
 * after tc_export_write. All functions run on one process. The hierarchy is the same for any number of
 * ranks. */
#ifndef TC_RUN_STUDIES_EXPORT_HIERARCHY_H
#define TC_RUN_STUDIES_EXPORT_HIERARCHY_H

#include "run/studies/export_system.h"

/* Checks that files of levels may be written, whatever their number. Errors: TC_OUTPUT. */
tc_status tc_export_hierarchy_prepare(const tc_export *what);

/* Called after tc_prepared_create. For each level L = 0, 1, .. writes BASE-level-L.mtx, the matrix K of the
 * level. For each level except the coarsest one also writes BASE-aggregates-L.mtx. This pattern has an entry
 * (i, I) for each row i that belongs to row I of level L + 1. A row of a coarser level is the union of rows
 * of BASE.mtx, and has the number of the one with the smallest cell number. All files therefore have the size
 * of BASE.mtx. The diagonal of a row is the sum of the couplings and its excess (surplus over the couplings).
 * The options of the hierarchy are those of the config. Calls `written` with the path of each file. Errors:
 * those of tc_multigrid_create; TC_OUTPUT. */
tc_status tc_export_hierarchy_write(const tc_prepared *prepared, const tc_export *what,
                                    void (*written)(void *self, const char *path), void *self);

#endif
