/* Meshes from arrays that are distributed over the ranks. The root gathers the arrays and sorts vertices and
 * cells by their numbers. */
#include <string.h>

#include "api/call/call.h"
#include "api/mesh/arrays.h"
#include "api/mesh/gather.h"
#include "api/mesh/mesh_object.h"
#include "base/core/memory.h"

/* Rows of an array that have been gathered from all ranks on the root. Row i belongs to the vertex or cell
 * with the number id[i]. The struct owns the arrays. */
typedef struct numbered_rows {
  const char *what; /* "vertex" or "cell", for messages */
  int64_t count;    /* number of rows of all ranks together */
  int64_t *id;
  char *row; /* [count][size] */
  size_t size;
} numbered_rows;

static void free_rows(numbered_rows *rows) {
  tc_free(rows->id);
  tc_free(rows->row);
}

/* Collective. Gathers the rows of all ranks on the root. */
static tc_status gather_rows(const tc_world *world, int64_t count, const int64_t *id, const void *row,
                             numbered_rows *out) {
  TC_TRY(tc_api_gather(world, count, sizeof *id, id, &out->count, &out->id));
  return tc_api_gather(world, count, out->size, row, &out->count, &out->row);
}

static bool is_in_range(const numbered_rows *rows, int64_t id) { return id >= 0 && id < rows->count; }

/* Returns an error that names the lowest number out of the range 0 .. count-1. Numbers without gaps cannot
 * exceed this range. */
static tc_status check_range(const numbered_rows *rows) {
  int64_t wrong = INT64_MAX;
  bool is_wrong = false;
  for (int64_t i = 0; i < rows->count; i++) {
    if (is_in_range(rows, rows->id[i])) continue;
    is_wrong = true;
    if (rows->id[i] < wrong) wrong = rows->id[i];
  }
  if (!is_wrong) return TC_OK;
  /* Examples: "cell number -1 is negative: ..", "vertex 8 is out of range, because 8 rows are passed: ..". */
  if (wrong < 0)
    return tc_status_create(TC_INPUT, "%s number %lld is negative: count from 0", rows->what,
                            (long long)wrong);
  return tc_status_create(TC_INPUT,
                          "%s %lld is out of range, because %lld rows are passed: number them from 0 without "
                          "gaps",
                          rows->what, (long long)wrong, (long long)rows->count);
}

/* Returns one more than the largest number. If no number is missing, this is the number of different vertices
 * or cells. */
static int64_t count_numbers(const numbered_rows *rows) {
  int64_t most = 0;
  for (int64_t i = 0; i < rows->count; i++)
    if (rows->id[i] >= most) most = rows->id[i] + 1;
  return most;
}

/* Copies the row with number n to index n of `out`. If `may_repeat` is true, two rows may have the same
 * number if they have the same bits. Returns the lowest number of which there are two rows that conflict;
 * `numbers` if there is none. */
static int64_t place_rows(const numbered_rows *rows, bool may_repeat, int64_t numbers, bool *is_placed,
                          char *out) {
  int64_t twice = numbers;
  for (int64_t i = 0; i < rows->count; i++) {
    const int64_t id = rows->id[i];
    char *to = out + (size_t)id * rows->size;
    const char *from = rows->row + (size_t)i * rows->size;
    if (is_placed[id] && id < twice && (!may_repeat || memcmp(to, from, rows->size) != 0)) twice = id;
    if (!is_placed[id]) memcpy(to, from, rows->size);
    is_placed[id] = true;
  }
  return twice;
}

/* Returns an error about the lowest missing number or about `twice`, the lowest number with conflicting rows,
 * whichever is lower. */
static tc_status check_placed(const numbered_rows *rows, bool may_repeat, int64_t numbers, int64_t twice,
                              const bool *is_placed) {
  for (int64_t n = 0; n < twice; n++)
    if (!is_placed[n])
      return tc_status_create(TC_INPUT, "%s %lld is missing: pass each number from 0 without gaps",
                              rows->what, (long long)n);
  if (twice == numbers) return TC_OK;
  /* Example: vertex 0 is given twice with different points: pass equal points */
  return tc_status_create(TC_INPUT, "%s %lld is given twice%s", rows->what, (long long)twice,
                          may_repeat ? " with different points: pass equal points" : ": pass it once");
}

/* Root only. Returns in *out the rows in the order of their numbers. The caller frees *out with tc_free, also
 * after an error. */
static tc_status sort_rows(const numbered_rows *rows, bool may_repeat, int64_t *numbers, char **out) {
  bool *is_placed = NULL;
  TC_TRY(check_range(rows));
  *numbers = count_numbers(rows);
  TC_TRY(tc_alloc((size_t)*numbers, rows->size, "sorted mesh", out));
  TC_TRY(TC_ALLOC_ZERO(is_placed, *numbers));
  const int64_t twice = place_rows(rows, may_repeat, *numbers, is_placed, *out);
  const tc_status status = check_placed(rows, may_repeat, *numbers, twice, is_placed);
  tc_free(is_placed);
  return status;
}

static tc_status build_mesh(const char *name, const numbered_rows *vertex, const numbered_rows *cell,
                            tc_mesh **out) {
  char *point = NULL, *corner = NULL;
  int64_t vertices = 0, cells = 0;
  tc_status status = sort_rows(vertex, true, &vertices, &point);
  if (!status) status = sort_rows(cell, false, &cells, &corner);
  const tc_api_mesh_arrays arrays = {name, vertices, (const double *)(const void *)point, cells,
                                     (const int64_t *)(const void *)corner};
  if (!status) status = tc_api_mesh_copy_arrays(&arrays, out);
  tc_free(point);
  tc_free(corner);
  return status;
}

/* Arguments of tetracast_mesh_create_distributed. */
typedef struct distributed_arrays {
  const char *name;
  int64_t vertices, cells;
  const int64_t *vertex_id, *cell_id, *corner;
  const double *point;
} distributed_arrays;

static tc_status check_counts(const distributed_arrays *a) {
  if (a->vertices < 0 || a->cells < 0)
    return tc_status_create(TC_USAGE, "tetracast_mesh_create_distributed: a number of rows is negative: pass "
                                      "at least 0");
  if (a->vertices > 0) {
    TC_TRY(tc_api_check_argument(a->vertex_id, "vertex_id"));
    TC_TRY(tc_api_check_argument(a->point, "point"));
  }
  if (a->cells == 0) return TC_OK;
  TC_TRY(tc_api_check_argument(a->cell_id, "cell_id"));
  return tc_api_check_argument(a->corner, "corner");
}

static tc_status gather_mesh(const tc_world *world, const distributed_arrays *a, numbered_rows *vertex,
                             numbered_rows *cell) {
  TC_TRY(gather_rows(world, a->vertices, a->vertex_id, a->point, vertex));
  return gather_rows(world, a->cells, a->cell_id, a->corner, cell);
}

/* Copies the numbers of the cells that this rank passes, because tetracast_mesh_set_regions needs them
 * later. */
static tc_status copy_own_cells(const tc_world *world, const distributed_arrays *a, int64_t **out) {
  TC_TRY(TC_WORLD_ALLOC(world, *out, a->cells));
  if (a->cells > 0) memcpy(*out, a->cell_id, (size_t)a->cells * sizeof **out);
  return TC_OK;
}

static tc_status create_gathered(tetracast_world *world, const distributed_arrays *a, int64_t *own_cell,
                                 tetracast_mesh **out) {
  numbered_rows vertex = {.what = "vertex", .size = 3 * sizeof(double)},
                cell = {.what = "cell", .size = 4 * sizeof(int64_t)};
  tc_mesh *mesh = NULL;
  tc_status status = gather_mesh(world->world, a, &vertex, &cell);
  if (!status) {
    status = world->world->rank ? TC_OK : build_mesh(a->name, &vertex, &cell, &mesh);
    status = tc_api_mesh_complete(world, status, mesh, a->cells, own_cell, out);
  }
  free_rows(&vertex);
  free_rows(&cell);
  return status;
}

static tc_status create_distributed(tetracast_world *world, const distributed_arrays *a,
                                    tetracast_mesh **out) {
  int64_t *own_cell = NULL;
  TC_TRY(tc_api_agree_argument(world->world, out, "out"));
  TC_TRY(tc_world_agree(world->world, check_counts(a)));
  TC_TRY(copy_own_cells(world->world, a, &own_cell));
  const tc_status status = create_gathered(world, a, own_cell, out);
  if (status) tc_free(own_cell);
  return status;
}

tetracast_error *tetracast_mesh_create_distributed(tetracast_world *world, const char *name, int64_t vertices,
                                                   const int64_t *vertex_id, const double *point,
                                                   int64_t cells, const int64_t *cell_id,
                                                   const int64_t *corner, tetracast_mesh **out) {
  const distributed_arrays arrays = {name, vertices, cells, vertex_id, cell_id, corner, point};
  TC_API_CALL(world, 0, create_distributed(world, &arrays, out));
}
