#include "mesh_health.h"

#include <string.h>

#include "base/line.h"
#include "base/text.h"
#include "mesh/shape.h"
#include "solve/safe_step.h"

void tc_mesh_shape_write(const tc_mesh *mesh, FILE *out) {
  const tc_shape s = tc_mesh_shape(mesh);
  fprintf(out, "dihedral angles   %.3g (cell %lld) to %.4g degrees (cell %lld); regular: 70.5\n",
          s.smallest_angle.value, (long long)tc_mesh_user_number(mesh, s.smallest_angle.cell),
          s.largest_angle.value, (long long)tc_mesh_user_number(mesh, s.largest_angle.cell));
  fprintf(out, "aspect            at most %.3g (cell %lld); longest edge / smallest height, regular: 1.22\n",
          s.aspect.value, (long long)tc_mesh_user_number(mesh, s.aspect.cell));
  fprintf(out, "slivers           %d cells with an angle below 10 or above 165 degrees\n", (int)s.slivers);
}

/* "1", "1,2,3" or six numbers. */
static tc_status read_tensor(const char *words, double tensor[6]) {
  char copy[256];
  double value[7];
  int count = 0;
  snprintf(copy, sizeof copy, "%s", words);
  for (char *c = copy; *c; c++)
    if (strchr(",[]", *c)) *c = ' ';
  tc_text text = {copy, copy + strlen(copy)};
  while (count < 7 && !tc_text_done(&text)) {
    if (!tc_text_double(&text, &value[count])) break;
    count++;
  }
  if (!tc_text_done(&text) || strlen(words) >= sizeof copy || (count != 1 && count != 3 && count != 6))
    return tc_status_make(TC_USAGE,
                          "--tensor %s: expected one number, three (kx,ky,kz) or six "
                          "(kxx,kyy,kzz,kxy,kxz,kyz), separated by commas",
                          words);
  memset(tensor, 0, 6 * sizeof *tensor);
  for (int i = 0; i < (count == 6 ? 6 : 3); i++) tensor[i] = value[count == 1 ? 0 : i];
  return tc_diffusion_check("--tensor", tensor);
}

tc_status tc_mesh_question_read(const tc_arguments *arguments, tc_mesh_question *out) {
  const char *scheme = tc_arguments_value(arguments, "scheme"),
             *tensor = tc_arguments_value(arguments, "tensor");
  int index = tc_registry_find(&tc_scheme_registry, "gradient");
  TC_TRY(tc_arguments_listed(arguments, "scheme", &tc_scheme_registry, NULL, &index));
  *out = (tc_mesh_question){scheme || tensor, tc_scheme_at(index), {1, 1, 1, 0, 0, 0}};
  return tensor ? read_tensor(tensor, out->tensor) : TC_OK;
}

static void write_safe(const tc_safe_step *safe, const tc_problem *problem, FILE *out) {
  char known[512];
  tc_safe_step_say(safe, problem->space->cells, known, sizeof known);
  fprintf(out, "largest step      %.6g (%s scheme)\n", safe->bound, problem->scheme->name);
  fprintf(out, "stable            %s\n", known);
  if (!safe->proved)
    fprintf(out, "least certain     cell %lld at (%.4g, %.4g, %.4g)\n",
            (long long)safe->certificate.worst.cell, safe->certificate.worst.at[0],
            safe->certificate.worst.at[1], safe->certificate.worst.at[2]);
}

tc_status tc_mesh_health_write(const tc_mesh_question *question, tc_mesh *mesh, const tc_log *log,
                               FILE *out) {
  /* As a run of 10 000 steps would look. */
  const tc_step_wish wish = {"time.dt", "diffusion.stabilisation", -1.0, 0.0, 0.9, 0.0, 10000};
  tc_problem_choice choice = {.layout = {tc_order_find("rcm"), 0, TC_DISTRIBUTION_METIS, 65536},
                              .scheme = question->scheme};
  tc_world *self = NULL;
  tc_problem *problem = NULL;
  tc_safe_step safe;
  tc_status status = TC_OK;
  memcpy(choice.tensor, question->tensor, sizeof choice.tensor);
  choice.stabilisation = tc_safe_step_first(wish.stabilisation);
  TC_GUARD(status, tc_world_create(MPI_COMM_SELF, 0, &self));
  TC_GUARD(status, tc_problem_create(self, &choice, mesh, log, &problem));
  TC_GUARD(status, tc_safe_step_choose(problem, &wish, log, &safe));
  write_safe(&safe, problem, out);
cleanup:
  tc_problem_destroy(&problem);
  tc_world_destroy(&self);
  return status;
}
