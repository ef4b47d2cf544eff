#include "api/host.h"
#include "support/parallel.h"

TestSuite(world, .init = host_begin);

ParallelTest(world, version_and_lists) {
  (void)world;
  host_restore();
  char *json = NULL;
  cr_assert_eq(tetracast_version(), TETRACAST_VERSION_NUMBER);
  succeeds(tetracast_version_describe(&json));
  cr_assert(strstr(json, "\"version\": \"0.2.0\"") && strstr(json, "HDF5"), "%s", json);
  tetracast_text_free(json);
  tetracast_text_free(NULL);
  fails(TETRACAST_USAGE, "json", tetracast_version_describe(NULL));
  for (int list = 0; list < 9; list++) {
    const char *summary = NULL, *name = tetracast_list_name((tetracast_list)list, 0, &summary);
    int count = 0;
    while (tetracast_list_name((tetracast_list)list, count, NULL)) count++;
    cr_assert(name && summary && strlen(summary) > 10 && count > 1, "list %d", list);
    cr_assert_null(tetracast_list_name((tetracast_list)list, -1, NULL));
  }
  cr_assert_str_eq(tetracast_list_name(TETRACAST_LIST_PARTS, 0, NULL), "pack");
  cr_assert_null(tetracast_list_name((tetracast_list)9, 0, NULL));
}

ParallelTest(world, errors_are_values) {
  (void)world;
  host_restore();
  tetracast_error *none = NULL;
  cr_assert_eq(tetracast_error_code(NULL), TETRACAST_DONE);
  cr_assert_str_eq(tetracast_error_text(NULL), "done");
  cr_assert_eq(tetracast_error_is_local(NULL), 0);
  tetracast_error_free(&none);
  tetracast_error_free(NULL);
}

ParallelTest(world, process) {
  (void)world;
  host_restore();
  succeeds(tetracast_process_prepare(0));
  fails(TETRACAST_USAGE, "16", tetracast_process_prepare(16));
  fails(TETRACAST_USAGE, "before MPI_Init", tetracast_process_prepare(TETRACAST_PROCESS_WINDOWS));
}

ParallelTest(world, create_and_destroy) {
  (void)world;
  host_restore();
  tetracast_world *w = NULL;
  MPI_Comm comm;
  fails(TETRACAST_USAGE, "MPI_COMM_NULL", tetracast_world_create(MPI_COMM_NULL, 0, &w));
  fails(TETRACAST_USAGE, "ranks_per_node", tetracast_world_create(MPI_COMM_WORLD, -1, &w));
  fails(TETRACAST_USAGE, "ranges from -2147483648 to -2147483648",
        tetracast_world_create(MPI_COMM_WORLD, INT32_MIN, &w));
  fails(TETRACAST_USAGE, "out", tetracast_world_create(MPI_COMM_WORLD, 0, host_is_last() ? NULL : &w));
  fails(TETRACAST_USAGE, "ranks_per_node", tetracast_world_create_f(TETRACAST_COMM_WORLD_F, -1, &w));
  if (host_ranks() > 1)
    fails(TETRACAST_USAGE, "ranks_per_node", tetracast_world_create(MPI_COMM_WORLD, host_rank(), &w));
  cr_assert_null(w);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  succeeds(tetracast_world_create(comm, 0, &w));
  MPI_Comm_free(&comm);
  host_call(tetracast_world_destroy(&w));
  cr_assert_null(w);
  succeeds(tetracast_world_create_f(TETRACAST_COMM_WORLD_F, 2, &w));
  tetracast_world_destroy(&w);
  succeeds(tetracast_world_create_f(MPI_Comm_c2f(MPI_COMM_SELF), 0, &w));
  tetracast_world_destroy(&w);
  tetracast_world_destroy(&w);
  tetracast_world_destroy(NULL);
}

/* Numbers of lines and of warnings that the log of a program has received. */
typedef struct log_record {
  int lines, warnings;
  tetracast_error *error; /* error of the library call that the log function makes */
  tetracast_world *world;
} log_record;

static void record_line(void *self, tetracast_level level, const char *text) {
  log_record *record = self;
  record->lines += level > TETRACAST_LEVEL_WARNING;
  record->warnings += level == TETRACAST_LEVEL_WARNING;
  cr_assert(text[0] != '\0' && !strchr(text, '\n') && !strchr(text, '\r'), "%s", text);
  if (!record->error) record->error = tetracast_world_set_threads(record->world, 1);
}

static void read_logged(tetracast_world *w, tetracast_level level, log_record *record) {
  tetracast_problem *problem = NULL;
  *record = (log_record){.world = w};
  host_call(tetracast_world_set_log(w, record_line, record, level));
  succeeds(tetracast_problem_load(w, "a.yaml", "mesh: {file: meshes/bar}\nstorage: ell\n", NULL, &problem));
  succeeds(tetracast_problem_set_up(problem));
  tetracast_problem_destroy(&problem);
}

ParallelTest(world, log) {
  (void)world;
  host_restore();
  tetracast_world *w = NULL;
  log_record record;
  succeeds(tetracast_world_create(MPI_COMM_WORLD, 0, &w));
  read_logged(w, TETRACAST_LEVEL_WARNING, &record);
  cr_assert_eq(record.lines, 0);
  tetracast_error_free(&record.error);
  read_logged(w, TETRACAST_LEVEL_NORMAL, &record);
  if (host_rank() == 0) {
    cr_assert(record.lines > 3);
    cr_assert_eq(tetracast_error_code(record.error), TETRACAST_USAGE, "a log that calls the library");
    tetracast_error_free(&record.error);
  } else {
    cr_assert_eq(record.lines + record.warnings, 0);
  }
  tetracast_world_set_log(w, NULL, NULL, TETRACAST_LEVEL_NORMAL);
  tetracast_world_set_log(NULL, record_line, NULL, TETRACAST_LEVEL_NORMAL);
  tetracast_world_destroy(&w);
}

ParallelTest(world, threads) {
  (void)world;
  host_restore();
  tetracast_world *w = NULL;
  succeeds(tetracast_world_create(MPI_COMM_WORLD, 0, &w));
  succeeds(tetracast_world_set_threads(w, 2));
  succeeds(tetracast_world_set_threads(w, 0));
  fails(TETRACAST_USAGE, "-3", tetracast_world_set_threads(w, -3));
  fails(TETRACAST_USAGE, "the number of threads is -2147483648", tetracast_world_set_threads(w, INT32_MIN));
  fails(TETRACAST_USAGE, "100000", tetracast_world_set_threads(w, 100000));
  fails(TETRACAST_USAGE, "NULL", tetracast_world_set_threads(NULL, 1));
  if (host_ranks() > 1)
    fails(TETRACAST_USAGE, "threads ranges from 1 to", tetracast_world_set_threads(w, 1 + host_rank()));
  tetracast_world_destroy(&w);
}

/* Destroying a world must free its communicators. Otherwise this loop would exceed MPI's limit of
 * communicators. */
ParallelTest(world, many_worlds) {
  (void)world;
  host_restore();
  for (int i = 0; i < 1000; i++) {
    tetracast_world *w = NULL;
    tetracast_error *error = tetracast_world_create(MPI_COMM_WORLD, 0, &w);
    cr_assert_null(error, "world %d: %s", i, tetracast_error_text(error));
    tetracast_world_destroy(&w);
  }
}
