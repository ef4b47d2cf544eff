/* Snapshot files (HDF5 with a companion .xdmf for ParaView), as `tetracast run` writes them. Data are in the
 * numbering of the mesh and do not depend on the number of ranks. */
#ifndef TETRACAST_SNAPSHOT_H
#define TETRACAST_SNAPSHOT_H

#include "error.h"

TETRACAST_BEGIN

/* Collective. Creates a file with the mesh and room for `rows` snapshots. `mesh` is the mesh of the problem,
 * which must be set up, or one with the same points, corners and markers. Only the path on rank 0 is used.
 * Missing directories are created. ParaView opens the .xdmf file of the same name. If the file exists and
 * `replace` is not 0, the existing file remains until tetracast_snapshot_close publishes the new one. Errors
 * (on all ranks): TETRACAST_OUTPUT with the file; TETRACAST_USAGE if the file exists and `replace` is 0, if
 * `rows` is not in 1 .. 1000000, if the mesh belongs to another world, or before the set-up; TETRACAST_INPUT
 * if points, corners or markers of the mesh are not those of the set-up. */
TETRACAST_RESULT tetracast_error *tetracast_snapshot_create(tetracast_problem *problem,
                                                            const tetracast_mesh *mesh, const char *path,
                                                            int64_t rows, int replace,
                                                            tetracast_snapshot **out);

/* Collective. Writes the field and the local states of a stepper of the same problem as the next row. Errors
 * (on all ranks): TETRACAST_OUTPUT; TETRACAST_USAGE if all rows are written, or for a stepper that has failed
 * or belongs to another problem. */
TETRACAST_RESULT tetracast_error *tetracast_snapshot_write(tetracast_snapshot *snapshot,
                                                           const tetracast_stepper *stepper);

/* Collective. Closes the file and sets *snapshot to NULL. NULL and a pointer to NULL are allowed. If
 * `publish` is not 0, the file gets its final name. If it is 0, the file is removed. Errors (on all ranks):
 * TETRACAST_OUTPUT; TETRACAST_USAGE after MPI_Finalize and TETRACAST_INTERNAL after a failure of MPI, which
 * leave the file unfinished. The object is freed in any case, except by a call from a callback, which is
 * rejected. */
TETRACAST_RESULT tetracast_error *tetracast_snapshot_close(tetracast_snapshot **snapshot, int publish);

/* Collective. Fills value[owned] of a problem that is set up with the field of step `step` (-1: the last one)
 * in a file of the same mesh. *time (may be NULL) becomes the time of that step. For a steady state it
 * becomes the step number. Errors (on all ranks): TETRACAST_INPUT if the file cannot be read or if its mesh
 * or the step do not fit; TETRACAST_USAGE before the set-up. */
TETRACAST_RESULT tetracast_error *tetracast_snapshot_read(tetracast_problem *problem, const char *path,
                                                          int64_t step, double *value, double *time);

TETRACAST_END
#endif
