/* Export of the levels of the multigrid hierarchy of an exported system, for checks by other programs. The
 * command export calls tc_export_hierarchy_prepare after tc_export_prepare, and tc_export_hierarchy_write
 * instead of using the hierarchy. All functions run on one process. The hierarchy is the same for any number
 * of ranks. */
#ifndef TC_RUN_STUDIES_EXPORT_HIERARCHY_H
#define TC_RUN_STUDIES_EXPORT_HIERARCHY_H

#include "run/studies/export_system.h"

/* Checks that files of levels may be written, whatever their number. Errors: TC_OUTPUT. */
tc_status tc_export_hierarchy_prepare(const tc_export *what);

/* Called after tc_prepared_create. For each level L, from 0, writes BASE-level-L.mtx, the matrix K of the
 * level, and unless it is the coarsest one BASE-aggregates-L.mtx, a pattern with an entry (i, I) for each row
 * i that belongs to row I of level L + 1. Rows of a coarser level have the numbers of the rows of BASE.mtx
 * with the smallest cell number that they contain, so all files have the size of BASE.mtx. Diagonals are the
 * sum of the excess and the couplings. The options of the hierarchy are those of the config. Calls `written`
 * with the path of each file. Errors: those of tc_multigrid_create; TC_OUTPUT. */
tc_status tc_export_hierarchy_write(const tc_prepared *prepared, const tc_export *what,
                                    void (*written)(void *self, const char *path), void *self);

#endif
