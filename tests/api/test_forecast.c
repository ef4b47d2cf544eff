#include "api/host.h"
#include "support/parallel.h"

TestSuite(forecast, .init = host_begin);

#define KNOWN_MACHINE "tests/support/machine.yaml"

typedef struct scene {
  tetracast_world *world;
  tetracast_mesh *mesh;
  tetracast_problem *problem;
  tetracast_machine *machine;
} scene;

static scene create_scene(void) {
  scene s = {0};
  host_restore();
  succeeds(tetracast_world_create(MPI_COMM_WORLD, 0, &s.world));
  succeeds(tetracast_mesh_create_box(s.world, (const int64_t[]){6, 5, 4}, (const double[]){1.0, 1.0, 1.0},
                                     &s.mesh));
  succeeds(tetracast_problem_create(s.mesh, &s.problem));
  succeeds(tetracast_machine_read(s.world, KNOWN_MACHINE, &s.machine));
  return s;
}

static void free_scene(scene *s) {
  host_call(tetracast_machine_destroy(&s->machine));
  tetracast_machine_destroy(NULL);
  tetracast_problem_destroy(&s->problem);
  tetracast_mesh_destroy(&s->mesh);
  tetracast_world_destroy(&s->world);
}

ParallelTest(forecast, machine_and_problem) {
  (void)world;
  scene s = create_scene();
  tetracast_machine *machine = NULL;
  tetracast_forecast *forecast = NULL;
  fails(TETRACAST_USAGE, "none.yaml", tetracast_machine_read(s.world, "none.yaml", &machine));
  fails(TETRACAST_USAGE, "path", tetracast_machine_read(s.world, NULL, &machine));
  fails(TETRACAST_USAGE, "machine", tetracast_forecast_create(s.problem, NULL, 1, 2, &forecast));
  fails(TETRACAST_USAGE, "machine",
        tetracast_forecast_create(s.problem, host_is_last() ? NULL : s.machine, 1, 2, &forecast));
  fails(TETRACAST_USAGE, "-1 nodes", tetracast_forecast_create(s.problem, s.machine, -1, 2, &forecast));
  fails(TETRACAST_USAGE, "131072", tetracast_forecast_create(s.problem, s.machine, 4096, 64, &forecast));
  fails(TETRACAST_USAGE, "720 cells", tetracast_forecast_create(s.problem, s.machine, 16, 64, &forecast));
  succeeds(tetracast_problem_set(s.problem, "time.method", "implicit"));
  fails(TETRACAST_USAGE, "implicit", tetracast_forecast_create(s.problem, s.machine, 2, 2, &forecast));
  succeeds(tetracast_problem_set(s.problem, "time.dt", "1e-3"));
  succeeds(tetracast_problem_set(s.problem, "time.method", "rkl2"));
  fails(TETRACAST_USAGE, "stages of method rkl2",
        tetracast_forecast_create(s.problem, s.machine, 2, 2, &forecast));
  succeeds(tetracast_problem_set(s.problem, "time.method", "euler"));
  succeeds(tetracast_problem_set(s.problem, "time.dt", "auto"));
  succeeds(tetracast_problem_set(s.problem, "storage", "ell"));
  succeeds(tetracast_problem_set_up(s.problem));
  fails(TETRACAST_USAGE, "before tetracast_problem_set_up",
        tetracast_forecast_create(s.problem, s.machine, 2, 2, &forecast));
  cr_assert(!machine && !forecast);
  free_scene(&s);
}

/* Section `job` of a machine file, with a parameter that the machine file of the tests does not contain.
 * All other parameters of jobs have their defaults. */
static const char job_section[] = "job:\n  job_start_s: 0.05\n";

/* The root writes the machine file of the tests with the section `job` to a file. All ranks read this
 * file. */
static tetracast_machine *read_job_machine(tetracast_world *world) {
  char path[64], line[400];
  tetracast_machine *machine = NULL;
  snprintf(path, sizeof path, "/tmp/tetracast_machine.%d.yaml", (int)getpid());
  if (host_rank() == 0) {
    FILE *in = fopen(KNOWN_MACHINE, "r"), *out = fopen(path, "w");
    cr_assert(in && out);
    while (fgets(line, sizeof line, in)) fputs(line, out);
    fputs(job_section, out);
    fclose(in);
    fclose(out);
  }
  succeeds(tetracast_machine_read(world, path, &machine));
  if (host_rank() == 0) remove(path);
  return machine;
}

/* Returns a problem that contains all data for the forecast of a whole job, except the parameters of the
 * machine. */
static scene create_job(void) {
  scene s = create_scene();
  succeeds(tetracast_problem_set(s.problem, "time.steps", "100"));
  succeeds(tetracast_problem_set(s.problem, "forecast.records", "none"));
  return s;
}

ParallelTest(forecast, job_without_parameters) {
  (void)world;
  scene s = create_job();
  tetracast_forecast *forecast = NULL;
  double total = 0.0, bound = 0.0;
  succeeds(tetracast_forecast_create(s.problem, s.machine, 1, 2, &forecast));
  succeeds(tetracast_forecast_job(forecast, NULL, NULL, &total, &bound));
  cr_assert(isnan(total) && isnan(bound), "the machine lacks the parameters");
  tetracast_forecast_destroy(&forecast);
  free_scene(&s);
}

ParallelTest(forecast, job) {
  (void)world;
  scene s = create_job();
  tetracast_forecast *forecast = NULL;
  double total = 0.0, bound = 0.0, phase, phase_bound, sum = 0.0;
  const char *name;
  tetracast_machine_destroy(&s.machine);
  s.machine = read_job_machine(s.world);
  succeeds(tetracast_forecast_create(s.problem, s.machine, 1, 2, &forecast));
  succeeds(tetracast_forecast_job(forecast, "neighbour", NULL, &total, &bound));
  cr_assert(total > 0.0 && bound > total, "%g, at most %g", total, bound);
  for (int p = 0; (name = tetracast_list_name(TETRACAST_LIST_JOB_PHASES, p, NULL)); p++) {
    succeeds(tetracast_forecast_job(forecast, "neighbour", name, &phase, &phase_bound));
    cr_assert(phase == 0.0 ? isnan(phase_bound) : phase_bound > phase, "%s: %g", name, phase);
    sum += phase;
  }
  cr_assert_float_eq(sum, total, 1e-9 * total);
  fails(TETRACAST_USAGE, "phase", tetracast_forecast_job(forecast, NULL, "stepping", &phase, &bound));
  fails(TETRACAST_USAGE, "not forecast", tetracast_forecast_job(forecast, "naive", NULL, &phase, &bound));
  fails(TETRACAST_USAGE, "bound", tetracast_forecast_job(forecast, NULL, NULL, &phase, NULL));
  tetracast_forecast_destroy(&forecast);
  free_scene(&s);
}

/* Returns in `seconds` the forecasts of the job, of its phase `read` and of one step. */
static void forecast_job(tetracast_problem *problem, const tetracast_machine *machine, double seconds[3]) {
  tetracast_forecast *forecast = NULL;
  double bound;
  succeeds(tetracast_forecast_create(problem, machine, 1, 2, &forecast));
  succeeds(tetracast_forecast_job(forecast, "neighbour", NULL, &seconds[0], &bound));
  cr_assert_gt(bound, seconds[0]);
  succeeds(tetracast_forecast_job(forecast, "neighbour", "read", &seconds[1], &bound));
  succeeds(tetracast_forecast_seconds(forecast, "neighbour", NULL, NULL, &seconds[2]));
  tetracast_forecast_destroy(&forecast);
}

/* If the config names a mesh file, the forecast of the job includes reading this file. If the program
 * passes a mesh, there is nothing to read. */
ParallelTest(forecast, job_of_a_config_with_a_mesh_file) {
  (void)world;
  static const char text[] =
      "mesh: {file: meshes/ventricle}\ntime: {steps: 100}\nforecast: {records: none}\n";
  tetracast_world *w = NULL;
  tetracast_mesh *mesh = NULL;
  double own[3], given[3];
  host_restore();
  succeeds(tetracast_world_create(MPI_COMM_WORLD, 0, &w));
  tetracast_machine *machine = read_job_machine(w);
  succeeds(tetracast_mesh_read(w, "meshes/ventricle", &mesh));
  for (int k = 0; k < 2; k++) {
    tetracast_problem *problem = NULL;
    succeeds(tetracast_problem_load(w, "a.yaml", text, k ? mesh : NULL, &problem));
    forecast_job(problem, machine, k ? given : own);
    tetracast_problem_destroy(&problem);
  }
  cr_assert(own[1] > 0.0 && given[1] == 0.0, "reading takes %g and %g s", own[1], given[1]);
  cr_assert_float_eq(own[0] - own[1], given[0], 1e-9 * given[0]);
  cr_assert_eq(own[2], given[2]);
  tetracast_mesh_destroy(&mesh);
  host_call(tetracast_machine_destroy(&machine));
  tetracast_world_destroy(&w);
}

ParallelTest(forecast, seconds_and_counts) {
  (void)world;
  scene s = create_scene();
  tetracast_forecast *forecast = NULL;
  double total, last = 0.0, same, part;
  int64_t all, sum = 0, one;
  int count = 0;
  succeeds(tetracast_forecast_create(s.problem, s.machine, 4, 3, &forecast));
  for (const char *name; (name = tetracast_forecast_strategy(forecast, count)); count++) {
    succeeds(tetracast_forecast_seconds(forecast, name, NULL, NULL, &total));
    succeeds(tetracast_forecast_seconds(forecast, name, "refined", "compute", &part));
    cr_assert(total > 0.0 && total >= last && part > 0.0, "%s: %g after %g", name, total, last);
    last = total;
  }
  cr_assert(count > 3 && !tetracast_forecast_strategy(forecast, -1));
  succeeds(tetracast_forecast_seconds(forecast, NULL, NULL, NULL, &total));
  succeeds(tetracast_forecast_seconds(forecast, tetracast_forecast_strategy(forecast, 0), NULL, NULL, &same));
  cr_assert_eq(total, same);
  succeeds(tetracast_forecast_count(forecast, "neighbour", "remote_values", -1, &all));
  cr_assert_gt(all, 0);
  for (int rank = 0; host_rank() == 0 && rank < 12; rank++) {
    succeeds(tetracast_forecast_count(forecast, "neighbour", "remote_values", rank, &one));
    sum += one;
  }
  if (host_rank() == 0) cr_assert_eq(sum, all);
  if (host_rank() > 0)
    fails(TETRACAST_USAGE, "only rank 0", tetracast_forecast_count(forecast, NULL, "barriers", 0, &one));
  fails(TETRACAST_USAGE, "rank",
        tetracast_forecast_count(forecast, NULL, "barriers", host_rank() ? -2 : 12, &one));
  fails(TETRACAST_USAGE, "barrier ", tetracast_forecast_count(forecast, NULL, "barrier", -1, &one));
  fails(TETRACAST_USAGE, "not forecast", tetracast_forecast_seconds(forecast, "naive", NULL, NULL, &total));
  fails(TETRACAST_USAGE, "model", tetracast_forecast_seconds(forecast, NULL, "papre", NULL, &total));
  fails(TETRACAST_USAGE, "part", tetracast_forecast_seconds(forecast, NULL, NULL, "packs", &total));
  char *json = NULL;
  fails(TETRACAST_USAGE, "json", tetracast_forecast_report(forecast, NULL));
  fails(TETRACAST_USAGE, "NULL", tetracast_forecast_report(NULL, &json));
  succeeds(tetracast_forecast_report(forecast, &json));
  cr_assert(host_rank() ? !json : strstr(json, "\"predicted_s\"") && strstr(json, "\"neighbour\""), "%s",
            json);
  tetracast_text_free(json);
  host_call(tetracast_forecast_destroy(&forecast));
  cr_assert_null(forecast);
  tetracast_forecast_destroy(NULL);
  /* The values 0 for nodes and ranks per node select the numbers of the world. */
  succeeds(tetracast_forecast_create(s.problem, s.machine, 0, 0, &forecast));
  fails(TETRACAST_USAGE, "rank",
        tetracast_forecast_count(forecast, NULL, "barriers", host_rank() ? -2 : host_ranks(), &one));
  tetracast_forecast_destroy(&forecast);
  free_scene(&s);
}
