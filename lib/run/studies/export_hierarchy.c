#include "run/studies/export_hierarchy.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/file/file.h"
#include "io/text/matrix_market.h"

/* State of the export of the multigrid levels. */
typedef struct export_state {
  const tc_prepared *prepared;
  const tc_export *what;
  void (*written)(void *self, const char *path);
  void *self;
  int32_t cells;
  int32_t *file_row; /* [cells] row number in the exported files of the cell with each id */
  /* [rows] row in the level's graph of each row of the exported files; -1 if the level has no such row */
  int32_t *row;
  int64_t count;                 /* number of entries of the file that is being written */
  tc_matrix_market_entry *entry; /* [count] entries of the file that is being written */
} export_state;

static void free_state(export_state *s) {
  tc_free(s->file_row);
  tc_free(s->row);
  tc_free(s->entry);
}

static tc_status format_path(const tc_export *what, const char *kind, int level, char **out) {
  return tc_alloc_text("the name of a file", out, "%s-%s-%d.mtx", what->base, kind, level);
}

/* Calls `function` with the path of each file that a hierarchy may have. */
static tc_status visit_paths(const tc_export *what, tc_status (*function)(const char *path)) {
  static const char *const kinds[] = {"level", "aggregates"};
  for (int k = 0; k < 2 * TC_MULTIGRID_LEVELS; k++) {
    char *path = NULL;
    TC_TRY(format_path(what, kinds[k % 2], k / 2, &path));
    const tc_status status = function(path);
    tc_free(path);
    if (status) return status;
  }
  return TC_OK;
}

tc_status tc_export_hierarchy_prepare(const tc_export *what) {
  return visit_paths(what, tc_matrix_market_check);
}

/* Removes a file of an earlier export. The earlier hierarchy may have had more levels, whose files would
 * otherwise remain. */
static tc_status remove_earlier(const char *path) {
  if (unlink(path) == 0 || errno == ENOENT) return TC_OK;
  return tc_file_write_error(path, errno);
}

/* ---- files ---- */

static void add_entry(export_state *s, tc_gid row, tc_gid column, double value) {
  s->entry[s->count++] = (tc_matrix_market_entry){s->file_row[row], s->file_row[column], value};
}

/* Empties the list of entries and reserves memory for `capacity` of them. */
static tc_status reset_entries(export_state *s, int64_t capacity) {
  tc_free(s->entry);
  s->entry = NULL;
  s->count = 0;
  return TC_ALLOC(s->entry, capacity);
}

static tc_status write_entries(export_state *s, const char *kind, int level, bool is_pattern) {
  const tc_config *c = s->prepared->plan->config;
  tc_line comment = {0};
  char *path = NULL;
  tc_line_add(&comment, "%s, %s of level %d of the multigrid hierarchy", c->path,
              is_pattern ? "aggregates" : "matrix K", level);
  TC_TRY(format_path(s->what, kind, level, &path));
  const tc_status status =
      tc_matrix_market_write_entries(path, s->cells, comment.text, is_pattern, s->count, s->entry);
  if (!status) s->written(s->self, path);
  tc_free(path);
  return status;
}

/* Lists the rows of the level's graph in the order in which they are written. */
static void sort_rows(export_state *s, const tc_level_graph *graph) {
  for (int32_t k = 0; k < s->cells; k++) s->row[k] = -1;
  for (int32_t i = 0; i < graph->rows; i++) s->row[s->file_row[graph->id[i]]] = i;
}

static tc_status write_matrix(export_state *s, int level, const tc_level_graph *graph, int exponent) {
  const double unit = ldexp(1.0, exponent);
  TC_TRY(reset_entries(s, graph->rows + graph->begin[graph->rows]));
  for (int32_t r = 0; r < s->cells; r++) {
    const int32_t i = s->row[r];
    if (i < 0) continue;
    add_entry(s, graph->id[i], graph->id[i], unit * tc_level_graph_diagonal(graph, i));
    for (int64_t k = graph->begin[i]; k < graph->begin[i + 1]; k++)
      add_entry(s, graph->id[i], graph->id[graph->column[k]], -unit * (double)graph->coupling[k]);
  }
  return write_entries(s, "level", level, false);
}

static tc_status write_aggregates(export_state *s, int level, const tc_level_graph *graph,
                                  const tc_gid *aggregate) {
  TC_TRY(reset_entries(s, graph->rows));
  for (int32_t r = 0; r < s->cells; r++) {
    const int32_t i = s->row[r];
    if (i >= 0 && aggregate[i] >= 0) add_entry(s, graph->id[i], aggregate[i], 1.0);
  }
  return write_entries(s, "aggregates", level, true);
}

static tc_status write_level(void *self, int level, const tc_level_graph *graph, int exponent,
                             const tc_gid *aggregate, const tc_transfer *transfer) {
  export_state *s = self;
  (void)transfer;
  sort_rows(s, graph);
  TC_TRY(write_matrix(s, level, graph, exponent));
  return aggregate ? write_aggregates(s, level, graph, aggregate) : TC_OK;
}

/* ---- hierarchy ---- */

/* Determines the row number in the exported files of each id. */
static tc_status number_rows(export_state *s) {
  const tc_space *space = s->prepared->problem->space;
  int32_t *place = NULL;
  TC_TRY(TC_ALLOC(s->file_row, s->cells));
  TC_TRY(TC_ALLOC(s->row, s->cells));
  TC_TRY(TC_ALLOC(place, s->cells));
  const tc_status status = tc_export_order_rows(s->prepared, s->what->order, s->row, place);
  for (int32_t i = 0; !status && i < s->cells; i++) s->file_row[space->id[i]] = place[i];
  tc_free(place);
  return status;
}

static tc_status visit_levels(export_state *s) {
  const tc_prepared *p = s->prepared;
  const tc_linear_system system = tc_prepared_system(p);
  const tc_implicit_steps implicit = tc_prepared_implicit(p, NULL);
  const tc_multigrid_visitor visitor = {s, write_level};
  tc_ell *two_point = NULL;
  TC_TRY(tc_problem_create_two_point(p->problem, &two_point));
  const tc_status status =
      tc_multigrid_visit_levels(&system, two_point ? two_point : system.R,
                                &implicit.options.solver.preconditioner_options.multigrid, &visitor, NULL);
  tc_ell_destroy(&two_point);
  return status;
}

tc_status tc_export_hierarchy_write(const tc_prepared *prepared, const tc_export *what,
                                    void (*written)(void *self, const char *path), void *self) {
  export_state s = {.prepared = prepared,
                    .what = what,
                    .written = written,
                    .self = self,
                    .cells = prepared->problem->space->owned};
  tc_status status = visit_paths(what, remove_earlier);
  if (!status) status = number_rows(&s);
  if (!status) status = visit_levels(&s);
  free_state(&s);
  return status;
}
