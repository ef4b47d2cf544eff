/* Source files of a mesh of two cells, logs of imports, and helpers for child processes. Tests that use
 * HDF5 are parallel tests, because HDF5 needs MPI. Only the root executes them. */
#ifndef TC_TESTS_IO_MESH_INPUT_SOURCES_H
#define TC_TESTS_IO_MESH_INPUT_SOURCES_H

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/core/memory.h"
#include "base/program/log_stream.h"
#include "io/mesh/mesh_files.h"
#include "io/mesh_input/import.h"
#include "io/mesh_input/mesh_input.h"
#include "support/expect.h"
#include "support/parallel.h"

/* Gmsh MSH 2.2 file with the cells of good_ele and one of its boundary faces. */
#define MSH_NODES                                                                                            \
  "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n3\n2 6 \"wall\"\n2 7 \"inlet\"\n3 10 \"blood\"\n"   \
  "$EndPhysicalNames\n$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n$EndNodes\n"
#define MSH_CELLS "2 4 2 10 1 1 2 3 4\n3 4 2 20 2 2 3 4 5\n"
static const char *const good_msh = MSH_NODES "$Elements\n3\n1 2 2 6 1 1 2 3\n" MSH_CELLS "$EndElements\n";
/* Copy of good_msh in which the second cell is in region 30. */
static const char *const changed_msh =
    MSH_NODES "$Elements\n3\n1 2 2 6 1 1 2 3\n2 4 2 10 1 1 2 3 4\n3 4 2 30 2 2 3 4 5\n$EndElements\n";
/* Gmsh file in which a face belongs to two groups, so the user must choose one of them. */
static const char *const ambiguous_msh =
    MSH_NODES "$Elements\n4\n1 2 2 6 1 1 2 3\n4 2 2 7 1 1 2 3\n" MSH_CELLS "$EndElements\n";

/* The mesh of good_msh as files of openCARP. */
static const char *const good_pts = "5\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n1 1 1\n";
static const char *const good_elem = "2\nTt 0 1 2 3 10\nTt 1 2 3 4 20\n";
static const char *const good_lon = "1\n1 0 0\n0 0 1\n";

/* A temporary directory with source files, and a log that writes to memory. */
typedef struct scene {
  folder f;
  char source[400]; /* path of m.msh */
  char *text;
  size_t length;
  tc_log_stream stream;
  tc_log_record record;
  tc_log log;
} scene;

static inline void scene_make(scene *s, const char *msh) {
  *s = (scene){.f = folder_make()};
  file_path(&s->f, "m.msh", s->source);
  file_write(&s->f, "m.msh", msh);
  s->log = (tc_log){tc_log_stream_init(&s->stream, open_memstream(&s->text, &s->length)), TC_LOG_NORMAL,
                    &s->record, NULL};
}

static inline void scene_free(scene *s) {
  fclose(s->stream.out);
  free(s->text);
  folder_remove(&s->f);
}

/* Writes the openCARP files m.pts, m.elem and m.lon. */
static inline void write_carp(const scene *s) {
  file_write(&s->f, "m.pts", good_pts);
  file_write(&s->f, "m.elem", good_elem);
  file_write(&s->f, "m.lon", good_lon);
}

/* True if the log contains the words. */
static inline bool has_logged(scene *s, const char *words) {
  fflush(s->stream.out);
  return strstr(s->text, words) != NULL;
}

static inline bool file_exists(const folder *f, const char *name) {
  char path[400];
  file_path(f, name, path);
  return access(path, F_OK) == 0;
}

/* Reads the mesh that `name` selects, as a run does, and returns the region of its last cell. */
static inline int read_region(scene *s, const char *name) {
  char path[400];
  tc_mesh *mesh = NULL;
  file_path(&s->f, name, path);
  expect_ok(tc_mesh_input_load(path, &s->log, &mesh));
  cr_assert_eq(mesh->cells, 2);
  cr_assert_eq(mesh->nodes, 5);
  const int region = mesh->region[1];
  tc_mesh_destroy(&mesh);
  return region;
}

static inline tc_status try_load(scene *s, const char *name) {
  char path[400];
  tc_mesh *mesh = NULL;
  file_path(&s->f, name, path);
  tc_status status = tc_mesh_input_load(path, &s->log, &mesh);
  tc_mesh_destroy(&mesh);
  return status;
}

/* Imports the source into m.mesh.h5 without a lock. If `is_automatic` is true, the mesh file is marked as
 * imported by a run, otherwise as imported by the command `mesh import`. */
static inline void import_source(const scene *s, const char *options, bool is_automatic) {
  char file[400];
  const char *paths[1] = {s->source};
  tc_mesh_source source = {0};
  tc_mesh_import import = {0};
  file_path(&s->f, "m.mesh.h5", file);
  expect_ok(tc_mesh_source_open(1, paths, NULL, &source));
  const tc_mesh_import_request request = {.source = &source,
                                          .convert = &tc_convert_defaults,
                                          .name = "m",
                                          .options = options,
                                          .is_automatic = is_automatic};
  expect_ok(tc_mesh_import_run(&request, NULL, &import));
  expect_ok(tc_mesh_import_write(&import, file));
  tc_mesh_import_free(&import);
  tc_mesh_source_free(&source);
}

/* Waits for a child process, which must end with exit status 0. */
static inline void expect_child(pid_t child) {
  int how;
  cr_assert_eq(waitpid(child, &how, 0), child);
  cr_assert(WIFEXITED(how) && WEXITSTATUS(how) == 0, "child %d", how);
}

#endif
