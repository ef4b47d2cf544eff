/* Text output of `tetracast mesh info` and `mesh order`. cmd_mesh.c calls these functions on the root with a
 * checked mesh. Each line is a label of 17 columns and its values. No function is collective. */
#ifndef TC_APP_MESH_SUMMARY_H
#define TC_APP_MESH_SUMMARY_H

#include <stdio.h>

#include "count/layout.h"
#include "mesh/dual.h"

/* Writes to `out` the numbers of cells, nodes and faces, the name of each marker and its number of boundary
 * faces, the extent, and the volumes of the cells. Also writes the bandwidth of the matrix: the largest and
 * the mean difference between the numbers of adjacent cells. Errors: TC_INTERNAL if memory is exhausted. */
tc_status app_mesh_summary_write(const tc_mesh *mesh, const tc_dual *dual, const tc_graph *graph, FILE *out);

/* Writes to `out` the extent of the box with the lowest corner `low` and the highest corner `high`. */
void app_mesh_extent_write(const double low[3], const double high[3], FILE *out);

/* Writes to `out` that the mesh has fibre directions with `width` numbers per cell, and the value `file` of
 * the key diffusion.fibres.file that selects them. Does nothing if `width` is 0. */
void app_mesh_fibres_write(int width, const char *file, FILE *out);

/* Writes to `out` the bandwidth of the matrix before and after ordering. Also writes the edge cut, the
 * communication volume and the imbalance of the distribution over `ranks` ranks. Errors: TC_INTERNAL if
 * memory is exhausted. */
tc_status app_layout_summary_write(const tc_graph *graph, int32_t ranks, const tc_layout_options *choice,
                                   const tc_layout *layout, FILE *out);

/* Writes to `out` the names of the files that tc_tetgen_write creates for the path `base`, as "written:
 * BASE.node, .ele, .face" without a line end. BASE is `base` without its file name extension. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status app_mesh_files_write(const char *base, const tc_mesh *mesh, FILE *out);

/* Returns the text about the partitioner that follows the name of the distribution in headings
 * (tc_report_partition_text). `cells` is the number of cells of the mesh. */
const char *app_partition_text(const tc_layout_options *layout, int64_t cells);

#endif
