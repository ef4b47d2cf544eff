#include "api/include/tetracast/problem.h"

#include <string.h>

#include "api/call/call.h"
#include "api/problem/problem_object.h"
#include "base/core/memory.h"

/* ---- creation ---- */

/* Arguments of tetracast_problem_load. */
typedef struct config_source {
  const char *name, *text;
  tetracast_mesh *mesh;
} config_source;

static tc_status copy_text(tc_pool *pool, const char *text, const char **out) {
  return tc_pool_printf(pool, out, "%s", text);
}

/* Sets the value of mesh.file that is used if the config has none. Only the root stores the name of the mesh,
 * so the root broadcasts it to all ranks. */
static tc_status set_mesh_name(tetracast_problem *p) {
  char *name = NULL;
  tc_line line = {0};
  if (!p->mesh) return TC_OK;
  TC_TRY(tc_world_broadcast_text(p->world->world, p->mesh->mesh ? p->mesh->mesh->name : "", &name));
  tc_line_add(&line, "mesh.file=");
  tc_api_line_quote(&line, name);
  tc_free(name);
  return tc_world_agree(p->world->world, copy_text(&p->pool, line.text, &p->mesh_name));
}

static tc_status copy_texts(tetracast_problem *p, const config_source *from) {
  TC_TRY(copy_text(&p->pool, from->name, &p->name));
  return copy_text(&p->pool, from->text, &p->text);
}

static tc_status fill_problem(tetracast_problem *p, const config_source *from) {
  TC_TRY(tc_world_agree(p->world->world, copy_texts(p, from)));
  TC_TRY(set_mesh_name(p));
  return tc_api_problem_check(p);
}

static tc_status create_problem(tetracast_world *world, const config_source *from, tetracast_problem **out) {
  tetracast_problem *p = NULL;
  TC_TRY(tc_api_agree_argument(world->world, out, "out"));
  TC_TRY(tc_api_agree_argument(world->world, from->name, "name"));
  TC_TRY(tc_api_agree_argument(world->world, from->text, "text"));
  TC_TRY(TC_WORLD_ALLOC(world->world, p, 1));
  *p = (tetracast_problem){.world = world, .mesh = from->mesh, .users = 1};
  tc_api_world_retain(world);
  const tc_status status = fill_problem(p, from);
  if (status)
    tc_api_problem_release(p);
  else
    *out = p;
  return status;
}

tetracast_error *tetracast_problem_create(tetracast_mesh *mesh, tetracast_problem **out) {
  const config_source from = {"problem", "title: null\n", mesh};
  TC_API_CALL(mesh ? mesh->world : NULL, 0, create_problem(mesh->world, &from, out));
}

static tc_status check_mesh(const tetracast_world *world, const tetracast_mesh *mesh) {
  if (!mesh || mesh->world == world) return TC_OK;
  return tc_status_create(TC_USAGE, "tetracast_problem_load: the mesh belongs to another world: pass the "
                                    "world of the mesh");
}

static tc_status load_problem(tetracast_world *world, const config_source *from, tetracast_problem **out) {
  TC_TRY(tc_world_agree(world->world, check_mesh(world, from->mesh)));
  return create_problem(world, from, out);
}

tetracast_error *tetracast_problem_load(tetracast_world *world, const char *name, const char *text,
                                        tetracast_mesh *mesh, tetracast_problem **out) {
  const config_source from = {name, text, mesh};
  TC_API_CALL(world, 0, load_problem(world, &from, out));
}

/* ---- cells ---- */

tc_status tc_api_problem_check_set_up(const tetracast_problem *p, const char *function) {
  if (p->is_set_up) return TC_OK;
  return tc_status_create(TC_USAGE, "%s: the problem is not set up: call tetracast_problem_set_up first",
                          function);
}

static tc_status describe_cells(const tetracast_problem *p, int64_t *owned, const int64_t **id,
                                const double **centroid, const double **volume) {
  TC_TRY(tc_api_problem_check_set_up(p, "tetracast_problem_cells"));
  const tc_space *space = p->prepared.problem->space;
  if (owned) *owned = space->owned;
  if (id) *id = space->id;
  if (centroid) *centroid = space->centroid;
  if (volume) *volume = space->volume;
  return TC_OK;
}

tetracast_error *tetracast_problem_cells(const tetracast_problem *problem, int64_t *owned, const int64_t **id,
                                         const double **centroid, const double **volume) {
  TC_API_PROBLEM_CALL(problem, describe_cells(problem, owned, id, centroid, volume));
}

/* ---- destruction ---- */

void tc_api_problem_unprepare(tetracast_problem *p) {
  tc_api_description_free(&p->description);
  tc_api_outputs_free(p, &p->outputs);
  tc_prepared_free(&p->prepared);
  tc_plan_free(&p->plan);
  tc_run_environment_free(&p->environment);
  tc_world_destroy(&p->own_world);
  p->is_set_up = false;
}

void tc_api_problem_retain(tetracast_problem *p) { p->users++; }

void tc_api_problem_release(tetracast_problem *p) {
  if (--p->users > 0) return;
  tc_api_problem_unprepare(p);
  tc_pool_free(&p->pool);
  tc_api_world_release(p->world);
  tc_free(p);
}

void tetracast_problem_destroy(tetracast_problem **problem) {
  if (!problem || !*problem) return;
  tc_api_problem_abandon(*problem);
  tc_api_problem_release(*problem);
  *problem = NULL;
}
