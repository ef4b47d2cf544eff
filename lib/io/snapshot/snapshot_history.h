/* The history of a run in its snapshot file: /history/step [rows] and a dataset [rows] of doubles for each
 * column. Internal to io; not collective, the root calls it. */
#ifndef TC_IO_SNAPSHOT_SNAPSHOT_HISTORY_H
#define TC_IO_SNAPSHOT_SNAPSHOT_HISTORY_H

#include "io/hdf/hdf.h"
#include "io/snapshot/snapshot.h"

/* Bytes that it takes at most in a file. */
int64_t tc_snapshot_history_bytes(const tc_snapshot_history *history);

/* Makes the group, with no row in it: steps are -1, the numbers NaN. offset[1+columns]: where the steps lie,
 * and the columns. Errors: TC_OUTPUT. */
tc_status tc_snapshot_history_create(hid_t file, const char *path, const tc_snapshot_history *history,
                                     int64_t *offset);

/* Writes row k as raw numbers, its step last. Errors: TC_OUTPUT. */
tc_status tc_snapshot_history_write(MPI_File file, const char *path, const tc_snapshot_history *history,
                                    const int64_t *offset, int64_t k, int64_t step, const double *row);

#endif
