#include "api/include/tetracast/snapshot.h"

#include <string.h>
#include <unistd.h>

#include "api/call/call.h"
#include "api/stepper/stepper_object.h"
#include "base/core/memory.h"
#include "base/program/provenance.h"
#include "comm/layout/mesh_scatter.h"
#include "io/snapshot/snapshot.h"
#include "io/snapshot/snapshot_read.h"

#define TC_PHASE "reading a snapshot"

struct tetracast_snapshot {
  tetracast_problem *problem; /* retained */
  tc_snapshot_paths paths;    /* root only */
  tc_snapshot *file;
  int64_t rows;
  int states;
  tc_snapshot_extras extras;
  const char **name; /* [states] */
  double **state;    /* [states][owned] local states, copied from the stepper for each snapshot */
};

static const tc_prepared *prepared_of(const tetracast_snapshot *s) { return &s->problem->prepared; }
static const tc_space *space_of(const tetracast_snapshot *s) { return prepared_of(s)->problem->space; }

/* ---- creation ---- */

/* Not collective. Lists the names of the local states and allocates their copies. */
static tc_status list_states(tetracast_snapshot *s) {
  const tc_source *source = prepared_of(s)->source;
  const int states = source ? tc_source_states(source) : 0;
  TC_TRY(TC_ALLOC(s->name, states));
  TC_TRY(TC_ALLOC_ZERO(s->state, states));
  for (; s->states < states; s->states++) {
    s->name[s->states] = tc_source_state_name(source, s->states);
    TC_TRY(TC_ALLOC(s->state[s->states], space_of(s)->owned));
  }
  return TC_OK;
}

static tc_status acquire_paths(const char *path, int replace, tc_snapshot_paths *out) {
  tc_file_list files = {0};
  TC_TRY(tc_api_check_argument(path, "path"));
  if (!replace && access(path, F_OK) == 0)
    return tc_status_create(TC_USAGE, "%s: the file exists: remove it or pass 1 for `replace`", path);
  return tc_snapshot_paths_acquire(path, &files, out);
}

static tc_status check_mesh(const tetracast_problem *p, const tetracast_mesh *mesh) {
  TC_TRY(tc_api_check_argument(mesh, "mesh"));
  if (mesh->world != p->world)
    return tc_status_create(TC_USAGE,
                            "tetracast_snapshot_create: the mesh belongs to another world: pass the "
                            "mesh of the problem");
  if (!mesh->mesh ||
      (mesh->cells == p->prepared.problem->space->cells && mesh->mesh->hash == p->plan.mesh_hash))
    return TC_OK;
  return tc_status_create(TC_INPUT,
                          "%s: is not the mesh of the problem: pass the mesh with which it was set up",
                          mesh->mesh->name);
}

static tc_status check_request(const tetracast_problem *p, const tetracast_mesh *mesh, int64_t rows) {
  if (rows < 1 || rows > TC_SNAPSHOT_MAX)
    return tc_status_create(TC_USAGE, "tetracast_snapshot_create: the number of rows is %lld: pass 1 to %d",
                            (long long)rows, (int)TC_SNAPSHOT_MAX);
  return check_mesh(p, mesh);
}

static tc_status check_create(const tetracast_problem *p, const tetracast_mesh *mesh, int64_t rows) {
  TC_TRY(tc_api_problem_check_set_up(p, "tetracast_snapshot_create"));
  return tc_world_agree(p->own_world, check_request(p, mesh, rows));
}

static tc_status create_file(tetracast_snapshot *s, const tetracast_mesh *mesh) {
  const tc_config *c = s->problem->plan.config;
  const tc_space *space = space_of(s);
  const tc_mesh_origin *origin = s->problem->plan.input.origin;
  const tc_snapshot_metadata about = {.title = c->title,
                                      .version = tc_provenance_version(),
                                      .commit = tc_provenance_commit(),
                                      .config = c->text,
                                      .overrides = c->solution_overrides,
                                      .mesh_file = c->mesh.file,
                                      .mesh_source = origin ? origin->source : NULL,
                                      .mesh_source_hash = origin ? origin->source_hash : 0,
                                      .mesh_hash = s->problem->plan.mesh_hash};
  s->extras = (tc_snapshot_extras){.states = s->states, .state_name = s->name, .state = s->state};
  return tc_snapshot_create(space->world, &s->paths, s->rows, c->snapshots.compress, mesh->mesh, space->owned,
                            space->id, &about, &s->extras, &s->file);
}

/* Root only. Removes the files of a snapshot that was not published. */
static void remove_files(const tc_snapshot_paths *paths) {
  if (!paths->work_path) return;
  unlink(paths->work_path);
  unlink(paths->work_xdmf);
}

/* Frees a snapshot without calls of MPI, which may have failed or be finalised. If the file is still open
 * then, it is not closed. */
static void free_snapshot(tetracast_snapshot *s) {
  tc_snapshot_close_failed(&s->file);
  tc_snapshot_paths_release(&s->paths);
  for (int k = 0; k < s->states; k++) tc_free(s->state[k]);
  tc_free(s->name);
  tc_free(s->state);
  tc_api_problem_release(s->problem);
  tc_free(s);
}

static tc_status fill_snapshot(tetracast_snapshot *s, const tetracast_mesh *mesh, const char *path,
                               int replace) {
  const tc_world *world = s->problem->own_world;
  TC_TRY(tc_world_agree(world, list_states(s)));
  TC_TRY(tc_world_agree(world, world->rank == 0 ? acquire_paths(path, replace, &s->paths) : TC_OK));
  return create_file(s, mesh);
}

/* Arguments of tetracast_snapshot_create. */
typedef struct snapshot_request {
  const tetracast_mesh *mesh;
  const char *path;
  int64_t rows;
  int replace;
} snapshot_request;

static tc_status create_snapshot(tetracast_problem *problem, const snapshot_request *request,
                                 tetracast_snapshot **out) {
  tetracast_snapshot *s = NULL;
  TC_TRY(tc_api_agree_argument(problem->world->world, out, "out"));
  TC_TRY(check_create(problem, request->mesh, request->rows));
  TC_TRY(TC_WORLD_ALLOC(problem->own_world, s, 1));
  s->problem = problem;
  s->rows = request->rows;
  tc_api_problem_retain(problem);
  const tc_status status = fill_snapshot(s, request->mesh, request->path, request->replace);
  if (status)
    free_snapshot(s);
  else
    *out = s;
  return status;
}

tetracast_error *tetracast_snapshot_create(tetracast_problem *problem, const tetracast_mesh *mesh,
                                           const char *path, int64_t rows, int replace,
                                           tetracast_snapshot **out) {
  const snapshot_request request = {mesh, path, rows, replace};
  TC_API_PROBLEM_CALL(problem, create_snapshot(problem, &request, out));
}

/* ---- rows ---- */

static tc_status check_write(const tetracast_snapshot *s, const tetracast_stepper *stepper) {
  TC_TRY(tc_api_check_argument(stepper, "stepper"));
  if (stepper->problem != s->problem)
    return tc_status_create(TC_USAGE, "tetracast_snapshot_write: the stepper belongs to another problem: "
                                      "pass a stepper of the "
                                      "problem of the file");
  TC_TRY(tc_api_stepper_check_usable(stepper));
  if (tc_snapshot_count(s->file) < s->rows) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "tetracast_snapshot_write: all %lld rows are written: create the file with more "
                          "rows",
                          (long long)s->rows);
}

static tc_status write_row(tetracast_snapshot *s, const tetracast_stepper *stepper) {
  const size_t bytes = (size_t)space_of(s)->owned * sizeof(double);
  TC_TRY(check_write(s, stepper));
  for (int k = 0; bytes > 0 && k < s->states; k++)
    memcpy(s->state[k], tc_source_state(stepper->view.source, k), bytes);
  const tc_run_state *now = tc_step_state(stepper->loop);
  /* A steady solve has no time (0). The file then contains the step number as time (see tc_snapshot_hook). */
  const double time = now->time > 0.0 ? now->time : (double)now->step;
  return tc_snapshot_write(s->file, now->step, time, now->value);
}

tetracast_error *tetracast_snapshot_write(tetracast_snapshot *snapshot, const tetracast_stepper *stepper) {
  TC_API_PROBLEM_CALL(snapshot ? snapshot->problem : NULL, write_row(snapshot, stepper));
}

static tc_status close_snapshot(tetracast_snapshot *s, int publish) {
  if (publish) return tc_snapshot_close(&s->file);
  tc_snapshot_close_failed(&s->file);
  remove_files(&s->paths);
  return TC_OK;
}

/* Closes the snapshot file inside the guard. This is a separate function, because the guard still uses the
 * world after the call, and freeing the snapshot may free the world. The caller therefore frees the snapshot
 * afterwards. */
static tetracast_error *close_guarded(tetracast_snapshot *s, int publish) {
  TC_API_PROBLEM_CALL(s->problem, close_snapshot(s, publish));
}

tetracast_error *tetracast_snapshot_close(tetracast_snapshot **snapshot, int publish) {
  if (!snapshot || !*snapshot) return NULL;
  tetracast_problem *problem = (*snapshot)->problem;
  tc_api_problem_abandon(problem);
  tetracast_error *error = close_guarded(*snapshot, publish);
  /* the guard has returned an error, because a callback has called this function */
  if (problem->world->is_busy) return error;
  free_snapshot(*snapshot);
  *snapshot = NULL;
  return error;
}

/* ---- reading ---- */

static tc_status read_on_root(const tetracast_problem *p, const char *path, int64_t step,
                              tc_snapshot_values *out) {
  const tc_space *space = p->prepared.problem->space;
  const tc_snapshot_query query = {path,       step, space->cells, space->base, p->plan.mesh_hash,
                                   "/field/v", false};
  if (space->world->rank > 0) return TC_OK;
  TC_TRY(tc_api_check_argument(path, "path"));
  return tc_snapshot_read(&query, out);
}

static tc_status distribute(const tetracast_problem *p, tc_snapshot_values *found, double *value,
                            double *time) {
  const tc_space *space = p->prepared.problem->space;
  TC_TRY(tc_scatter_cells(space->world, space->owned, space->id, 1, found->value, value));
  TC_TRY(TC_MPI(space->world, MPI_Bcast(&found->time, 1, MPI_DOUBLE, 0, tc_world_comm(space->world))));
  if (time) *time = found->time;
  return TC_OK;
}

static tc_status read_snapshot(const tetracast_problem *p, const char *path, int64_t step, double *value,
                               double *time) {
  tc_snapshot_values found = {0};
  TC_TRY(tc_api_problem_check_set_up(p, "tetracast_snapshot_read"));
  tc_status status = p->prepared.problem->space->owned > 0 ? tc_api_check_argument(value, "value") : TC_OK;
  if (!status) status = read_on_root(p, path, step, &found);
  status = tc_world_agree(p->own_world, status);
  if (!status) status = distribute(p, &found, value, time);
  tc_free(found.value);
  return status;
}

tetracast_error *tetracast_snapshot_read(tetracast_problem *problem, const char *path, int64_t step,
                                         double *value, double *time) {
  TC_API_PROBLEM_CALL(problem, read_snapshot(problem, path, step, value, time));
}
