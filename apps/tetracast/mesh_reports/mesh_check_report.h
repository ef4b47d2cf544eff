/* Output of `tetracast mesh check` about the shape of the cells and about the largest time step for which a
 * finite-volume scheme is stable. cmd_mesh.c loads the mesh and calls the functions that write. No function
 * is collective. */
#ifndef TC_APP_MESH_CHECK_REPORT_H
#define TC_APP_MESH_CHECK_REPORT_H

#include "fv/scheme/scheme.h"
#include "mesh/shape.h"
#include "options/options.h"

/* Writes to `out` the extreme dihedral angles and the largest aspect of all cells, each with the number of
 * the worst cell, and the number of slivers (almost flat cells). */
void app_mesh_shape_write(const tc_mesh *mesh, const tc_shape *shape, FILE *out);

/* Parses the value of --tensor into six doubles. The diffusion tensor is given as K (isotropic), KX,KY,KZ
 * (diagonal) or KXX,KYY,KZZ,KXY,KXZ,KYZ (symmetric). Errors: TC_USAGE, also for a tensor that is not positive
 * definite. */
tc_option_set app_set_tensor;

/* Computes the largest stable time step for --scheme and --tensor on this mesh. Writes it and its
 * certificate (a proof cell by cell) to `out`. May reorient inverted cells of the mesh. Errors: those of
 * tc_mesh_stable_step. */
tc_status app_mesh_check_write(const app_options *options, tc_mesh *mesh, const tc_log *log, FILE *out);

#endif
