#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"
#include "io/tetgen.h"

/* One file on its way: written under a temporary name first. */
typedef struct target {
  char *path, *temporary;
  bool pending; /* the temporary file exists */
} target;

/* Writes a whole file; failures are found in the stream. */
typedef void (*writer)(FILE *file, const tc_mesh *mesh, const int32_t *order);

static void write_nodes(FILE *file, const tc_mesh *mesh, const int32_t *order) {
  (void)order;
  fprintf(file, "%d 3 0 0\n", mesh->nodes);
  for (int32_t n = 0; n < mesh->nodes; n++) {
    char digits[3][TC_TEXT_NUMBER];
    for (int axis = 0; axis < 3; axis++)
      tc_text_shortest(mesh->points[3 * (size_t)n + (size_t)axis], digits[axis]);
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
}

static void write_faces(FILE *file, const tc_mesh *mesh, const int32_t *order) {
  (void)order;
  fprintf(file, "%d 1\n", mesh->faces);
  for (int32_t f = 0; f < mesh->faces; f++) {
    fprintf(file, "%lld", (long long)tc_mesh_user_number(mesh, f));
    write_user_nodes(file, mesh, 3, mesh->face_nodes + 3 * (size_t)f);
    fprintf(file, " %d\n", mesh->face_marker[f]);
  }
}

static const struct {
  const char *ending, *temporary;
  writer write;
} kinds[] = {{".node", ".node.tmp", write_nodes},
             {".ele", ".ele.tmp", write_cells},
             {".face", ".face.tmp", write_faces}};

enum { kinds_count = sizeof kinds / sizeof *kinds };

static tc_status output_error(const char *path, const char *what, int reason) {
  return tc_status_make(TC_OUTPUT, "%s: cannot be %s: %s", path, what, strerror(reason));
}

static tc_status write_temporary(target *t, writer write, const tc_mesh *mesh, const int32_t *order) {
  FILE *file = fopen(t->temporary, "w");
  if (!file) return output_error(t->path, "written", errno);
  t->pending = true;
  errno = 0;
  write(file, mesh, order);
  int reason = ferror(file) ? (errno ? errno : EIO) : 0;
  if (fclose(file) && !reason) reason = errno;
  return reason ? output_error(t->path, "written", reason) : TC_OK;
}

static tc_status take_name(target *t) {
  if (!t->pending) { /* this mesh has no such file: one of an earlier mesh would not fit it */
    return unlink(t->path) && errno != ENOENT ? output_error(t->path, "removed", errno) : TC_OK;
  }
  if (rename(t->temporary, t->path)) return output_error(t->path, "replaced", errno);
  t->pending = false;
  return TC_OK;
}

tc_status tc_tetgen_write(const char *base, const tc_mesh *mesh, const int32_t *order) {
  target targets[kinds_count] = {{NULL, NULL, false}};
  const int files = mesh->faces ? 3 : 2;
  tc_status status = TC_OK;
  for (int i = 0; i < kinds_count; i++) {
    TC_GUARD(status, tc_tetgen_path(base, kinds[i].ending, &targets[i].path));
    TC_GUARD(status, tc_tetgen_path(base, kinds[i].temporary, &targets[i].temporary));
  }
  for (int i = 0; i < files; i++) TC_GUARD(status, write_temporary(&targets[i], kinds[i].write, mesh, order));
  for (int i = 0; i < kinds_count; i++) TC_GUARD(status, take_name(&targets[i]));
cleanup:
  for (int i = 0; i < kinds_count; i++) {
    if (targets[i].pending) unlink(targets[i].temporary);
    tc_free(targets[i].path);
    tc_free(targets[i].temporary);
  }
  return status;
}
