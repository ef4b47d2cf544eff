/* Output of `tetracast mesh check` about the shape of the cells and of what a scheme can do with them.
 */
#ifndef TC_APP_MESH_CHECK_REPORT_H
#define TC_APP_MESH_CHECK_REPORT_H

#include "command.h"
#include "fv/scheme/scheme.h"
#include "mesh/shape.h"

/* Dihedral angles and aspect, with the worst cells. */
void app_mesh_shape_write(const tc_mesh *mesh, const tc_shape *shape, FILE *out);

/* The options --scheme NAME and --tensor K | KX,KY,KZ | KXX,KYY,KZZ,KXY,KXZ,KYZ. One of them asks for health.
 */
typedef struct app_mesh_check_options {
  bool requested;
  const tc_scheme *scheme;
  double tensor[6];
} app_mesh_check_options;
tc_status app_mesh_check_options_read(const app_arguments *arguments, app_mesh_check_options *out);

/* The largest stable step and whether anything grows, on this process alone. The mesh may be turned right by
 * it. Errors: what tc_mesh_stable_step says. */
tc_status app_mesh_check_write(const app_mesh_check_options *question, tc_mesh *mesh, const tc_log *log,
                               FILE *out);

#endif
