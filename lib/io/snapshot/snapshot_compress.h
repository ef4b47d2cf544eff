/* Snapshots, complete but not compressed, made into a compressed file. Internal to io. */
#ifndef TC_IO_SNAPSHOT_SNAPSHOT_COMPRESS_H
#define TC_IO_SNAPSHOT_SNAPSHOT_COMPRESS_H

#include "io/hdf/raw_rows.h"
#include "io/snapshot/snapshot_file.h"

/* Collective. Writes the first `written` snapshots of the file that is open in rows to the existing file
 * `to`, compressed (1 .. 9), all of it on the disk at the end; the others are 0 there, as in a file that is
 * not compressed. Errors on all ranks: TC_OUTPUT; TC_STOPPED, a signal asks for an end
 * (base/program/stop_signals.h); `to` is then of no use. */
tc_status tc_snapshot_compress(const tc_raw_rows *rows, int64_t written, int fields,
                               const tc_snapshot_field *field, int compress, const char *to);

#endif
