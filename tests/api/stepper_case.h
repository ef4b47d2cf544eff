/* Helpers for tests of steppers. A stepper makes the time steps of a problem. */
#ifndef TC_TESTS_API_STEPPER_CASE_H
#define TC_TESTS_API_STEPPER_CASE_H

#include "api/host.h"

/* Loads a problem on a box from the text of a config. The mesh is returned in *mesh, because the set-up of
 * the problem needs it. */
static inline tetracast_problem *load_on_box(const char *text, tetracast_mesh **mesh) {
  tetracast_world *w = NULL;
  tetracast_problem *problem = NULL;
  host_restore();
  succeeds(tetracast_world_create(MPI_COMM_WORLD, 0, &w));
  succeeds(tetracast_mesh_create_box(w, (const int64_t[]){4, 3, 3}, (const double[]){1.0, 1.0, 1.0}, mesh));
  succeeds(tetracast_problem_load(w, "a.yaml", text, *mesh, &problem));
  tetracast_world_destroy(&w);
  return problem;
}

static inline void set_up_on_box(tetracast_problem *problem, tetracast_mesh **mesh) {
  succeeds(tetracast_problem_set_up(problem));
  tetracast_mesh_destroy(mesh);
}

/* Creates a problem on a box from the text of a config, sets `key` to `value` unless `key` is NULL, and
 * sets the problem up. */
static inline tetracast_problem *create_problem(const char *text, const char *key, const char *value) {
  tetracast_mesh *mesh = NULL;
  tetracast_problem *problem = load_on_box(text, &mesh);
  if (key) succeeds(tetracast_problem_set(problem, key, value));
  set_up_on_box(problem, &mesh);
  return problem;
}

static inline uint64_t hash_of(const tetracast_stepper *stepper) {
  uint64_t hash;
  succeeds(tetracast_stepper_statistics(stepper, NULL, NULL, NULL, &hash));
  return hash;
}

#endif
