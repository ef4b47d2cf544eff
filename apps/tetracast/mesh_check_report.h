/* Output of `tetracast mesh check` about the shape of the cells and of what a scheme can do with them.
 */
#ifndef TC_APP_MESH_CHECK_REPORT_H
#define TC_APP_MESH_CHECK_REPORT_H

#include "command.h"
#include "fv/scheme/scheme.h"
#include "mesh/shape.h"

/* Dihedral angles and aspect, with the worst cells. */
void tc_mesh_shape_write(const tc_mesh *mesh, const tc_shape *shape, FILE *out);

/* The options --scheme NAME and --tensor K | KX,KY,KZ | KXX,KYY,KZZ,KXY,KXZ,KYZ. One of them asks for health.
 */
typedef struct tc_mesh_question {
  bool asked;
  const tc_scheme *scheme;
  double tensor[6];
} tc_mesh_question;
tc_status tc_mesh_question_read(const tc_arguments *arguments, tc_mesh_question *out);

/* The largest stable step and whether anything grows, on this process alone. The mesh may be turned right by
 * it. Errors: what tc_mesh_step_find says. */
tc_status tc_mesh_health_write(const tc_mesh_question *question, tc_mesh *mesh, const tc_log *log, FILE *out);

#endif
