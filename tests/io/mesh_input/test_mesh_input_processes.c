/* Automatic imports by several processes at once, and by processes without write permission. */
#include "base/core/memory.h"
#include "io/mesh_input/sources.h"

/* ---- directories without write permission ---- */

/* Makes the directory read-only. A process of root becomes user 65534, because root may always write. */
static void drop_permission(const folder *f) {
  if (chmod(f->path, 0555)) _exit(2);
  if (geteuid() == 0 && (setgid(65534) || setuid(65534))) _exit(3);
}

static int read_without_permission(scene *s) {
  tc_mesh_input input;
  tc_mesh *mesh = NULL;
  tc_fibre_values fibres;
  drop_permission(&s->f);
  expect_ok(tc_mesh_input_find(s->source, &s->log, &input));
  if (input.cells != 2 || !has_logged(s, "the directory is read-only, so each run imports the mesh again"))
    return 4;
  expect_ok(tc_mesh_input_read(&input, &s->log, &mesh));
  if (mesh->region[1] != 20 || !has_logged(s, "imported 2 cells into memory")) return 5;
  expect_ok(tc_mesh_input_read_fibres(&input, s->source, "/mesh/fibres", mesh, &s->log, &fibres));
  if (fibres.width != 3 || fibres.value[5] != 1.0) return 6;
  tc_free(fibres.value);
  tc_mesh_destroy(&mesh);
  tc_mesh_input_free(&input);
  return 0;
}

static int refuse_without_permission(scene *s) {
  drop_permission(&s->f);
  tc_status status = try_load(s, "m.msh");
  const bool has_command = status && strstr(tc_status_text(status), "m.msh -o BASE --groups ");
  tc_status_free(&status);
  return has_command ? 0 : 4;
}

/* A face belongs to two groups, so the user must import the mesh by a command. The directory is read-only,
 * so this command contains a base name that the user must replace. */
ParallelTest(mesh_input, decision_about_a_file_in_a_read_only_directory) {
  if (world->rank > 0) return;
  scene s;
  scene_make(&s, ambiguous_msh);
  const pid_t child = fork();
  if (child == 0) _exit(refuse_without_permission(&s));
  expect_child(child);
  chmod(s.f.path, 0700);
  scene_free(&s);
}

ParallelTest(mesh_input, read_only_directory_gives_one_note_and_no_file) {
  if (world->rank > 0) return;
  scene s;
  scene_make(&s, NULL);
  write_carp(&s);
  file_path(&s.f, "m.pts", s.source);
  const pid_t child = fork();
  if (child == 0) _exit(read_without_permission(&s));
  expect_child(child);
  chmod(s.f.path, 0700);
  cr_assert_eq(folder_files(&s.f, 0), 3);
  scene_free(&s);
}

/* ---- two runs at the same time ---- */

/* Log sink that counts imports. It also writes a byte to a pipe when the log reports that the run waits
 * for another one. */
typedef struct notice {
  int descriptor;
  int imports; /* number of imports that the log reports */
} notice;

static void notify(void *self, tc_log_level level, tc_log_event event, const char *text) {
  notice *n = self;
  (void)level, (void)event;
  if (strstr(text, "waiting for another run that imports") && write(n->descriptor, "!", 1) != 1) _exit(1);
  if (strstr(text, "imported 2 cells")) n->imports++;
}

/* Starts a process that reads the mesh and waits if another process holds the lock. The exit status is 10
 * if the process has imported the mesh, and 0 if not. `held` is a lock whose descriptor the child inherits
 * and closes; NULL if there is none. */
static pid_t start_waiting(const scene *s, const tc_file_lock *held, int *ready) {
  int ends[2];
  cr_assert_eq(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGALRM, SIG_DFL);
    alarm(20); /* ends a child that waits forever, so that the test fails */
    if (held) close(held->file);
    notice n = {ends[1], 0};
    const tc_log_sink sink = {notify, &n, false};
    const tc_log log = {&sink, TC_LOG_NORMAL, NULL, NULL};
    tc_mesh *mesh = NULL;
    tc_status status = tc_mesh_input_load(s->source, &log, &mesh);
    _exit(status || mesh->region[1] != 20 ? 1 : n.imports ? 10 : 0);
  }
  close(ends[1]);
  *ready = ends[0];
  return child;
}

static void await(int ready) {
  char byte;
  cr_assert_eq(read(ready, &byte, 1), 1);
  close(ready);
}

ParallelTest(mesh_input, second_run_waits_and_reads_the_finished_file) {
  if (world->rank > 0) return;
  scene s;
  char file[400];
  int ready;
  tc_file_lock lock = {0};
  scene_make(&s, good_msh);
  file_path(&s.f, "m.mesh.h5", file);
  expect_ok(tc_mesh_import_lock(file, s.source, &s.log, &lock));
  const pid_t child = start_waiting(&s, &lock, &ready);
  await(ready);
  import_source(&s, "", true);
  tc_file_lock_release(&lock);
  expect_child(child);
  cr_assert_eq(folder_files(&s.f, 0), 2);
  scene_free(&s);
}

/* A process acquires the lock and is killed before it writes a mesh file. The waiting process then imports
 * the mesh. */
ParallelTest(mesh_input, second_run_imports_if_the_first_one_is_killed) {
  if (world->rank > 0) return;
  scene s;
  char file[400];
  int ready, ends[2], how;
  scene_make(&s, good_msh);
  file_path(&s.f, "m.mesh.h5", file);
  cr_assert_eq(pipe(ends), 0);
  const pid_t holder = fork();
  if (holder == 0) {
    tc_file_lock lock = {0};
    signal(SIGALRM, SIG_DFL);
    alarm(20); /* ends a child that waits forever, so that the test fails */
    tc_status status = tc_mesh_import_lock(file, s.source, NULL, &lock);
    if (status || write(ends[1], "!", 1) != 1) _exit(1);
    for (;;) pause();
  }
  close(ends[1]);
  await(ends[0]);
  file_write(&s.f, "m.mesh.h5.0123abcd.tmp", "half of a file");
  file_set_old(&s.f, "m.mesh.h5.0123abcd.tmp");
  const pid_t child = start_waiting(&s, NULL, &ready);
  await(ready);
  kill(holder, SIGKILL);
  waitpid(holder, &how, 0);
  cr_assert_eq(waitpid(child, &how, 0), child);
  cr_assert(WIFEXITED(how) && WEXITSTATUS(how) == 10, "%d", how);
  cr_assert_eq(folder_files(&s.f, 0), 2); /* neither the lock file nor the temporary file remains */
  scene_free(&s);
}

/* A lock may exclude only processes on the same node. A recent temporary file may therefore belong to a
 * run on another node and is not removed. */
ParallelTest(mesh_input, recent_temporary_file_is_retained) {
  if (world->rank > 0) return;
  scene s;
  scene_make(&s, good_msh);
  file_write(&s.f, "m.mesh.h5.0123abcd.tmp", "half of a file");
  cr_assert_eq(read_region(&s, "m.msh"), 20);
  cr_assert(file_exists(&s.f, "m.mesh.h5.0123abcd.tmp"));
  scene_free(&s);
}

/* Several processes start at the same time. All read the same mesh, and exactly one imports it. */
ParallelTest(mesh_input, only_one_of_several_runs_imports) {
  if (world->rank > 0) return;
  enum { runs = 3 };
  scene s;
  pid_t child[runs];
  int ready[runs], imports = 0;
  scene_make(&s, good_msh);
  for (int k = 0; k < runs; k++) child[k] = start_waiting(&s, NULL, &ready[k]);
  for (int k = 0; k < runs; k++) {
    int how;
    cr_assert_eq(waitpid(child[k], &how, 0), child[k]);
    cr_assert(WIFEXITED(how) && (WEXITSTATUS(how) == 0 || WEXITSTATUS(how) == 10), "%d", how);
    imports += WEXITSTATUS(how) == 10;
    close(ready[k]);
  }
  cr_assert_eq(imports, 1);
  cr_assert_eq(folder_files(&s.f, 0), 2);
  scene_free(&s);
}
