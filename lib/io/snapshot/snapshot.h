/* Snapshots of a run: an HDF5 file and an XDMF file (snapshot_layout.h). run/outputs creates the snapshot
 * object once, writes rows through its hook and closes it.
 *
 * The HDF5 structure is complete before the first snapshot, and HDF5 does not touch the file again. After
 * that, ranks write raw numbers at fixed offsets, and the root writes the step of a row after its values
 * have been synced to the disk. A killed run therefore leaves a valid file. */
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

/* Not collective. Call it on every rank before MPI_Init. It prevents HDF5 from closing open files in
 * MPI_Finalize or at exit, because HDF5 1.10 crashes there if a file could not be closed after an
 * input/output error. If it is not called, the program ends with that crash in such a case, and all other
 * behaviour is the same. */
void tc_snapshot_prepare(void);

/* Collective over `world`. Creates the file at place->work_path with the mesh and room for `rows` snapshots,
 * none of them written. If place->resumes_file is true, it inspects that existing file instead. Its rows
 * remain, and only tc_snapshot_resume changes it. `place` and `mesh` are used on rank 0 only. `place` and
 * `world` are borrowed until the object is closed, `mesh` only during the call. `extras` may be NULL. `id`
 * contains the cell number of each owned row of this rank and is used only during the call. `compress` is the
 * deflate level from 0 (none) to 9, applied when the run ends successfully. After the call HDF5 prints no
 * messages of its own in this process. Errors (on all ranks): TC_OUTPUT with the file and the reason, and no
 * new file remains; TC_INPUT if the existing file does not belong to this run; TC_USAGE for more than
 * TC_SNAPSHOT_MAX rows of all fields; TC_INTERNAL if the ids do not cover the cells. */
tc_status tc_snapshot_create(const tc_world *world, const tc_snapshot_paths *place, int64_t rows,
                             int compress, const tc_mesh *mesh, int32_t owned, const tc_gid *id,
                             const tc_snapshot_metadata *about, const tc_snapshot_extras *extras,
                             tc_snapshot **out);

/* Collective. Writes the next row: the field in `value`, which has one entry per owned row of this rank, then
 * the states, the hashes, the time and the step. Cells are in the numbering of the mesh. All rows with a step
 * are complete even if the run is killed. The XDMF file lists only complete rows. After the first hundred
 * snapshots it may lack the latest rows until tc_snapshot_close, because rewriting it may cost at most 5 % of
 * the time. Disk space is reserved before writing. Errors (on all ranks): TC_OUTPUT with the file and the
 * reason, or TC_INTERNAL for more rows than announced. The object must then only be closed. */
tc_status tc_snapshot_write(tc_snapshot *snapshot, int64_t step, double time, const double *value);

/* Collective. Writes the values in `row`, one per column, as the next row of the history. `row` is used on
 * the root only. All rows with a step are complete if the run is killed. After a power failure, rows written
 * since the last snapshot may be incomplete. Errors (on all ranks): as for tc_snapshot_write. */
tc_status tc_snapshot_write_history(tc_snapshot *snapshot, int64_t step, const double *row);

/* Returns the number of snapshots written so far. */
int64_t tc_snapshot_count(const tc_snapshot *snapshot);

/* Not collective. Adds to the restart list `keep` the numbers of rows of the fields and of the history, and
 * the hash of /field/v in the last row. */
tc_status tc_snapshot_list_restart(tc_snapshot *snapshot, tc_restart_list *keep);

/* Collective. Syncs everything written so far to the disk. Errors (on all ranks): TC_OUTPUT. */
tc_status tc_snapshot_flush(tc_snapshot *snapshot);

/* Collective. Call it after the restart items have been read. Checks that the existing rows are those
 * recorded in the checkpoint. Replaces the file by a copy if it needs room for another number of rows or
 * another run record. Removes all later rows. Errors (on all ranks): TC_INPUT if the rows differ; TC_OUTPUT.
 */
tc_status tc_snapshot_resume(tc_snapshot *snapshot);

/* Collective. Ends a successful run: compresses the file if requested, publishes the files at place->path and
 * frees the object. A NULL object is accepted. Errors (on all ranks): TC_OUTPUT, or TC_STOPPED if a signal
 * ends the compression. The object is freed in any case. */
tc_status tc_snapshot_close(tc_snapshot **snapshot);

/* Collective. Ends a failed run and frees the object: rows written remain at place->work_path. A file without
 * rows is removed if no checkpoint refers to it. A NULL object is accepted. */
void tc_snapshot_close_failed(tc_snapshot **snapshot);

/* Returns a hook that writes the first field, the last field and every `every`-th step in between; 0 writes
 * only the first and the last. tc_hook_count returns their number. Borrows the snapshot. */
tc_hook tc_snapshot_hook(tc_snapshot *snapshot, int64_t every);

#endif
