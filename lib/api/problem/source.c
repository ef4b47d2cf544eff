/* Source terms that a callback of the program computes. The prepared problem calls the adapter `evaluate`,
 * which passes the cells of this rank to the callback. */
#include "api/call/call.h"
#include "api/problem/problem_object.h"

static int evaluate(void *self, double t, const tc_space *space, const double *v, double *source) {
  const tetracast_problem *p = self;
  return p->source(p->source_self, t, space->owned, space->id, space->centroid, v, source);
}

/* Collective. Returns an error unless all ranks or none pass a callback, and all pass the same `depends`.
 * Otherwise the ranks would wait for each other. */
static tc_status check_equal(const tc_world *world, bool exists, unsigned depends) {
  double most[4] = {exists, -(double)exists, depends, -(double)depends};
  TC_TRY(tc_world_max(world, most, 4));
  if (most[0] == -most[1] && most[2] == -most[3]) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "tetracast_problem_set_source_function: the function or `depends` differs "
                          "between ranks: pass the same on all ranks");
}

static tc_status set_source(tetracast_problem *p, tetracast_source_function *source, unsigned depends,
                            void *self) {
  const unsigned all = TETRACAST_DEPENDS_TIME | TETRACAST_DEPENDS_FIELD;
  if (p->is_set_up)
    return tc_status_create(TC_USAGE,
                            "tetracast_problem_set_source_function: the problem is set up: call it before "
                            "tetracast_problem_set_up");
  TC_TRY(check_equal(p->world->world, source != NULL, depends));
  if (depends & ~all)
    return tc_status_create(TC_USAGE,
                            "tetracast_problem_set_source_function: depends is %u: pass a sum of values of "
                            "tetracast_depends",
                            depends);
  p->source = source;
  p->source_self = self;
  p->source_adapter = (tc_source_function){.evaluate = evaluate,
                                           .self = p,
                                           .uses_time = depends & TETRACAST_DEPENDS_TIME,
                                           .uses_field = depends & TETRACAST_DEPENDS_FIELD};
  return TC_OK;
}

tetracast_error *tetracast_problem_set_source_function(tetracast_problem *problem,
                                                       tetracast_source_function *source, unsigned depends,
                                                       void *self) {
  TC_API_PROBLEM_CALL(problem, set_source(problem, source, depends, self));
}
