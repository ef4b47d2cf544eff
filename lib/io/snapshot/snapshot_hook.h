/* Snapshots as a hook of a run (solve/observe/hook.h). */
#ifndef TC_IO_SNAPSHOT_SNAPSHOT_HOOK_H
#define TC_IO_SNAPSHOT_SNAPSHOT_HOOK_H

#include "io/snapshot/snapshot.h"
#include "solve/observe/hook.h"

/* Writes the first and the last field, and one every `every` steps in between (0: none); tc_hook_count says
 * how many these are. Borrows the snapshot. */
tc_hook tc_snapshot_hook(tc_snapshot *snapshot, int64_t every);

#endif
