#include "mesh_reports/mesh_check_report.h"

#include <string.h>

#include "base/core/print.h"
#include "base/text/line.h"
#include "base/text/text.h"

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

/* Writes the limit that complex eigenvalues impose on stabilised Runge-Kutta steps, and the cell that causes
 * it. */
static void write_ellipse(const tc_ellipse *e, FILE *out) {
  const double last = tc_ellipse_axis_ratio(TC_ELLIPSE_RUNGS - 1);
  if (e->trial == 0)
    fprintf(out, "eigenvalues       real: steps of rkl2 and rkc2 have no limit\n");
  else if (!e->found)
    tc_fprintf(out,
               "eigenvalues       not within any tested ellipse (largest axis ratio %.3g): use neither rkl2 "
               "nor rkc2\n",
               last);
  else if (e->axis_ratio == 0.0)
    fprintf(out, "eigenvalues       real within the accuracy of %d products\n", e->products);
  else
    tc_fprintf(out,
               "eigenvalues       inside an ellipse of axis ratio %.3g (%d products): rkl2 and rkc2 cover at "
               "most %.3g Euler steps per product\n",
               e->axis_ratio, e->products, tc_ellipse_ceiling(e->axis_ratio));
  if (e->place.value > 0.0)
    tc_fprintf(out, "limited by        cell %lld at (%.4g, %.4g, %.4g)\n", (long long)e->place.cell,
               e->place.position[0], e->place.position[1], e->place.position[2]);
}

tc_status app_mesh_check_write(const app_options *o, tc_mesh *mesh, const tc_log *log, FILE *out,
                               app_mesh_stability *stability) {
  char known[TC_LINE_SIZE];
  const tc_stable_step *safe = &stability->step;
  TC_TRY(tc_mesh_stable_step(mesh, o->scheme, o->tensor, log, &stability->step, &stability->ellipse));
  const tc_extreme_cell *worst = &safe->certificate.worst;
  tc_stable_step_format(safe, mesh->cells, known, sizeof known);
  tc_fprintf(out, "largest step      %.6g (%s scheme)\n", safe->bound, o->scheme->name);
  fprintf(out, "stable            %s\n", known);
  if (!safe->proved)
    tc_fprintf(out, "smallest margin   cell %lld at (%.4g, %.4g, %.4g)\n", (long long)worst->cell,
               worst->position[0], worst->position[1], worst->position[2]);
  write_ellipse(&stability->ellipse, out);
  return TC_OK;
}

void app_mesh_stability_add(tc_section *section, const app_mesh_stability *s) {
  if (!s) return;
  const tc_ellipse *e = &s->ellipse;
  const bool has_cell = e->place.value > 0.0;
  tc_section *stability =
      TC_SECTION(section, "stability",
                 tc_item_if(s->step.takes_one, TC_VALUE("stabilisation", s->step.stabilisation)),
                 TC_VALUE("proved", s->step.proved), TC_VALUE("step_bound", s->step.bound),
                 tc_item_if(e->found, TC_VALUE("axis_ratio", e->axis_ratio)),
                 tc_item_if(e->found && e->axis_ratio > 0.0,
                            TC_VALUE("euler_steps_per_product", tc_ellipse_ceiling(e->axis_ratio))),
                 tc_item_if(has_cell, TC_VALUE("axis_ratio_cell", e->place.cell)));
  if (has_cell) tc_list_add_numbers(stability, "axis_ratio_at", 3, e->place.position);
}
