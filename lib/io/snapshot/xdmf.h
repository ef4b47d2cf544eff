/* Writes the XDMF file with which ParaView and other readers open a snapshot file. Not collective: the root
 * calls these functions. tc_snapshot_write_xdmf rewrites the whole XDMF file after new snapshots, so that
 * readers never see a partial file. The XDMF file and the snapshot file must be in the same directory,
 * because the XDMF file contains the name of the snapshot file without a directory. */
#ifndef TC_IO_SNAPSHOT_XDMF_H
#define TC_IO_SNAPSHOT_XDMF_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/gid.h"
#include "base/core/status.h"
#include "io/snapshot/snapshot_layout.h"

/* Returns the path of the snapshot file with the extension .xdmf, as a new string that the caller frees with
 * tc_free. Errors: TC_OUTPUT if the snapshot file itself has this name. */
tc_status tc_xdmf_path(const char *snapshot_path, char **out);

/* Data from which an XDMF file is written. All pointers are borrowed. */
typedef struct tc_xdmf {
  const char *snapshot_path;
  tc_gid nodes, cells;
  int64_t frames;                   /* number of snapshots; snapshot k is the dataset /field/frames/k */
  const double *time;               /* [frames] time of each snapshot */
  const tc_snapshot_extras *extras; /* may be NULL */
} tc_xdmf;

/* Writes the XDMF file `path` under a temporary name and renames it, so that a reader sees either the old or
 * the new file. Errors: TC_OUTPUT with the system's reason. */
tc_status tc_xdmf_write(const char *path, const tc_xdmf *xdmf);

/* True if the file `path` was written by tc_xdmf_write. */
bool tc_xdmf_is_own(const char *path);

#endif
