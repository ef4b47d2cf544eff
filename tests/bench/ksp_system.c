#include "ksp_system.h"

#include "base/core/memory.h"
#include "comm/layout/colour.h"
#include "comm/layout/transpose.h"
#include "io/mesh/tetgen.h"
#include "solve/space/field.h"
#include "solve/stability/stable_step.h"

static tc_status make_problem(tc_world *world, const ksp_options *o, const tc_log *log, ksp_system *s) {
  const tc_problem_options choice = {.layout = {tc_order_find("metis"), 0, TC_DISTRIBUTION_METIS, 65536,
                                                TC_OBJECTIVE_CUT, TC_PARTITIONER_AUTO},
                                     .scheme = o->scheme,
                                     .tensor = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0},
                                     .stabilisation = tc_stable_step_first_stabilisation(-1.0)};
  const tc_stable_step_options wish = {.where_dt = "dt",
                                       .where_stabilisation = "stabilisation",
                                       .stabilisation = -1.0,
                                       .safety = 0.9,
                                       .steps = 1};
  tc_mesh *mesh = NULL;
  tc_stable_step safe;
  TC_TRY(tc_world_agree(world, world->rank == 0 ? tc_tetgen_read(o->mesh, NULL, &mesh) : TC_OK));
  tc_status status = tc_problem_create(world, &choice, mesh, log, &s->problem);
  tc_mesh_destroy(&mesh);
  TC_TRY(status);
  TC_TRY(tc_stable_step_find(s->problem, &wish, log, &safe));
  s->dt = o->multiple * safe.bound;
  s->linear.largest = safe.spectrum.largest;
  return TC_OK;
}

static tc_status make_linear(tc_world *world, const ksp_options *o, ksp_system *s) {
  const tc_space *space = s->problem->space;
  const tc_ell *R = s->problem->system->rates;
  TC_TRY(tc_adjoint_create(world, space->halo, R, space->volume, &s->adjoint));
  TC_TRY(tc_adjoint_compute_skewness(world, R, s->adjoint, space->volume, &s->skew));
  const bool symmetric = s->skew < 1e-12;
  s->linear = (tc_linear_system){.world = world,
                                 .halo = space->halo,
                                 .R = R,
                                 .R_adjoint = symmetric ? R : s->adjoint,
                                 .shift = 1.0,
                                 .scale = -o->theta * s->dt,
                                 .volume = space->volume,
                                 .id = space->id,
                                 .base = space->base,
                                 .symmetric = symmetric,
                                 .spread = symmetric,
                                 .largest = s->linear.largest};
  return TC_OK;
}

static tc_status evaluate(const tc_space *space, const char *formula, double *value) {
  tc_expression *initial = NULL;
  TC_TRY(tc_expression_create("--initial", formula, tc_expression_xyzt, 3, &initial));
  const tc_status status = tc_field_evaluate(space, "--initial", initial, 0.0, value);
  tc_expression_destroy(&initial);
  return status;
}

static tc_status make_right_side(tc_world *world, const ksp_options *o, ksp_system *s) {
  const tc_space *space = s->problem->space;
  const tc_operator_options choice = {o->solver.strategy, tc_format_at(0), 0.0, s->dt, 2, false};
  tc_operator *op = NULL;
  tc_ledger ledger = {0};
  TC_TRY(TC_WORLD_ALLOC(world, s->b, space->owned));
  TC_TRY(evaluate(space, o->initial, s->b));
  TC_TRY(tc_operator_create(world, space->halo, s->linear.R, &choice, &op));
  tc_vector_load(s->b, tc_operator_vector(op, 0));
  const tc_status status =
      tc_operator_apply(op, tc_operator_vector(op, 0), tc_operator_vector(op, 1), &ledger);
  tc_vector_store(tc_operator_vector(op, 1), s->b);
  tc_operator_destroy(&op);
  return status;
}

/* Sets `place` to the order of the rows by colour. Rows of one colour do not couple, so their relative
 * order has no effect. */
static void sort_by_colour(const tc_colouring *colouring, int32_t rows, int32_t *place) {
  int32_t next = 0;
  for (int c = 0; c < colouring->colours; c++)
    for (int32_t i = 0; i < rows; i++)
      if (colouring->colour[i] == c) place[i] = next++;
}

static tc_status make_places(tc_world *world, ksp_system *s) {
  const tc_space *space = s->problem->space;
  tc_colouring *colouring = NULL;
  if (world->ranks > 1) return TC_OK;
  TC_TRY(TC_WORLD_ALLOC(world, s->place, space->owned));
  TC_TRY(tc_colouring_create(world, space->halo, s->linear.R, space->id, &colouring));
  sort_by_colour(colouring, space->owned, s->place);
  tc_colouring_destroy(&colouring);
  return TC_OK;
}

tc_status ksp_system_create(tc_world *world, const ksp_options *options, const tc_log *log, ksp_system *out) {
  *out = (ksp_system){0};
  TC_TRY(make_problem(world, options, log, out));
  TC_TRY(make_linear(world, options, out));
  TC_TRY(make_right_side(world, options, out));
  return make_places(world, out);
}

void ksp_system_destroy(ksp_system *s) {
  tc_free(s->place);
  tc_free(s->b);
  tc_ell_destroy(&s->adjoint);
  tc_problem_destroy(&s->problem);
}
