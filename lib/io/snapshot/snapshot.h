/* Snapshots: one HDF5 file per run and an XDMF file beside it that ParaView opens.
 *
 *   /mesh/points [nodes,3] f8   /mesh/cells [cells,4] i4   /mesh/region [cells] i4
 *   /field/v [rows, cells] f8   /field/time [rows] f8   /field/step [rows] i8
 *   /hash/v, /hash/<name of a state> [rows] i8: a hash of each row's values, time and step
 * (tc_snapshot_row_hash); -1: not known. Attribute `mesh` of /hash [u8]: mesh_hash as a number
 *   /field/frames/<k> [cells] f8: row k of /field/v as a dataset of its own (a virtual dataset, no copy),
 * because that is all that some XDMF readers understand
 *   /state/<name> [rows, cells] f8, /state-frames/<name>/<k>: the same of local states
 *   /mesh/tensor [cells,6] f8: kxx, kxy, kxz, kyy, kyz, kzz   /mesh/fibres [cells,3] f8, where wished for
 *
 *   /VTKHDF: all of it once more for VTK's own reader, without copies (io/snapshot/snapshot_vtk.h)
 *
 * rows is the number of snapshots of the whole run. Row k is there when /field/step[k] is: a run that ends
 * early leaves -1 there (and NaN in /field/time) for those that it has not come to, and its XDMF file does
 * not name them.
 *
 * With a history (solve/observe/history.h) also /history/step [its rows] i8 and /history/<column> [its rows]
 * f8, row by row in the same way: its step is there last, -1 before, and a number NaN.
 *
 * Root attributes (texts): title, version, commit, config, overrides, mesh_file, mesh_hash (16 hexadecimal
 * digits); of a run that was extended with other steps than a run in one go has, step_sizes. All in the
 * mesh's own numbering; nothing in the file depends on the number of ranks or on the time of day.
 *
 * The file is complete, as HDF5 sees it, before the first snapshot, and HDF5 does not touch it again: what is
 * written from then on are numbers at fixed places, a step's number last, when its values are on the disk. So
 * a run may be killed at any moment. */
#ifndef TC_IO_SNAPSHOT_SNAPSHOT_H
#define TC_IO_SNAPSHOT_SNAPSHOT_H

#include <stdint.h>

#include "base/core/gid.h"
#include "comm/world/world.h"
#include "io/snapshot/snapshot_paths.h"
#include "mesh/mesh.h"
#include "solve/space/restart_list.h"

typedef struct tc_snapshot tc_snapshot;

enum {
  TC_SNAPSHOT_MAX = 1000000
}; /* rows of all fields: each costs 0.2 ms and 400 bytes before the first step */

/* What the file says about itself (root attributes). Borrowed during create; what rank 0 says is written.
 * NULL texts are written as "". */
typedef struct tc_snapshot_metadata {
  const char *title, *version, *commit, *config, *overrides, *mesh_file;
  const char *step_sizes; /* of a run that was extended (tc_step_spans_format); NULL: the file has none */
  uint64_t mesh_hash;
} tc_snapshot_metadata;

/* What is told between snapshots; borrowed until the end. */
typedef struct tc_snapshot_history {
  int64_t rows; /* of the whole run */
  int columns;
  const char *const *name; /* [columns] in the file */
} tc_snapshot_history;

/* What the file holds beside the mesh and the field; all borrowed until the end, and of the same kind on all
 * ranks. */
typedef struct tc_snapshot_extras {
  const tc_snapshot_history *history; /* NULL: none */
  int states;
  const char *const *state_name; /* [states] */
  double *const *state;          /* [states][owned] as they are when a snapshot is written */
  const double *tensor;          /* [owned][6] kxx, kyy, kzz, kxy, kxz, kyz; NULL: not wished for */
  const double *fibre;           /* [owned][3] unit vectors; NULL: not wished for */
} tc_snapshot_extras;

/* To be called before MPI_Init, on every rank; not collective. Keeps HDF5 from finishing open files at
 * MPI_Finalize or at exit: HDF5 1.10 crashes there when the device failed (input/output error) and a file
 * could not be closed. Without this call everything works except a clean exit in that case. */
void tc_snapshot_prepare(void);

/* Collective. Creates the file at place->work_path with the mesh and room for `rows` snapshots, of which none
 * is written; where place->continues the file is that of an earlier run, which only tc_snapshot_resume
 * changes, and its rows stay. place, mesh: on rank 0 only; the place is borrowed until the end, the mesh is
 * not kept. world is borrowed until the end. extras: NULL for none. id[0..owned-1]: mesh numbers of the
 * rank's rows; copied in effect. compress: 0 none
 * .. 9 (deflate, when the run ends well; until then nothing is compressed). From the first call on, HDF5
 * prints no messages of its own in this process. Errors on all ranks: TC_OUTPUT naming the file and the
 * reason, no new file is left; TC_INPUT for a file that is not gone on with; TC_USAGE for more than
 * TC_SNAPSHOT_MAX rows of all fields; TC_INTERNAL when the ids do not cover the cells. */
tc_status tc_snapshot_create(const tc_world *world, const tc_snapshot_paths *place, int64_t rows,
                             int compress, const tc_mesh *mesh, int32_t owned, const tc_gid *id,
                             const tc_snapshot_metadata *about, const tc_snapshot_extras *extras,
                             tc_snapshot **out);

/* Collective. Writes value[0..owned-1] as the next row of /field/v in the mesh's own numbering, and the
 * states, with /field/time and /field/step; whenever the run is killed, all rows that have a step are whole.
 * So is the XDMF file, which names rows that are there; with hundreds of snapshots it may lag behind until
 * the close, so that rewriting it costs at most 5 %. Room on the disk is reserved first. Errors on all ranks:
 * TC_OUTPUT naming the file and the reason, TC_INTERNAL for more rows than were announced; nothing more can
 * be written.
 */
tc_status tc_snapshot_write(tc_snapshot *snapshot, int64_t step, double time, const double *value);

/* Collective. Writes row[columns], the root's, as the next row of the history. After a kill all rows that
 * have a step are whole; after a failure of power they may lack numbers since the last snapshot. Errors on
 * all ranks, as above. */
tc_status tc_snapshot_write_history(tc_snapshot *snapshot, int64_t step, const double *row);

/* Snapshots written so far. */
int64_t tc_snapshot_count(const tc_snapshot *snapshot);

/* What it remembers of the rows so far, for a run that goes on with them. Not collective. */
tc_status tc_snapshot_list_restart(tc_snapshot *snapshot, tc_restart_list *keep);

/* Collective: what has been written is on the disk. Errors on all ranks, TC_OUTPUT. */
tc_status tc_snapshot_flush(tc_snapshot *snapshot);

/* Collective. Called after that was filled in. Checks that the rows so far are those that were written, gives
 * the file the room and the record of this run, and removes the rows after them. Errors on all ranks:
 * TC_INPUT if the rows are others, TC_OUTPUT. */
tc_status tc_snapshot_resume(tc_snapshot *snapshot);

/* Collective. The run has ended well: compresses if wished for, gives the files their names at place->path
 * and closes (NULL is fine). Errors on all ranks: TC_OUTPUT; the object is gone in any case. */
tc_status tc_snapshot_close(tc_snapshot **snapshot);

/* Collective. The run has failed: what it has written stays at place->work_path, or goes when that is nothing
 * and was not kept either (NULL is fine). */
void tc_snapshot_close_failed(tc_snapshot **snapshot);

/* Bytes of the file of so many snapshots, at most, without the values of the fields, their 8 bytes for each
 * snapshot, field and cell, and without a history. Pure. */
int64_t tc_snapshot_overhead_bytes(int64_t nodes, int64_t cells, int64_t rows, int fields, bool tensor,
                                   bool fibres);

#endif
