/* Presents the mesh and the fields of a snapshot file as a VTKHDF group (VTK's own format, version 2.0)
 * without copying data. Internal to io/snapshot. Not collective: the root calls it when it creates or
 * compresses a file. All datasets of the mesh must exist before the call; those of the fields may follow. */
#ifndef TC_IO_SNAPSHOT_SNAPSHOT_VTK_H
#define TC_IO_SNAPSHOT_SNAPSHOT_VTK_H

#include "io/snapshot/snapshot_file.h"

/* Returns an upper limit for the bytes that the group occupies in a file. */
int64_t tc_snapshot_vtk_bytes(tc_gid cells, int64_t rows, int fields);

/* Creates the group /VTKHDF. Points, regions, tensors, fibres and times are hard links. Vertices and fields,
 * which VTK expects as one list each, are virtual datasets. The group adds 5 bytes per cell (index of its
 * first vertex and its type) and a few numbers per row. Errors: TC_OUTPUT. */
tc_status tc_snapshot_vtk_create(hid_t file, const char *path, int64_t rows, tc_gid nodes, tc_gid cells,
                                 int fields, const tc_snapshot_field *field);

#endif
