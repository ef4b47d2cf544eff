/* Adapter that writes snapshots as a hook of a run (solve/observe/hook.h).
 * run/outputs/snapshots.c creates the hook for an open snapshot object and passes it to the integrator.
 * It also forwards the restart list, flush and resume to the snapshot object. */
#ifndef TC_IO_SNAPSHOT_SNAPSHOT_HOOK_H
#define TC_IO_SNAPSHOT_SNAPSHOT_HOOK_H

#include "io/snapshot/snapshot.h"
#include "solve/observe/hook.h"

/* Returns a hook that writes the first field, the last field and every `every`-th step in between; 0 writes
 * only the first and the last. tc_hook_count returns their number. Borrows the snapshot. */
tc_hook tc_snapshot_hook(tc_snapshot *snapshot, int64_t every);

#endif
