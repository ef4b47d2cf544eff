/* The same mesh and fields once more, as VTKHDF files have them (VTK's own format, version 2.0): names for
 * what is there, no copies. Internal to io; not collective, the root calls it. */
#ifndef TC_IO_SNAPSHOT_SNAPSHOT_VTK_H
#define TC_IO_SNAPSHOT_SNAPSHOT_VTK_H

#include "io/snapshot/snapshot_file.h"

/* Bytes that it takes at most in a file. */
int64_t tc_snapshot_vtk_bytes(tc_gid cells, int64_t rows, int fields);

/* Makes the group /VTKHDF in a file with everything else. Points, regions, tensors, fibres and times are hard
 * links; vertices and fields, which VTK wants as one long list, are virtual datasets. New are 5 bytes a cell
 * (where its vertices begin, and what it is) and some numbers a row. Errors: TC_OUTPUT. */
tc_status tc_snapshot_vtk_create(hid_t file, const char *path, int64_t rows, tc_gid nodes, tc_gid cells,
                                 int fields, const tc_snapshot_field *field);

#endif
