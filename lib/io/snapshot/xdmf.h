/* XDMF file of a snapshot file, which ParaView and other readers open. Not collective: the root writes it.
 * tc_snapshot_write_xdmf rewrites it completely as snapshots are added, and readers never see a partial file.
 * The two files must be in one directory, because the XDMF file refers to the snapshot file by its bare name.
 */
#ifndef TC_IO_SNAPSHOT_XDMF_H
#define TC_IO_SNAPSHOT_XDMF_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/gid.h"
#include "base/core/status.h"
#include "io/snapshot/snapshot_layout.h"

/* Returns the name of the XDMF file, a new string that the caller frees with tc_free. It is the name of the
 * snapshot file with the ending .xdmf. Errors: TC_OUTPUT if the snapshot file itself has this name. */
tc_status tc_xdmf_path(const char *snapshot_path, char **out);

/* Contents of an XDMF file. Everything is borrowed. */
typedef struct tc_xdmf {
  const char *snapshot_path;
  tc_gid nodes, cells;
  int64_t frames;                   /* number of frames; frame k is the dataset /field/frames/k */
  const double *time;               /* [frames] time of each frame */
  const tc_snapshot_extras *extras; /* may be NULL */
} tc_xdmf;

/* Writes the file under a temporary name and renames it, so that a reader sees either the old or the new
 * file. Errors: TC_OUTPUT with the system's reason. */
tc_status tc_xdmf_write(const char *path, const tc_xdmf *xdmf);

/* True if tc_xdmf_write wrote the file. */
bool tc_xdmf_is_own(const char *path);

#endif
