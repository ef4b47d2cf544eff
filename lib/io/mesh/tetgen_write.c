/* Writes TetGen files (see tetgen.h). Each file is written under a temporary name, with a signature as its
 * last line. All files are renamed at the end. tc_tetgen_prepare reports an error if an existing file does
 * not have this signature. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/file/directory.h"
#include "base/file/file.h"
#include "base/text/text.h"
#include "io/mesh/name_comments.h"
#include "io/mesh/tetgen.h"

/* Last line of each file that this program writes. It marks the file as one that Tetracast may replace. It is
 * a comment, like the last line that TetGen writes. */
static const char signature[] = "# Written by Tetracast\n";

/* Function that writes the contents of one of the files. The caller checks the stream for errors. */
typedef void (*writer)(FILE *file, const tc_mesh *mesh, const int32_t *order);

static void write_nodes(FILE *file, const tc_mesh *mesh, const int32_t *order) {
  (void)order;
  fprintf(file, "%d 3 0 0\n", mesh->nodes);
  for (int32_t n = 0; n < mesh->nodes; n++) {
    char digits[3][TC_TEXT_NUMBER];
    for (int axis = 0; axis < 3; axis++)
      tc_text_format_double(mesh->points[3 * (size_t)n + (size_t)axis], digits[axis]);
    fprintf(file, "%lld %s %s %s\n", (long long)tc_mesh_user_number(mesh, n), digits[0], digits[1],
            digits[2]);
  }
}

static void write_user_nodes(FILE *file, const tc_mesh *mesh, int count, const int32_t *nodes) {
  for (int k = 0; k < count; k++) fprintf(file, " %lld", (long long)tc_mesh_user_number(mesh, nodes[k]));
}

static bool has_regions(const tc_mesh *mesh) {
  for (int32_t cell = 0; cell < mesh->cells; cell++)
    if (mesh->region[cell]) return true;
  return false;
}

static void write_cells(FILE *file, const tc_mesh *mesh, const int32_t *order) {
  const bool regions = has_regions(mesh);
  fprintf(file, "%d 4 %d\n", mesh->cells, (int)regions);
  for (int32_t p = 0; p < mesh->cells; p++) {
    const int32_t cell = order ? order[p] : p;
    fprintf(file, "%lld", (long long)tc_mesh_user_number(mesh, p));
    write_user_nodes(file, mesh, 4, mesh->vertices + 4 * (size_t)cell);
    if (regions) fprintf(file, " %d", mesh->region[cell]);
    fputc('\n', file);
  }
  tc_name_comments_write(file, mesh, 3);
}

static void write_faces(FILE *file, const tc_mesh *mesh, const int32_t *order) {
  (void)order;
  fprintf(file, "%d 1\n", mesh->faces);
  for (int32_t f = 0; f < mesh->faces; f++) {
    fprintf(file, "%lld", (long long)tc_mesh_user_number(mesh, f));
    write_user_nodes(file, mesh, 3, mesh->face_nodes + 3 * (size_t)f);
    fprintf(file, " %d\n", mesh->face_marker[f]);
  }
  tc_name_comments_write(file, mesh, 2);
}

static const struct {
  const char *ending;
  writer write;
} file_kinds[] = {{".node", write_nodes}, {".ele", write_cells}, {".face", write_faces}};

enum { file_kind_count = sizeof file_kinds / sizeof *file_kinds };

/* Calls `visit` with the paths of BASE.node, BASE.ele and BASE.face. */
static tc_status visit_paths(const char *base, tc_status (*visit)(const char *path)) {
  for (int i = 0; i < file_kind_count; i++) {
    char *path = NULL;
    TC_TRY(tc_tetgen_path(base, file_kinds[i].ending, &path));
    tc_status status = visit(path);
    tc_free(path);
    if (status) return status;
  }
  return TC_OK;
}

static tc_status prepare_file(const char *path) {
  TC_TRY(tc_directory_prepare(path));
  return tc_file_check_replaceable(path, tc_file_ends_with(path, signature),
                                   "a mesh file that Tetracast has written");
}

tc_status tc_tetgen_prepare(const char *base) { return visit_paths(base, prepare_file); }

/* Writes the file with the index `kind` in `file_kinds` under a temporary name. */
static tc_status write_file(const char *base, int kind, const tc_mesh *mesh, const int32_t *order,
                            tc_file *file) {
  char *path = NULL;
  TC_TRY(tc_tetgen_path(base, file_kinds[kind].ending, &path));
  tc_status status = tc_file_open(path, file);
  tc_free(path);
  if (status) return status;
  file_kinds[kind].write(file->out, mesh, order);
  fputs(signature, file->out);
  return tc_file_sync(file);
}

/* Removes BASE.face when a mesh without faces is written, because the file would contain the faces of an
 * earlier mesh. */
static tc_status remove_faces(const char *base) {
  char *path = NULL;
  TC_TRY(tc_tetgen_path(base, ".face", &path));
  tc_status status = TC_OK;
  if (unlink(path) && errno != ENOENT)
    status =
        tc_status_create(TC_OUTPUT,
                         "%s: contains faces of another mesh and cannot be removed: %s: remove it by hand",
                         path, strerror(errno));
  tc_free(path);
  return status;
}

tc_status tc_tetgen_write(const char *base, const tc_mesh *mesh, const int32_t *order) {
  tc_file file[file_kind_count] = {{NULL, NULL, NULL}};
  const int files = mesh->faces ? file_kind_count : file_kind_count - 1;
  tc_status status = TC_OK;
  for (int i = 0; i < files; i++) TC_GUARD(status, write_file(base, i, mesh, order, &file[i]));
  if (!mesh->faces) TC_GUARD(status, remove_faces(base));
  for (int i = 0; i < files; i++) TC_GUARD(status, tc_file_publish(&file[i]));
cleanup:
  for (int i = 0; i < files; i++) tc_file_discard(&file[i]);
  return status;
}
