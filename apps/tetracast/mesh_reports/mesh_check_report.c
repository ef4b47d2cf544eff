#include "mesh_reports/mesh_check_report.h"

#include <string.h>

#include "base/core/print.h"
#include "base/text/line.h"
#include "base/text/text.h"
#include "mesh/shape.h"
#include "run/plan/mesh_step.h"

void app_mesh_shape_write(const tc_mesh *mesh, const tc_shape *s, FILE *out) {
  tc_fprintf(out, "dihedral angles   %.3g (cell %lld) to %.4g degrees (cell %lld); regular: 70.5\n",
             s->smallest_angle.value, (long long)tc_mesh_user_number(mesh, s->smallest_angle.cell),
             s->largest_angle.value, (long long)tc_mesh_user_number(mesh, s->largest_angle.cell));
  tc_fprintf(out,
             "aspect            at most %.3g (cell %lld); longest edge / smallest height, regular: 1.22\n",
             s->aspect.value, (long long)tc_mesh_user_number(mesh, s->aspect.cell));
  fprintf(out, "slivers           %d cells with an angle below 10 or above 165 degrees\n", (int)s->slivers);
}

tc_status app_set_tensor(const tc_option *option, const char *words, void *member) {
  double *tensor = member;
  char copy[256];
  double value[7];
  int count = 0;
  snprintf(copy, sizeof copy, "%s", words);
  for (char *c = copy; *c; c++)
    if (strchr(",[]", *c)) *c = ' ';
  tc_text text = {copy, copy + strlen(copy)};
  while (count < 7 && !tc_text_at_end(&text)) {
    if (!tc_text_parse_double(&text, &value[count])) break;
    count++;
  }
  if (!tc_text_at_end(&text) || strlen(words) >= sizeof copy || (count != 1 && count != 3 && count != 6))
    return tc_status_create(TC_USAGE,
                            "%s %s: expected one number, three (kx,ky,kz) or six "
                            "(kxx,kyy,kzz,kxy,kxz,kyz), separated by commas",
                            option->name, words);
  memset(tensor, 0, 6 * sizeof *tensor);
  for (int i = 0; i < (count == 6 ? 6 : 3); i++) tensor[i] = value[count == 1 ? 0 : i];
  return tc_diffusion_check(TC_USAGE, option->name, tensor);
}

tc_status app_mesh_check_write(const app_options *o, tc_mesh *mesh, const tc_log *log, FILE *out) {
  char known[512];
  tc_stable_step safe;
  TC_TRY(tc_mesh_stable_step(mesh, o->scheme, o->tensor, log, &safe));
  const tc_extreme_cell *worst = &safe.certificate.worst;
  tc_stable_step_format(&safe, mesh->cells, known, sizeof known);
  tc_fprintf(out, "largest step      %.6g (%s scheme)\n", safe.bound, o->scheme->name);
  fprintf(out, "stable            %s\n", known);
  if (!safe.proved)
    tc_fprintf(out, "smallest margin   cell %lld at (%.4g, %.4g, %.4g)\n", (long long)worst->cell,
               worst->position[0], worst->position[1], worst->position[2]);
  return TC_OK;
}
