/* Writer of the snapshots of a run, which are the fields of selected steps, to an HDF5 file and an XDMF file
 * (snapshot_layout.h). The root creates the complete HDF5 structure before the first step, with one row of
 * each field for each snapshot. After that the ranks write numbers directly at fixed byte offsets, without
 * HDF5. The root writes the step number of a row only after the values have been synced to the disk. A killed
 * run therefore leaves a valid file. */
#ifndef TC_IO_SNAPSHOT_SNAPSHOT_H
#define TC_IO_SNAPSHOT_SNAPSHOT_H

#include "base/core/gid.h"
#include "comm/world/world.h"
#include "io/snapshot/snapshot_layout.h"
#include "io/snapshot/snapshot_paths.h"
#include "mesh/mesh.h"
#include "solve/observe/hook.h"
#include "solve/space/restart_list.h"

typedef struct tc_snapshot tc_snapshot;

/* Not collective. Every rank should call it before MPI_Init. It prevents HDF5 from closing open files in
 * MPI_Finalize or at exit. HDF5 1.10 would crash there if a file could not be closed after an input/output
 * error. The call has no other effect. */
void tc_snapshot_prepare(void);

/* Collective over `world`. Creates the file paths->work_path with the mesh and with unwritten rows for `rows`
 * snapshots. If paths->resumes_file is true, opens the existing file of an interrupted run instead and
 * changes nothing before tc_snapshot_resume. `compress` is the deflate level from 0 (none) to 9, applied when
 * the run ends successfully. `id` is the number of each cell owned by this rank. `extras` may be NULL.
 * `paths` and `mesh` are used on rank 0 only. `paths` and `world` are borrowed until the snapshot object is
 * closed; `mesh` and `id` are used only during the call. Switches off HDF5's own error messages. Errors (on
 * all ranks): TC_OUTPUT with the file and the reason, and no new file remains; TC_INPUT if the existing file
 * does not belong to this run; TC_USAGE if rows times fields exceeds TC_SNAPSHOT_MAX; TC_INTERNAL if a cell
 * number is missing or occurs twice. */
tc_status tc_snapshot_create(const tc_world *world, const tc_snapshot_paths *paths, int64_t rows,
                             int compress, const tc_mesh *mesh, int32_t owned, const tc_gid *id,
                             const tc_snapshot_metadata *metadata, const tc_snapshot_extras *extras,
                             tc_snapshot **out);

/* Collective. Writes the next snapshot: the field `value`, with one entry per cell owned by this rank, and
 * the local states, hashes, time and step. If the run is killed, every row whose step is written is complete.
 * The XDMF file lists only complete rows. After the first hundred snapshots, the XDMF file may lack the
 * latest rows until tc_snapshot_close, because rewriting this file may take at most 5 % of the run time.
 * Errors (on all ranks): TC_OUTPUT with the file and the reason, or TC_INTERNAL for more snapshots than the
 * `rows` of tc_snapshot_create. After an error the object must only be closed. */
tc_status tc_snapshot_write(tc_snapshot *snapshot, int64_t step, double time, const double *value);

/* Collective. Writes the values in `row`, one per column, as the next row of the history. `row` is used on
 * the root only. If the run is killed, every row whose step is written is complete. After a power failure,
 * rows written since the last snapshot may be incomplete. Errors (on all ranks): those of
 * tc_snapshot_write. */
tc_status tc_snapshot_write_history(tc_snapshot *snapshot, int64_t step, const double *row);

/* Returns the number of snapshots that have been written to the file. */
int64_t tc_snapshot_count(const tc_snapshot *snapshot);

/* Not collective. Adds to the restart list `restart_list` the numbers of written snapshots and of written
 * rows of the history, and the hash of /field/v in the last snapshot. */
tc_status tc_snapshot_list_restart(tc_snapshot *snapshot, tc_restart_list *restart_list);

/* Collective. Syncs all written data to the disk. Errors (on all ranks): TC_OUTPUT. */
tc_status tc_snapshot_flush(tc_snapshot *snapshot);

/* Collective. Prepares the existing file for the resumed run. Call it after the restart items have been read.
 * Checks that the file has the rows that the checkpoint records, and marks all later rows as not written.
 * Replaces the file by a copy if the run requires another number of rows or other root attributes. Errors (on
 * all ranks): TC_INPUT if the rows differ; TC_OUTPUT if the file cannot be written. */
tc_status tc_snapshot_resume(tc_snapshot *snapshot);

/* Collective. Ends a successful run: compresses the file if requested, publishes the files at paths->path and
 * frees the object. Does nothing if the object is NULL. Frees the object also after an error. Errors (on all
 * ranks): TC_OUTPUT if a file cannot be written; TC_STOPPED if a signal ends the compression. */
tc_status tc_snapshot_close(tc_snapshot **snapshot);

/* Collective. Ends a failed run and frees the object. The file paths->work_path remains with all written
 * rows. It is removed if it has no rows and no checkpoint refers to it. Does nothing if the object is
 * NULL. */
void tc_snapshot_close_failed(tc_snapshot **snapshot);

/* Returns a hook that writes a snapshot of the initial field, of every `every`-th step, of each step that
 * ends at a requested time (solve/observe/output_times.h) and of the last step. If `every` is 0, there are no
 * periodic snapshots. Without requested times tc_hook_count returns the number of snapshots. Borrows
 * `snapshot`. */
tc_hook tc_snapshot_hook(tc_snapshot *snapshot, int64_t every);

#endif
