/* Tetrahedral meshes. A mesh is read or passed as arrays and given to a problem. It may be destroyed after
 * tetracast_problem_set_up has succeeded. All numbers of cells and vertices count from 0 and have 64 bits.
 * In this version rank 0 stores the whole mesh, whichever function created it. This needs about 100 bytes per
 * cell, and four times as much during tetracast_problem_set_up. A mesh therefore has at most 2^29 cells. */
#ifndef TETRACAST_MESH_H
#define TETRACAST_MESH_H

#include "error.h"

TETRACAST_BEGIN

/* Collective over `world`. Rank 0 reads BASE.node, BASE.ele and, if it exists, BASE.face (TetGen), or the
 * mesh file BASE.mesh.h5. `base` may also be the name of a mesh file or of a file of another program, such as
 * heart.msh, which is imported once into heart.mesh.h5. Only the path on rank 0 is used. The functions of
 * the library number cells and vertices from 0, even if the files number them from 1. Messages contain
 * the numbers of the files. Errors (on all ranks): TETRACAST_INPUT with file and line, or with the
 * command to run if the import needs options; TETRACAST_OUTPUT if the mesh file cannot be written;
 * TETRACAST_INTERNAL. */
TETRACAST_RESULT tetracast_error *tetracast_mesh_read(tetracast_world *world, const char *base,
                                                      tetracast_mesh **out);

/* Collective over `world`. Creates a mesh from arrays of rank 0, which are copied. The other ranks pass 0 and
 * NULL. `name` is used for the mesh in messages and reports. point: [vertices][3], in any unit of length.
 * corner: [cells][4] vertex numbers in any orientation. All cells get region 0 and all boundary faces get
 * marker 0. Errors (on all ranks): TETRACAST_INPUT with the lowest cell that has a vertex out of range, or
 * the lowest vertex whose point is not finite; TETRACAST_USAGE if there is no cell, or more than 2^29 cells
 * or 2^31 - 1 vertices. Cells that are flat or repeat a vertex are errors of tetracast_problem_set_up. */
TETRACAST_RESULT tetracast_error *tetracast_mesh_create(tetracast_world *world, const char *name,
                                                        int64_t vertices, const double *point, int64_t cells,
                                                        const int64_t *corner, tetracast_mesh **out);

/* Collective over `world`. Creates a mesh from arrays that are distributed over the ranks in any way. Only
 * the `name` on rank 0 is used. vertex_id: [vertices] numbers of the vertices whose points this rank passes
 * in point[vertices][3]. Several ranks may pass the same vertex if its coordinates have the same bits.
 * cell_id: [cells] numbers of this rank's cells; corner: [cells][4] vertex numbers. The numbers of all ranks
 * together are 0 .. n-1 without gaps. All arrays are copied; rank 0 gathers them in this version. Errors (on
 * all ranks): those of tetracast_mesh_create; TETRACAST_INPUT with the lowest number that is missing,
 * negative or given twice. */
TETRACAST_RESULT tetracast_error *
tetracast_mesh_create_distributed(tetracast_world *world, const char *name, int64_t vertices,
                                  const int64_t *vertex_id, const double *point, int64_t cells,
                                  const int64_t *cell_id, const int64_t *corner, tetracast_mesh **out);

/* Collective over `world`. Creates the box [0, length[0]] x [0, length[1]] x [0, length[2]] of brick[0] x
 * brick[1] x brick[2] bricks of 6 cells each. All cells have region 1. The faces x = 0, x = length[0], y = 0,
 * .. have the markers 1 to 6. Errors (on all ranks): TETRACAST_USAGE if a number is not positive, or if the
 * mesh would have more than 2^29 cells. */
TETRACAST_RESULT tetracast_error *tetracast_mesh_create_box(tetracast_world *world, const int64_t brick[3],
                                                            const double length[3], tetracast_mesh **out);

/* Collective. Sets the regions of the cells that this rank passed, in the order in which it passed them:
 * region[cells]. For a mesh that was read or is a box, rank 0 passes all regions in the order of the cell
 * numbers, and the other ranks pass 0 and NULL. Problems that are already set up do not change. Errors
 * (on all ranks): TETRACAST_USAGE if `cells` is not the number of cells that the rank passed;
 * TETRACAST_INTERNAL. */
TETRACAST_RESULT tetracast_error *tetracast_mesh_set_regions(tetracast_mesh *mesh, int64_t cells,
                                                             const int32_t *region);

/* Collective. Replaces the markers of all boundary faces. corner: [faces][3] vertex numbers in any order;
 * marker: [faces]. Each rank passes any faces, or none. Boundary faces that no rank passes have marker 0.
 * Errors (on all ranks): TETRACAST_INPUT with the first face that has a vertex out of range; TETRACAST_USAGE
 * if `faces` is negative. Faces that belong to no cell are errors of tetracast_problem_set_up. */
TETRACAST_RESULT tetracast_error *tetracast_mesh_set_markers(tetracast_mesh *mesh, int64_t faces,
                                                             const int64_t *corner, const int32_t *marker);

/* Not collective, the same result on all ranks. Returns the numbers of vertices and cells of the whole mesh.
 * Any pointer but `mesh` may be NULL. */
TETRACAST_API void tetracast_mesh_size(const tetracast_mesh *mesh, int64_t *vertices, int64_t *cells);

/* Collective. Frees the mesh and sets *mesh to NULL. NULL and a pointer to NULL are allowed. */
TETRACAST_API void tetracast_mesh_destroy(tetracast_mesh **mesh);

TETRACAST_END
#endif
