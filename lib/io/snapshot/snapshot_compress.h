/* Writes a compressed copy of a complete snapshot file. Internal to io/snapshot.
 * tc_snapshot_close calls it when a run ends successfully; the caller renames the copy afterwards.
 * The uncompressed file is complete, so nothing is lost if compression fails or is stopped. */
#ifndef TC_IO_SNAPSHOT_SNAPSHOT_COMPRESS_H
#define TC_IO_SNAPSHOT_SNAPSHOT_COMPRESS_H

#include "io/hdf/raw_rows.h"
#include "io/snapshot/snapshot_file.h"

/* Collective. Writes the first `written` snapshots of the file open in `rows` to the existing file `to` with
 * deflate level `compress` (1 to 9) and flushes it. The remaining rows are 0, as in the uncompressed file.
 * Errors (on all ranks): TC_OUTPUT; TC_STOPPED if a signal requests the end of the program
 * (base/program/stop_signals.h). After an error `to` is unusable. */
tc_status tc_snapshot_compress(const tc_raw_rows *rows, int64_t written, int fields,
                               const tc_snapshot_field *field, int compress, const char *to);

#endif
