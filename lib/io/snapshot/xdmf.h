/* The XDMF file beside a snapshot file: what ParaView and other readers open. Not collective: the root writes
 * it. */
#ifndef TC_IO_SNAPSHOT_XDMF_H
#define TC_IO_SNAPSHOT_XDMF_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/gid.h"
#include "base/core/status.h"
#include "io/snapshot/snapshot.h"

/* The name of the XDMF file of a snapshot file: the ending of the name is replaced by .xdmf. A new string
 * (tc_free). Errors: TC_OUTPUT when the snapshot file has that very name. */
tc_status tc_xdmf_path(const char *snapshot_path, char **out);

/* What the file describes; all borrowed. The snapshot file lies in the same folder. */
typedef struct tc_xdmf {
  const char *snapshot_path;
  tc_gid nodes, cells;
  int64_t frames;                   /* frame k is the dataset /field/frames/k */
  const double *time;               /* [frames] */
  const tc_snapshot_extras *extras; /* NULL for none */
} tc_xdmf;

/* Writes the file under another name, then renames it, so that a reader sees the old or the new one.
 * Errors: TC_OUTPUT with the system's reason. */
tc_status tc_xdmf_write(const char *path, const tc_xdmf *xdmf);

/* Whether the file is one that tc_xdmf_write has written. */
bool tc_xdmf_is_own(const char *path);

#endif
