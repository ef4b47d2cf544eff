#include "api/host.h"
#include "api/operator/operator_object.h"
#include "support/ignore_leaks.h"
#include "support/parallel.h"

TestSuite(transport, .init = host_begin);

#define KNOWN_MACHINE "tests/support/machine.yaml"

/* ---- a transport that a program adds, which uses persistent messages ---- */

/* Results that the functions of a transport return (0: success), and how often each was called. */
typedef struct behaviour {
  int open_fails, begin_fails, end_fails;
  int opened, closed, begun;
} behaviour;

typedef struct exchange {
  behaviour *as;
  int peers;
  const int32_t *send_begin, *send_row, *receive_begin;
  double *out, *in;
  MPI_Request *request; /* [2 peers], requests of the receives, then of the sends */
} exchange;

static void close_exchange(void *context) {
  exchange *e = context;
  e->as->closed++;
  for (int k = 0; k < 2 * e->peers; k++) MPI_Request_free(&e->request[k]);
  free(e->out);
  free(e->in);
  free(e->request);
  free(e);
}

static int open_exchange(void *self, const tetracast_halo *halo, MPI_Comm comm, void **context) {
  behaviour *as = self;
  if (as->open_fails) return as->open_fails;
  exchange *e = calloc(1, sizeof *e);
  const int *peer;
  e->as = as;
  as->opened++;
  tetracast_halo_lists(halo, NULL, NULL, NULL, NULL, NULL);
  tetracast_halo_lists(halo, &e->peers, &peer, &e->send_begin, &e->send_row, &e->receive_begin);
  e->out = malloc(sizeof(double) * (size_t)(e->send_begin[e->peers] + 1));
  e->in = malloc(sizeof(double) * (size_t)(e->receive_begin[e->peers] + 1));
  e->request = malloc(sizeof(MPI_Request) * (size_t)(2 * e->peers + 1));
  for (int p = 0; p < e->peers; p++) {
    const int32_t *r = e->receive_begin + p, *s = e->send_begin + p;
    MPI_Recv_init(e->in + r[0], r[1] - r[0], MPI_DOUBLE, peer[p], 7, comm, &e->request[p]);
    MPI_Send_init(e->out + s[0], s[1] - s[0], MPI_DOUBLE, peer[p], 7, comm, &e->request[e->peers + p]);
  }
  *context = e;
  return 0;
}

static int begin_exchange(void *context, const double *own) {
  exchange *e = context;
  e->as->begun++;
  for (int32_t k = 0; k < e->send_begin[e->peers]; k++) e->out[k] = own[e->send_row[k]];
  MPI_Startall(2 * e->peers, e->request);
  return e->as->begin_fails;
}

static int end_exchange(void *context, double *ghost) {
  exchange *e = context;
  MPI_Waitall(2 * e->peers, e->request, MPI_STATUSES_IGNORE);
  for (int32_t k = 0; k < e->receive_begin[e->peers]; k++) ghost[k] = e->in[k];
  return e->as->end_fails;
}

/* Returns wrong ghost values, so that a result shows which transport was used. */
static int end_wrongly(void *context, double *ghost) {
  exchange *e = context;
  const int result = end_exchange(context, ghost);
  for (int32_t k = 0; k < e->receive_begin[e->peers]; k++) ghost[k] *= 0.5;
  return result;
}

static tetracast_transport persistent(behaviour *as) {
  return (tetracast_transport){.size = sizeof(tetracast_transport),
                               .name = "persistent",
                               .summary = "persistent two-sided messages",
                               .open = open_exchange,
                               .close = close_exchange,
                               .begin = begin_exchange,
                               .end = end_exchange,
                               .count_rule = TETRACAST_COUNT_UNIQUE,
                               .self = as};
}

/* ---- problems for the tests ---- */

typedef struct scene {
  tetracast_world *world;
  tetracast_mesh *mesh;
  tetracast_problem *problem;
} scene;

/* Returns a problem on a box, with its world and mesh. If `method` is NULL, the problem is not set up. */
static scene create_scene(const char *method) {
  scene s = {0};
  host_restore();
  succeeds(tetracast_world_create(MPI_COMM_WORLD, 0, &s.world));
  succeeds(tetracast_mesh_create_box(s.world, (const int64_t[]){4, 3, 2}, (const double[]){1.0, 1.0, 1.0},
                                     &s.mesh));
  succeeds(tetracast_problem_create(s.mesh, &s.problem));
  succeeds(tetracast_problem_set(s.problem, "initial", "sin(3*x)*y+z"));
  succeeds(tetracast_problem_set(s.problem, "storage", "ell"));
  succeeds(tetracast_problem_set(s.problem, "boundary.default", "{kind: value, value: x}"));
  if (!method) return s;
  succeeds(tetracast_problem_set(s.problem, "time.method", method));
  succeeds(tetracast_problem_set_up(s.problem));
  return s;
}

static void free_scene(scene *s) {
  tetracast_problem_destroy(&s->problem);
  tetracast_mesh_destroy(&s->mesh);
  tetracast_world_destroy(&s->world);
}

static uint64_t run(const scene *s, const char *strategy) {
  tetracast_stepper *stepper = NULL;
  uint64_t hash = 0;
  succeeds(tetracast_stepper_create(s->problem, NULL, strategy, &stepper));
  succeeds(tetracast_stepper_advance(stepper, 10));
  succeeds(tetracast_stepper_statistics(stepper, NULL, NULL, NULL, &hash));
  tetracast_stepper_destroy(&stepper);
  return hash;
}

/* ---- runs with the transport ---- */

ParallelTest(transport, same_field_as_neighbour) {
  (void)world;
  static const char *const method[] = {"euler", "implicit", "steady"};
  for (int m = 0; m < 3; m++) {
    behaviour as = {0};
    const tetracast_transport transport = persistent(&as);
    scene s = create_scene(method[m]);
    /* A transport may be added after the set-up of the problem. */
    succeeds(tetracast_world_add_transport(s.world, &transport));
    cr_assert_eq(run(&s, "persistent"), run(&s, "neighbour"), "%s", method[m]);
    free_scene(&s);
    cr_assert(as.opened > 0 && as.closed == as.opened && as.begun >= (m < 2 ? 10 : 1));
  }
}

/* Two worlds may have transports of the same name. One of these worlds has two transports. */
ParallelTest(transport, names_belong_to_a_world) {
  (void)world;
  behaviour as[3] = {{0}, {0}, {0}};
  scene s = create_scene("euler"), other = create_scene("euler");
  tetracast_transport first = persistent(&as[0]), second = persistent(&as[1]), third = persistent(&as[2]);
  char name[] = "second-2";
  second.name = name;
  second.end = third.end = end_wrongly;
  succeeds(tetracast_world_add_transport(s.world, &first));
  succeeds(tetracast_world_add_transport(s.world, &second));
  succeeds(tetracast_world_add_transport(other.world, &third));
  name[0] = '?'; /* the library has a copy of the name, so this change has no effect */
  const uint64_t right = run(&s, "neighbour"), wrong = run(&s, "second-2");
  cr_assert((right == wrong) == (host_ranks() == 1));
  cr_assert_eq(run(&s, "persistent"), right);
  cr_assert_eq(run(&other, "persistent"), wrong);
  tetracast_stepper *stepper = NULL;
  fails(TETRACAST_USAGE, "second-2", tetracast_stepper_create(other.problem, NULL, "second-2", &stepper));
  free_scene(&other);
  free_scene(&s);
}

/* ---- counts ---- */

/* Returns the counts of messages and values that the ledger of an operator records for one product. */
static tc_counts measure(tetracast_problem *problem, const char *strategy) {
  tetracast_operator *op = NULL;
  tc_ledger ledger = {0};
  succeeds(tetracast_operator_create(problem, strategy, NULL, &op));
  tc_vector *v = tc_operator_vector(op->op, 0);
  cr_assert_null(tc_operator_apply(op->op, &v[0], &v[1], &ledger));
  tetracast_operator_destroy(&op);
  return ledger.count;
}

ParallelTest(transport, counts_of_a_product) {
  (void)world;
  behaviour as = {0};
  tetracast_transport transport = persistent(&as);
  scene s = create_scene("euler");
  succeeds(tetracast_world_add_transport(s.world, &transport));
  transport.name = "uncounted";
  transport.count_rule = TETRACAST_COUNT_NONE;
  succeeds(tetracast_world_add_transport(s.world, &transport));
  const tc_counts neighbour = measure(s.problem, "neighbour"), counted = measure(s.problem, "persistent"),
                  uncounted = measure(s.problem, "uncounted");
  cr_assert_eq(memcmp(&neighbour, &counted, sizeof counted), 0);
  cr_assert((neighbour.local_values > 0) == (host_ranks() > 1) && uncounted.local_values == 0);
  free_scene(&s);
}

static void compare_forecasts(const tetracast_forecast *forecast) {
  const char *name;
  double seconds[2];
  for (int c = 0; (name = tetracast_list_name(TETRACAST_LIST_COUNTS, c, NULL)); c++) {
    int64_t value[2];
    succeeds(tetracast_forecast_count(forecast, "neighbour", name, -1, &value[0]));
    succeeds(tetracast_forecast_count(forecast, "persistent", name, -1, &value[1]));
    cr_assert_eq(value[0], value[1], "%s", name);
    if (host_rank() == 0) succeeds(tetracast_forecast_count(forecast, "persistent", name, 11, &value[1]));
  }
  succeeds(tetracast_forecast_seconds(forecast, "neighbour", NULL, NULL, &seconds[0]));
  succeeds(tetracast_forecast_seconds(forecast, "persistent", NULL, NULL, &seconds[1]));
  cr_assert(seconds[0] > 0.0 && seconds[0] == seconds[1]);
}

ParallelTest(transport, forecast) {
  (void)world;
  behaviour as = {0};
  tetracast_transport transport = persistent(&as);
  scene s = create_scene(NULL);
  tetracast_machine *machine = NULL;
  tetracast_forecast *forecast = NULL;
  double seconds;
  int listed = 0;
  succeeds(tetracast_machine_read(s.world, KNOWN_MACHINE, &machine));
  succeeds(tetracast_world_add_transport(s.world, &transport));
  transport.name = "uncounted";
  transport.count_rule = TETRACAST_COUNT_NONE;
  succeeds(tetracast_world_add_transport(s.world, &transport));
  succeeds(tetracast_forecast_create(s.problem, machine, 4, 3, &forecast));
  compare_forecasts(forecast);
  for (int i = 0; tetracast_forecast_strategy(forecast, i); i++)
    listed += strcmp(tetracast_forecast_strategy(forecast, i), "persistent") == 0;
  cr_assert_eq(listed, 1);
  fails(TETRACAST_USAGE, "not forecast",
        tetracast_forecast_seconds(forecast, "uncounted", NULL, NULL, &seconds));
  tetracast_forecast_destroy(&forecast);
  tetracast_machine_destroy(&machine);
  free_scene(&s);
}

/* ---- errors of transports ---- */

ParallelTest(transport, arguments) {
  (void)world;
  behaviour as = {0};
  const tetracast_transport good = persistent(&as);
  tetracast_transport bad = good;
  scene s = create_scene(NULL);
  fails(TETRACAST_USAGE, "transport", tetracast_world_add_transport(s.world, host_is_last() ? NULL : &good));
  fails(TETRACAST_USAGE, "NULL", tetracast_world_add_transport(NULL, &good));
  bad.size = sizeof bad - 1;
  fails(TETRACAST_USAGE, "size", tetracast_world_add_transport(s.world, &bad));
  bad = good;
  bad.end = NULL;
  fails(TETRACAST_USAGE, "function", tetracast_world_add_transport(s.world, host_is_last() ? &bad : &good));
  bad = good;
  bad.summary = NULL;
  fails(TETRACAST_USAGE, "summary", tetracast_world_add_transport(s.world, &bad));
  bad = good;
  bad.count_rule = (tetracast_count_rule)7;
  fails(TETRACAST_USAGE, "count_rule 7", tetracast_world_add_transport(s.world, &bad));
  bad = good;
  static const char *const name[] = {NULL, "", "Two words", "a_b",
                                     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"};
  for (int i = 0; i < 5; i++) {
    bad.name = name[i];
    fails(TETRACAST_USAGE, "name", tetracast_world_add_transport(s.world, &bad));
  }
  bad.name = "condensed";
  fails(TETRACAST_USAGE, "condensed", tetracast_world_add_transport(s.world, &bad));
  succeeds(tetracast_world_add_transport(s.world, &good));
  fails(TETRACAST_USAGE, "persistent", tetracast_world_add_transport(s.world, &good));
  fails(TETRACAST_USAGE, "persistent", tetracast_problem_set(s.problem, "strategy", "persistent"));
  free_scene(&s);
}

/* The struct tetracast_transport of version 0.2.0. All later versions of the library must accept it,
 * because programs may have been compiled with it. */
typedef struct transport_0_2_0 {
  size_t size;
  const char *name, *summary;
  int (*open)(void *self, const tetracast_halo *halo, MPI_Comm comm, void **context);
  void (*close)(void *context);
  int (*begin)(void *context, const double *own);
  int (*end)(void *context, double *ghost);
  tetracast_count_rule count_rule;
  void *self;
} transport_0_2_0;

/* A later version's struct, with one more member. */
typedef struct later_transport {
  transport_0_2_0 common;
  void *member;
} later_transport;

ParallelTest(transport, structs_of_other_versions) {
  (void)world;
  behaviour as = {0};
  later_transport t = {.common = {sizeof t.common, "old", "of version 0.2.0", open_exchange, close_exchange,
                                  begin_exchange, end_exchange, TETRACAST_COUNT_UNIQUE, &as},
                       .member = &as};
  scene s = create_scene("euler");
  const tetracast_transport *given = (const tetracast_transport *)(const void *)&t;
  succeeds(tetracast_world_add_transport(s.world, given));
  t.common.name = "new";
  t.common.size = sizeof(tetracast_transport) + sizeof t.member;
  fails(TETRACAST_USAGE, "later version", tetracast_world_add_transport(s.world, given));
  t.member = NULL;
  succeeds(tetracast_world_add_transport(s.world, given));
  cr_assert_eq(run(&s, "old"), run(&s, "new"));
  free_scene(&s);
}

ParallelTest(transport, open_fails) {
  (void)world;
  behaviour as = {.open_fails = host_is_last() ? 9 : 0};
  const tetracast_transport transport = persistent(&as);
  scene s = create_scene("euler");
  tetracast_stepper *stepper = NULL;
  tetracast_operator *op = NULL;
  succeeds(tetracast_world_add_transport(s.world, &transport));
  fails(TETRACAST_CALLBACK, "open has returned 9",
        tetracast_stepper_create(s.problem, NULL, "persistent", &stepper));
  fails(TETRACAST_CALLBACK, "persistent", tetracast_operator_create(s.problem, "persistent", NULL, &op));
  cr_assert_eq(as.opened, as.closed);
  run(&s, "neighbour");
  free_scene(&s);
}

/* Each rank makes this test in a world of one rank, so that a failure cannot stop other ranks. The
 * communicators of broken worlds are not freed, and their transports are not closed. */
static void fail_alone(behaviour *as, const char *function) {
  const tetracast_transport transport = persistent(as);
  tetracast_world *w = NULL;
  tetracast_mesh *mesh = NULL;
  tetracast_problem *problem = NULL;
  tetracast_stepper *stepper = NULL;
  tetracast_error *error;
  host_restore();
  succeeds(tetracast_world_create(MPI_COMM_SELF, 0, &w));
  succeeds(tetracast_world_add_transport(w, &transport));
  succeeds(tetracast_mesh_create_box(w, (const int64_t[]){2, 2, 2}, (const double[]){1.0, 1.0, 1.0}, &mesh));
  succeeds(tetracast_problem_create(mesh, &problem));
  succeeds(tetracast_problem_set_up(problem));
  succeeds(tetracast_stepper_create(problem, NULL, "persistent", &stepper));
  host_call(error = tetracast_stepper_advance(stepper, 5));
  cr_assert(tetracast_error_code(error) == TETRACAST_CALLBACK && tetracast_error_is_local(error) &&
                strstr(tetracast_error_text(error), function),
            "%s", tetracast_error_text(error));
  tetracast_error_free(&error);
  error = tetracast_world_set_threads(w, 1);
  cr_assert_eq(tetracast_error_code(error), TETRACAST_INTERNAL, "the world is broken");
  tetracast_error_free(&error);
  tetracast_stepper_destroy(&stepper);
  tetracast_problem_destroy(&problem);
  tetracast_mesh_destroy(&mesh);
  tetracast_world_destroy(&w);
  cr_assert_eq(as->closed, 0);
}

ParallelTest(transport, begin_and_end_fail) {
  (void)world;
  ignore_leaks(true);
  fail_alone(&(behaviour){.begin_fails = 3}, "begin has returned 3");
  fail_alone(&(behaviour){.end_fails = 4}, "end has returned 4");
  ignore_leaks(false);
}

/* The failing rank has already sent its values, so the other ranks complete their product. Later
 * collective calls would wait for the failing rank, so the others make none. */
static void fail_on_last_rank(void) {
  behaviour as = {.begin_fails = host_is_last() ? 6 : 0};
  const tetracast_transport transport = persistent(&as);
  scene s = create_scene("euler");
  tetracast_operator *op = NULL;
  int64_t owned;
  succeeds(tetracast_problem_cells(s.problem, &owned, NULL, NULL, NULL));
  double *x = calloc((size_t)owned + 1, sizeof *x), *y = calloc((size_t)owned + 1, sizeof *y);
  succeeds(tetracast_world_add_transport(s.world, &transport));
  succeeds(tetracast_operator_create(s.problem, "persistent", NULL, &op));
  tetracast_error *error = tetracast_operator_apply(op, x, y);
  cr_assert_eq(tetracast_error_code(error), host_is_last() ? TETRACAST_CALLBACK : TETRACAST_DONE);
  cr_assert_eq(tetracast_error_is_local(error), host_is_last());
  tetracast_error_free(&error);
  free(x);
  free(y);
  /* Only the failing rank destroys its objects, without MPI. The other ranks would wait for it. */
  if (!host_is_last()) return;
  tetracast_operator_destroy(&op);
  free_scene(&s);
}

ParallelTest(transport, begin_fails_on_one_rank) {
  (void)world;
  ignore_leaks(true);
  fail_on_last_rank();
  ignore_leaks(false);
}
