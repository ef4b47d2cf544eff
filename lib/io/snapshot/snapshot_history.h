/* The history datasets of a snapshot file: /history/step [rows] and one dataset [rows] of doubles per column.
 * Internal to io/snapshot. Not collective: only the root calls it. tc_snapshot_history_create runs once while
 * the file is created; tc_snapshot_history_write then stores one row at a time at the returned offsets. */
#ifndef TC_IO_SNAPSHOT_SNAPSHOT_HISTORY_H
#define TC_IO_SNAPSHOT_SNAPSHOT_HISTORY_H

#include "io/hdf/hdf.h"
#include "io/snapshot/snapshot.h"

/* Returns an upper limit for the bytes that the history occupies in a file. */
int64_t tc_snapshot_history_bytes(const tc_snapshot_history *history);

/* Creates the datasets with all steps -1 and all numbers NaN. offset[1+columns] receives their byte offsets,
 * that of the steps first. Errors: TC_OUTPUT. */
tc_status tc_snapshot_history_create(hid_t file, const char *path, const tc_snapshot_history *history,
                                     int64_t *offset);

/* Writes row k as raw numbers, the step last. Errors: TC_OUTPUT. */
tc_status tc_snapshot_history_write(MPI_File file, const char *path, const tc_snapshot_history *history,
                                    const int64_t *offset, int64_t k, int64_t step, const double *row);

#endif
