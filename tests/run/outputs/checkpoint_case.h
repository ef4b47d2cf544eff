/* Runs that write checkpoints, and comparisons of the files that these runs write. The tests of checkpoints
 * and of limits in this directory include this header. A test creates the scene of a run with
 * make_checkpoint_scene or run_undisturbed and performs the run with outputs_run (interrupted.h). */
#ifndef TC_TESTS_RUN_OUTPUTS_CHECKPOINT_CASE_H
#define TC_TESTS_RUN_OUTPUTS_CHECKPOINT_CASE_H

#include <unistd.h>

#include "io/checkpoint/checkpoint_paths.h"
#include "run/outputs/interrupted.h"

/* Overrides for each kind of run. The kinds differ in the restart data that they store in addition to the
 * field. */
static const char *const kinds[][3] = {
    {"time={method: euler, steps: 30}", NULL, NULL},
    {"time={method: euler, steps: 30}",
     "boundary.markers=[{marker: 1, kind: value, value: 'sin(40*t)+y'}, {marker: 2, kind: flux, value: "
     "'cos(30*t)*z'}, {marker: 3, kind: exchange, h: '1+x', outside: '2+t'}]",
     "source='cos(20*t)'"},
    {"time={method: euler, steps: 30}", "states={w: {initial: x, rate: v-w}}", "source='v*(1-v)-0.1*w'"},
    {"time={method: implicit, steps: 12, multiple: 20}",
     "boundary.markers=[{marker: 1, kind: value, value: 'sin(40*t)+y'}]", "source='cos(20*t)'"},
    {"time={method: implicit, steps: 12, multiple: 20, theta: 0.5}",
     "boundary.markers=[{marker: 1, kind: flux, value: 't*y'}]", "states={w: {initial: 1, rate: v-w}}"},
    {"time={method: rkl2, steps: 12, dt: 0.002}", NULL, NULL},
};
enum { kinds_count = sizeof kinds / sizeof *kinds };

/* Collective. Creates the scene of a run of this kind with a history, snapshots, a probe and, for implicit
 * steps, a residual file. */
static inline void make_checkpoint_scene(tc_world *world, int kind, scene *s) {
  char text[500];
  scene_make(world, s);
  for (int i = 0; i < 3; i++)
    if (kinds[kind][i]) scene_set(s, kinds[kind][i]);
  snprintf(text, sizeof text, "history={file: %s/h.csv, every: 3}", s->f.path);
  scene_set(s, text);
  snprintf(text, sizeof text, "snapshots={file: %s/s.h5, every: 4}", s->f.path);
  scene_set(s, text);
  if (strstr(kinds[kind][0], "implicit")) {
    snprintf(text, sizeof text, "solver.history=%s/r.csv", s->f.path);
    scene_set(s, text);
  }
  scene_set(s, "probes=[[0.5, 0.5, 0.5]]");
}

/* Collective. Lets the following runs of this scene write checkpoints to c.h5. `how` is empty or contains
 * more checkpoint keys, such as ", every: 3". */
static inline void enable_checkpoints(scene *s, const char *how) {
  char text[500];
  snprintf(text, sizeof text, "checkpoint={file: %s/c.h5%s}", s->f.path, how);
  scene_set(s, text);
}

/* Contents of the output files of a run, read by all ranks except for the snapshots, which only the root
 * reads. The caller frees them with free_outputs. */
typedef struct output_texts {
  char *history, *residuals, *snapshots;
  long bytes; /* size of the snapshot file */
} output_texts;

static inline output_texts read_outputs(const scene *s) {
  output_texts w = {file_text(&s->f, "h.csv"), file_text(&s->f, "r.csv"), NULL, 0};
  char path[400];
  file_path(&s->f, "s.h5", path);
  FILE *file = s->world->rank == 0 ? fopen(path, "rb") : NULL;
  if (!file) return w;
  fseek(file, 0, SEEK_END);
  w.bytes = ftell(file);
  w.snapshots = malloc((size_t)w.bytes);
  rewind(file);
  cr_assert_eq(fread(w.snapshots, 1, (size_t)w.bytes, file), (size_t)w.bytes);
  fclose(file);
  return w;
}

static inline void free_outputs(output_texts *w) {
  free(w->history);
  free(w->residuals);
  free(w->snapshots);
}

/* The root checks that all output files equal those of the undisturbed run byte for byte. */
static inline void expect_same_outputs(const scene *s, const output_texts *undisturbed, const char *which) {
  output_texts now = read_outputs(s);
  if (s->world->rank == 0) {
    cr_assert_str_eq(now.history, undisturbed->history, "%s", which);
    cr_assert_str_eq(now.residuals, undisturbed->residuals, "%s", which);
    cr_assert_eq(now.bytes, undisturbed->bytes, "%s", which);
    cr_assert_eq(memcmp(now.snapshots, undisturbed->snapshots, (size_t)now.bytes), 0, "%s", which);
  }
  free_outputs(&now);
}

static inline void remove_outputs(const scene *s) {
  static const char *const names[] = {"h.csv", "r.csv", "s.h5", "s.xdmf"};
  MPI_Barrier(tc_world_comm(s->world));
  for (size_t i = 0; s->world->rank == 0 && i < sizeof names / sizeof *names; i++)
    file_write(&s->f, names[i], NULL);
  MPI_Barrier(tc_world_comm(s->world));
}

static inline int count_checkpoints(const scene *s) {
  char path[400];
  tc_checkpoint_paths place = {.path = path};
  file_path(&s->f, "c.h5", path);
  expect_ok(tc_checkpoint_paths_list(&place));
  const int count = place.count;
  place.path = NULL;
  tc_checkpoint_paths_free(&place);
  return count;
}

/* Collective. Flips one bit close to the end of a file. */
static inline void flip_bit(const scene *s, const char *name) {
  char path[400];
  file_path(&s->f, name, path);
  MPI_Barrier(tc_world_comm(s->world));
  if (s->world->rank == 0) {
    FILE *file = fopen(path, "r+b");
    cr_assert_not_null(file, "%s", path);
    fseek(file, -9, SEEK_END);
    const int byte = fgetc(file);
    fseek(file, -9, SEEK_END);
    fputc(byte ^ 1, file);
    fclose(file);
  }
  MPI_Barrier(tc_world_comm(s->world));
}

/* Collective. Performs an uninterrupted run without checkpoints, and returns its output files and the hash of
 * its final field. Then removes these files, and lets the following runs of the scene write checkpoints. */
static inline output_texts run_undisturbed(tc_world *world, int kind, const char *how, scene *s,
                                           uint64_t *hash) {
  *hash = 0;
  make_checkpoint_scene(world, kind, s);
  expect_ok(outputs_run(s, 0, 0, hash));
  const output_texts undisturbed = read_outputs(s);
  remove_outputs(s);
  enable_checkpoints(s, how);
  return undisturbed;
}

#endif
