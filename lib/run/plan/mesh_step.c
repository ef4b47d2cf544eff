#include "run/plan/mesh_step.h"

#include <string.h>

#include "comm/world/mpi_world.h"

tc_status tc_mesh_stable_step(tc_mesh *mesh, const tc_scheme *scheme, const double tensor[6],
                              const tc_log *log, tc_stable_step *out, tc_ellipse *ellipse) {
  const tc_stable_step_options wish = {.where_dt = "time.dt",
                                       .where_stabilisation = "diffusion.stabilisation",
                                       .stabilisation = -1.0,
                                       .safety = 0.9,
                                       .steps = 10000};
  tc_problem_options choice = {.layout = {tc_order_find("rcm"), 0, TC_DISTRIBUTION_METIS, 65536,
                                          TC_OBJECTIVE_CUT, TC_PARTITIONER_AUTO},
                               .components = TC_COMPONENTS_ALLOW,
                               .scheme = scheme,
                               .stabilisation = tc_stable_step_first_stabilisation(wish.stabilisation)};
  tc_world *self = NULL;
  tc_problem *problem = NULL;
  tc_status status = TC_OK;
  memcpy(choice.tensor, tensor, sizeof choice.tensor);
  TC_GUARD(status, tc_world_create(MPI_COMM_SELF, 0, &self));
  TC_GUARD(status, tc_problem_create(self, &choice, mesh, log, &problem));
  TC_GUARD(status, tc_stable_step_find(problem, &wish, log, out));
  if (ellipse)
    TC_GUARD(status, tc_ellipse_find(problem, out->spectrum.largest, TC_ELLIPSE_PRODUCTS_MIN, log, ellipse));
cleanup:
  tc_problem_destroy(&problem);
  tc_world_destroy(&self);
  return status;
}
