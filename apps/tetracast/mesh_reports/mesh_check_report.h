/* Output of `tetracast mesh check` about the shape of the cells and about the largest time step for which a
 * finite-volume scheme is stable. cmd_mesh.c calls app_mesh_check_options_read first, then loads the mesh and
 * calls the other functions. No function is collective. */
#ifndef TC_APP_MESH_CHECK_REPORT_H
#define TC_APP_MESH_CHECK_REPORT_H

#include "fv/scheme/scheme.h"
#include "mesh/shape.h"
#include "options/arguments.h"

/* Writes to `out` the extreme dihedral angles and the largest aspect of all cells, each with the number of
 * the worst cell, and the number of slivers (almost flat cells). */
void app_mesh_shape_write(const tc_mesh *mesh, const tc_shape *shape, FILE *out);

/* Options of `mesh check`: --scheme NAME, and --tensor with a diffusion tensor K | KX,KY,KZ |
 * KXX,KYY,KZZ,KXY,KXZ,KYZ. */
typedef struct app_mesh_check_options {
  bool requested; /* true if one of the options is given, so that the largest stable step is written */
  const tc_scheme *scheme; /* scheme of --scheme; by default `gradient` */
  double tensor[6];        /* diffusion tensor of --tensor; by default the unit tensor */
} app_mesh_check_options;
/* Parses --scheme and --tensor into *out. Errors: TC_USAGE, also for a tensor that is not positive definite.
 */
tc_status app_mesh_check_options_read(const app_arguments *arguments, app_mesh_check_options *out);

/* Computes the largest stable time step for the scheme and the tensor on this mesh. Writes it and its
 * certificate (a proof cell by cell) to `out`. May reorient inverted cells of the mesh. Errors: those of
 * tc_mesh_stable_step. */
tc_status app_mesh_check_write(const app_mesh_check_options *question, tc_mesh *mesh, const tc_log *log,
                               FILE *out);

#endif
