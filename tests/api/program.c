/* A program that uses the library like the program of a user. It includes the public headers and links
 * libtetracast. Its arguments are commands, which it executes in their order. tests/api/program_test.sh
 * compares its output with that of the program tetracast. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tetracast/tetracast.h>

/* Functions of this program that have the names of internal functions of the library. Linking must not
 * confuse the two. */
int tc_world_create(void);
int tc_alloc(void);
int tc_world_create(void) { return 1; }
int tc_alloc(void) { return 1; }

/* If there is an error, prints its text and ends all ranks with its code. */
static void check(tetracast_error *error) {
  if (!error) return;
  fprintf(stderr, "error: %s\n", tetracast_error_text(error));
  MPI_Abort(MPI_COMM_WORLD, (int)tetracast_error_code(error));
}

static void print_strategy(const tetracast_forecast *forecast, const char *strategy) {
  const char *count;
  double seconds;
  int64_t value;
  check(tetracast_forecast_seconds(forecast, strategy, NULL, NULL, &seconds));
  printf("%s predicted_s %.17g\n", strategy, seconds);
  for (int i = 0; (count = tetracast_list_name(TETRACAST_LIST_COUNTS, i, NULL)) != NULL; i++) {
    check(tetracast_forecast_count(forecast, strategy, count, -1, &value));
    printf("%s %s %lld\n", strategy, count, (long long)value);
  }
}

/* Command "forecast MESH MACHINE NODES RANKS_PER_NODE". Prints the forecast of a step. */
static void print_forecast(tetracast_world *world, char **argument) {
  tetracast_mesh *mesh;
  tetracast_problem *problem;
  tetracast_machine *machine;
  tetracast_forecast *forecast;
  const char *strategy;
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  check(tetracast_mesh_read(world, argument[0], &mesh));
  check(tetracast_problem_create(mesh, &problem));
  check(tetracast_machine_read(world, argument[1], &machine));
  check(tetracast_forecast_create(problem, machine, atoi(argument[2]), atoi(argument[3]), &forecast));
  for (int i = 0; rank == 0 && (strategy = tetracast_forecast_strategy(forecast, i)) != NULL; i++)
    print_strategy(forecast, strategy);
  tetracast_forecast_destroy(&forecast);
  tetracast_machine_destroy(&machine);
  tetracast_problem_destroy(&problem);
  tetracast_mesh_destroy(&mesh);
}

static void read_text(const char *path, char *text, size_t size) {
  FILE *file = fopen(path, "r");
  const size_t read = file ? fread(text, 1, size - 1, file) : 0;
  if (read == 0) MPI_Abort(MPI_COMM_WORLD, 2);
  text[read] = '\0';
  if (file) fclose(file);
}

/* Data of one of two threads. The threads use separate worlds at the same time. */
typedef struct own_world {
  MPI_Comm comm;
  const char *path;
  int steps;
  uint64_t hash;
} own_world;

static void *run_world(void *argument) {
  own_world *own = (own_world *)argument;
  char text[10000] = "";
  tetracast_world *world;
  tetracast_problem *problem;
  tetracast_stepper *stepper;
  read_text(own->path, text, sizeof text);
  check(tetracast_world_create(own->comm, 0, &world));
  check(tetracast_problem_load(world, own->path, text, NULL, &problem));
  check(tetracast_problem_set_up(problem));
  check(tetracast_stepper_create(problem, NULL, "neighbour", &stepper));
  check(tetracast_stepper_advance(stepper, own->steps));
  check(tetracast_stepper_statistics(stepper, NULL, NULL, NULL, &own->hash));
  tetracast_stepper_destroy(&stepper);
  tetracast_problem_destroy(&problem);
  tetracast_world_destroy(&world);
  return NULL;
}

/* Command "threads CONFIG STEPS". Two threads make the steps of a config at the same time, each in its own
 * world. Prints both hashes. */
static void print_threads(tetracast_world *world, char **argument) {
  own_world own[2];
  pthread_t thread[2];
  int rank;
  (void)world;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int k = 0; k < 2; k++) {
    own[k].path = argument[0];
    own[k].steps = atoi(argument[1]);
    MPI_Comm_dup(MPI_COMM_WORLD, &own[k].comm);
  }
  for (int k = 0; k < 2; k++)
    if (pthread_create(&thread[k], NULL, run_world, &own[k])) MPI_Abort(MPI_COMM_WORLD, 1);
  for (int k = 0; k < 2; k++) {
    pthread_join(thread[k], NULL);
    if (rank == 0) printf("%016llx\n", (unsigned long long)own[k].hash);
    MPI_Comm_free(&own[k].comm);
  }
}

/* Command "step CONFIG STRATEGY STEPS". Creates two problems from the config and makes their steps
 * alternately. Prints the hash of each field. */
static void print_hashes(tetracast_world *world, char **argument) {
  static char text[100000];
  tetracast_problem *problem[2];
  tetracast_stepper *stepper[2];
  const int steps = atoi(argument[2]);
  uint64_t hash;
  int rank;
  read_text(argument[0], text, sizeof text);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int k = 0; k < 2; k++) {
    check(tetracast_problem_load(world, argument[0], text, NULL, &problem[k]));
    check(tetracast_problem_set_up(problem[k]));
    check(tetracast_stepper_create(problem[k], NULL, argument[1], &stepper[k]));
  }
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 2; k++)
      check(tetracast_stepper_advance(stepper[k], i == 0 ? steps / 3 : steps - steps / 3));
  for (int k = 0; k < 2; k++) {
    check(tetracast_stepper_statistics(stepper[k], NULL, NULL, NULL, &hash));
    if (rank == 0) printf("%016llx\n", (unsigned long long)hash);
    tetracast_stepper_destroy(&stepper[k]);
    tetracast_problem_destroy(&problem[k]);
  }
}

/* Command "outputs CONFIG MODE STEPS REPORT". Makes a run that writes the outputs of its config. The
 * output files are published after all steps. */
static void run_outputs(tetracast_world *world, char **argument) {
  static char text[100000];
  tetracast_problem *problem;
  tetracast_stepper *stepper;
  const int steps = atoi(argument[2]);
  int64_t step;
  char *json;
  read_text(argument[0], text, sizeof text);
  check(tetracast_problem_load(world, argument[0], text, NULL, &problem));
  check(tetracast_problem_enable_outputs(problem, (tetracast_outputs)atoi(argument[1])));
  check(tetracast_problem_set_up(problem));
  check(tetracast_stepper_create(problem, NULL, NULL, &stepper));
  check(tetracast_stepper_advance(stepper, steps));
  tetracast_stepper_position(stepper, &step, NULL, NULL);
  if (step < steps) check(tetracast_stepper_publish(stepper));
  check(tetracast_stepper_report(stepper, &json));
  FILE *file = json ? fopen(argument[3], "w") : NULL;
  if (file) {
    fputs(json, file);
    fclose(file);
  }
  tetracast_text_free(json);
  tetracast_stepper_destroy(&stepper);
  tetracast_problem_destroy(&problem);
}

/* Command "move FROM TO". Renames a file or directory. */
static void move(tetracast_world *world, char **argument) {
  int rank;
  (void)world;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0 && rename(argument[0], argument[1])) MPI_Abort(MPI_COMM_WORLD, 2);
  MPI_Barrier(MPI_COMM_WORLD);
}

/* Command "finalised MESH STRATEGY FILE". Destroys objects of the library after MPI_Finalize, and prints
 * the error that closing an unfinished file gives. */
static void destroy_finalised(tetracast_world *world, char **argument) {
  tetracast_mesh *mesh;
  tetracast_problem *problem;
  tetracast_operator *op;
  tetracast_stepper *stepper;
  tetracast_snapshot *snapshot;
  check(tetracast_mesh_read(world, argument[0], &mesh));
  check(tetracast_problem_create(mesh, &problem));
  check(tetracast_problem_set_up(problem));
  check(tetracast_operator_create(problem, argument[1], NULL, &op));
  check(tetracast_stepper_create(problem, NULL, argument[1], &stepper));
  check(tetracast_snapshot_create(problem, mesh, argument[2], 1, 1, &snapshot));
  check(tetracast_stepper_advance(stepper, 1));
  check(tetracast_snapshot_write(snapshot, stepper));
  MPI_Finalize();
  tetracast_error *error = tetracast_snapshot_close(&snapshot, 1);
  printf("%d %s\n", (int)tetracast_error_code(error), tetracast_error_text(error));
  tetracast_error_free(&error);
  tetracast_operator_destroy(&op);
  tetracast_problem_destroy(&problem);
  tetracast_stepper_destroy(&stepper);
  tetracast_mesh_destroy(&mesh);
}

/* Command "report CONFIG MESH MACHINE NODES RANKS_PER_NODE". Prints the report of a forecast. */
static void print_report(tetracast_world *world, char **argument) {
  static char text[8192];
  tetracast_mesh *mesh;
  tetracast_problem *problem;
  tetracast_machine *machine;
  tetracast_forecast *forecast;
  char *json;
  read_text(argument[0], text, sizeof text);
  check(tetracast_mesh_read(world, argument[1], &mesh));
  check(tetracast_problem_load(world, argument[0], text, mesh, &problem));
  check(tetracast_machine_read(world, argument[2], &machine));
  check(tetracast_forecast_create(problem, machine, atoi(argument[3]), atoi(argument[4]), &forecast));
  check(tetracast_forecast_report(forecast, &json));
  if (json) fputs(json, stdout);
  tetracast_text_free(json);
  tetracast_forecast_destroy(&forecast);
  tetracast_machine_destroy(&machine);
  tetracast_problem_destroy(&problem);
  tetracast_mesh_destroy(&mesh);
}

static const struct {
  const char *name;
  int arguments;
  void (*run)(tetracast_world *world, char **argument);
} commands[] = {{"forecast", 4, print_forecast},    {"report", 5, print_report},
                {"threads", 2, print_threads},      {"move", 2, move},
                {"step", 3, print_hashes},          {"outputs", 4, run_outputs},
                {"finalised", 3, destroy_finalised}};

/* Runs the command at the beginning of a list of words. Returns the number of its words. */
static int run_command(tetracast_world *world, int words, char **word) {
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
    if (strcmp(commands[i].name, word[0]) == 0 && words > commands[i].arguments) {
      commands[i].run(world, word + 1);
      fflush(stdout);
      return 1 + commands[i].arguments;
    }
  fprintf(stderr, "error: %s: unknown command or too few arguments\n", word[0]);
  MPI_Abort(MPI_COMM_WORLD, 2);
  return words;
}

int main(int argc, char **argv) {
  tetracast_world *world;
  int provided, is_finalised;
  if (getenv("API_PREPARE")) check(tetracast_process_prepare(15));
  MPI_Init_thread(&argc, &argv, getenv("API_MULTIPLE") ? MPI_THREAD_MULTIPLE : MPI_THREAD_FUNNELED,
                  &provided);
  check(tetracast_world_create(MPI_COMM_WORLD, 0, &world));
  for (int i = 1; i < argc;) i += run_command(world, argc - i, argv + i);
  MPI_Finalized(&is_finalised);
  tetracast_world_destroy(&world);
  if (!is_finalised) MPI_Finalize();
  return tc_world_create() + tc_alloc() - 2;
}
