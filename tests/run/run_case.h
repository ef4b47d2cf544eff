/* Scene of a test that opens a session. It has a directory with the mesh of a small cube and a config, the
 * run options, and a log that the test can search. The tests of run/ and several others include this header.
 * A test calls scene_make, scene_set for each override, scene_open or scene_begin, and scene_free at the
 * end. */
#ifndef TC_TESTS_RUN_RUN_CASE_H
#define TC_TESTS_RUN_RUN_CASE_H

#include "base/program/log_stream.h"
#include "base/program/stop_signals.h"
#include "io/mesh/mesh_files.h"
#include "io/mesh/tetgen.h"
#include "run/session/session.h"
#include "support/meshes.h"
#include "support/parallel.h"

/* Machine file with all parameters, so that no test measures any. The path is relative to the top of the
 * sources, where the tests start. */
#define KNOWN_MACHINE "tests/support/machine.yaml"

typedef struct scene {
  tc_world *world;
  folder f; /* directory of the root; all ranks have its name */
  char config[400];
  char text[16][500];
  const char *override[16];
  tc_run_options choice;
  tc_run_environment environment;
  tc_log_record record;
  tc_log log;
  tc_log_stream sink;
  char *said; /* root: text of the log so far */
  size_t length;
} scene;

/* Adds an override, as `-s` does on the command line. */
static inline void scene_set(scene *s, const char *override) {
  cr_assert_lt(s->choice.overrides, 16);
  char *copy = s->text[s->choice.overrides];
  snprintf(copy, sizeof s->text[0], "%s", override);
  s->override[s->choice.overrides++] = copy;
  s->choice.override = s->override;
}

/* Adds boundary data that depend on time, boundary data that are constant, a source and a local state. */
static inline void scene_add_forcing(scene *s) {
  scene_set(s,
            "boundary={default: {kind: value, value: \"x+t\"}, markers: [{marker: 3, kind: flux, value: 0}, "
            "{marker: 5, kind: exchange, h: 2, outside: y}, {marker: 2, kind: flux, value: \"t*y\"}]}");
  scene_set(s, "states={w: {initial: 1, rate: v-w}}");
  scene_set(s, "source=w*v");
}

static inline void scene_write_inputs(const scene *s) {
  char text[400];
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  expect_ok(tc_tetgen_write(s->f.base, mesh, NULL));
  tc_mesh_destroy(&mesh);
  snprintf(text, sizeof text, "mesh: {file: %s}\ninitial: \"1+x+0.5*y*z\"\ntime: {steps: 3}\n", s->f.base);
  file_write(&s->f, "config.yaml", text);
}

/* Collective. Creates the mesh, the config and the log. The test can add overrides and options until it opens
 * the session. The log borrows addresses within *s, so *s must not be moved. */
static inline void scene_make(tc_world *world, scene *s) {
  *s = (scene){.world = world, .log = {NULL, TC_LOG_VERBOSE, NULL, NULL}};
  if (world->rank == 0) s->f = folder_make();
  MPI_Bcast(&s->f, (int)sizeof s->f, MPI_BYTE, 0, tc_world_comm(world));
  if (world->rank == 0) {
    s->log = (tc_log){tc_log_stream_init(&s->sink, open_memstream(&s->said, &s->length)), TC_LOG_VERBOSE,
                      &s->record, NULL};
    scene_write_inputs(s);
  }
  file_path(&s->f, "config.yaml", s->config);
  s->choice = (tc_run_options){.config = s->config, .machine = KNOWN_MACHINE, .listen = tc_stop_install};
  expect_ok(tc_run_environment_init(world, &s->environment));
}

/* Collective. Removes the directory. */
static inline void scene_free(scene *s) {
  MPI_Barrier(tc_world_comm(s->world));
  if (s->sink.out) fclose(s->sink.out);
  free(s->said);
  tc_run_environment_free(&s->environment);
  if (s->world->rank == 0) folder_remove(&s->f);
}

/* True if the log contains `words`. Ranks other than the root have no log and always return true. */
static inline bool scene_said(const scene *s, const char *words) {
  if (!s->sink.out) return true;
  fflush(s->sink.out);
  return strstr(s->said, words) != NULL;
}

/* Collective. Opens a session with the options of the scene. */
static inline tc_status scene_open(scene *s, tc_session *session) {
  return tc_session_open(&s->choice, &s->environment, s->world, &s->log, session);
}

/* Collective. Opens the session and sets it up. */
static inline void scene_begin(scene *s, tc_session *session) {
  expect_ok(scene_open(s, session));
  expect_ok(tc_session_set_up(session, session->plan.config->distribution.block_size));
}

/* Collective. Runs the session and returns its latest result. */
static inline const tc_result *run_session(tc_session *s, const char *strategy, int32_t block_size) {
  expect_ok(tc_session_run(s, tc_strategy_find(strategy), block_size, NULL));
  return &s->results.result[s->results.count - 1];
}

/* Number of warnings that contain `part`. Other warnings may exist, for example if there are more ranks than
 * cores. */
static inline int scene_count_warnings(const scene *s, const char *part) {
  int count = 0;
  for (int w = 0; w < s->record.warnings; w++) count += strstr(s->record.warning[w], part) != NULL;
  return count;
}

#endif
