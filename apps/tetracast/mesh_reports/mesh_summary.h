/* Text output of `tetracast mesh info` and `mesh order`. cmd_mesh.c calls these functions on the root with a
 * checked mesh. Each line is a label of 17 columns and its values. No function is collective. */
#ifndef TC_APP_MESH_SUMMARY_H
#define TC_APP_MESH_SUMMARY_H

#include <stdio.h>

#include "count/layout.h"
#include "mesh/dual.h"

/* Writes the numbers of cells, nodes and faces, the boundary faces of each marker, the volumes and the
 * bandwidth. Errors: TC_INTERNAL if memory is exhausted. */
tc_status app_mesh_summary_write(const tc_mesh *mesh, const tc_dual *dual, const tc_graph *graph, FILE *out);

/* Writes the bandwidth before and after ordering, edge cut, communication volume and imbalance of the
 * distribution. Errors: TC_INTERNAL if memory is exhausted. */
tc_status app_layout_summary_write(const tc_graph *graph, int32_t ranks, const tc_layout_options *choice,
                                   const tc_layout *layout, FILE *out);

/* Prints "written: BASE.node, .ele, .face" for the files of tc_tetgen_write, without a line end. An ending of
 * `base` is removed, as in the names of the files. Errors: TC_INTERNAL if memory is exhausted. */
tc_status app_mesh_files_write(const char *base, const tc_mesh *mesh, FILE *out);

#endif
