/* Snapshots: one parallel HDF5 file per run and an XDMF file beside it that ParaView opens.
 *
 *   /mesh/points [nodes,3] f8   /mesh/cells [cells,4] i4   /mesh/region [cells] i4
 *   /field/v [written, cells] f8   /field/time [written] f8   /field/step [written] i8
 *   /field/frames/<k> [cells] f8: row k of /field/v as a dataset of its own (a virtual dataset, no copy),
 * because that is all that some XDMF readers understand
 *
 * Root attributes (texts): title, version, commit, config, overrides, mesh_file, mesh_hash (16 hexadecimal
 * digits). All in the mesh's own numbering; nothing in the file depends on the number of ranks or on the time
 * of day. */
#ifndef TC_IO_SNAPSHOT_H
#define TC_IO_SNAPSHOT_H

#include <stdint.h>

#include "comm/world.h"
#include "mesh/mesh.h"

typedef struct tc_snapshot tc_snapshot;

/* What the file says about itself (root attributes). Borrowed during create; what rank 0 says is written.
 * NULL texts are written as "". */
typedef struct tc_snapshot_about {
  const char *title, *version, *commit, *config, *overrides, *mesh_file;
  uint64_t mesh_hash;
} tc_snapshot_about;

/* To be called before MPI_Init, on every rank; not collective. Keeps HDF5 from finishing open files at
 * MPI_Finalize or at exit: HDF5 1.10 crashes there when the device failed (input/output error) and a file
 * could not be closed. Without this call everything works except a clean exit in that case. */
void tc_snapshot_prepare(void);

/* Collective. Creates the file (an old one of that name is replaced, its .xdmf removed) with the mesh and an
 * empty /field. mesh: on rank 0 only, NULL elsewhere; not kept. world is borrowed until the end.
 * id[0..owned-1]: mesh numbers of the rank's rows; copied in effect. compress: 0 none .. 9 (deflate).
 * The name of the .xdmf is path with its ending replaced. Missing folders of the path are made. From the
 * first call on, HDF5 prints no messages of its own in this process. Errors on all ranks: TC_OUTPUT naming
 * the file and the reason, no file is left; TC_INTERNAL when the ids do not cover the cells. */
tc_status tc_snapshot_create(const tc_world *world, const char *path, int compress, const tc_mesh *mesh,
                             int32_t owned, const int32_t *id, const tc_snapshot_about *about,
                             tc_snapshot **out);

/* Collective. Appends value[0..owned-1] as /field/v [written, cells] in the mesh's own numbering, with
 * /field/time and /field/step; the HDF5 file is readable and complete after every call, also when the run is
 * killed later. So is the XDMF file (written under another name, then renamed), but with hundreds of
 * snapshots it may lag behind until the close, so that rewriting it costs at most 5 %. Room on the disk is
 * reserved first, so that a full disk leaves a good file with the earlier snapshots. Errors on all ranks:
 * TC_OUTPUT naming the file and the reason; nothing more can be written. */
tc_status tc_snapshot_write(tc_snapshot *snapshot, int64_t step, double time, const double *value);

/* Snapshots written so far. */
int64_t tc_snapshot_written(const tc_snapshot *snapshot);

/* Collective. Closes (NULL is fine). Errors on all ranks: TC_OUTPUT; the object is gone in any case. */
tc_status tc_snapshot_close(tc_snapshot **snapshot);

/* Collective. Closes and removes the files (NULL is fine): for a run that failed before it wrote anything of
 * use. */
void tc_snapshot_discard(tc_snapshot **snapshot);

#endif
