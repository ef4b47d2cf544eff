/* Output of `tetracast mesh check` about the shape of the cells and about the stability of a
 * finite-volume scheme. cmd_mesh.c loads the mesh and calls the functions that write. No function
 * is collective. */
#ifndef TC_APP_MESH_CHECK_REPORT_H
#define TC_APP_MESH_CHECK_REPORT_H

#include "base/document/document.h"
#include "mesh/shape.h"
#include "options/options.h"
#include "run/plan/mesh_step.h"

/* Writes to `out` the extreme dihedral angles and the largest aspect of all cells, each with the number of
 * the worst cell, and the number of slivers (almost flat cells). */
void app_mesh_shape_write(const tc_mesh *mesh, const tc_shape *shape, FILE *out);

/* Parses the value of --tensor into six doubles. The diffusion tensor is given as K (isotropic), KX,KY,KZ
 * (diagonal) or KXX,KYY,KZZ,KXY,KXZ,KYZ (symmetric). Errors: TC_USAGE, also for a tensor that is not positive
 * definite. */
tc_option_set app_set_tensor;

/* Stability limits of a finite-volume scheme on a mesh. */
typedef struct app_mesh_stability {
  tc_stable_step step; /* largest stable step of explicit Euler, and stabilisation of the scheme */
  tc_ellipse ellipse; /* ellipse that contains the eigenvalues of the matrix; it limits stabilised Runge-Kutta
                         steps */
} app_mesh_stability;

/* Computes the largest stable time step, and the ellipse that contains the eigenvalues of the matrix, for
 * --scheme and --tensor on this mesh. Writes them and the certificate (a proof cell by cell) to `out`. May
 * reorient inverted cells of the mesh. Errors: those of tc_mesh_stable_step. */
tc_status app_mesh_check_write(const app_options *options, tc_mesh *mesh, const tc_log *log, FILE *out,
                               app_mesh_stability *stability);

/* Adds the section "stability" to a section of a JSON report. Does nothing if `stability` is NULL. */
void app_mesh_stability_add(tc_section *section, const app_mesh_stability *stability);

#endif
