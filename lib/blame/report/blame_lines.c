/* Lists the source lines for which the access paths of one function are blamed. tcblame slice
 * (apps/tcblame/commands/cmd_slice.c) calls it. tb_blame_lines_create selects the paths that have blamed
 * definitions, names them, and collects the positions of these definitions. The facts must contain call
 * effects (blame/closure). A definition may have several positions, so each list is sorted and duplicates are
 * removed. */
#define _GNU_SOURCE /* required for qsort_r */
#include "blame/report/blame_lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/text/line.h"

/* ---- lines ---- */

typedef TC_ARRAY(tb_blame_lines_line) line_list;

static int compare_lines(const void *a, const void *b, void *file) {
  const tb_blame_lines_line *l = a, *m = b;
  const int own_file = *(const int *)file;
  if ((l->file == own_file) != (m->file == own_file)) return l->file == own_file ? -1 : 1;
  return l->file != m->file ? l->file - m->file : l->line - m->line;
}

static tc_status collect_lines(const tb_function *f, const tc_bit_set *blame, line_list *lines) {
  for (int n = tc_bit_set_next(blame, 0); n >= 0; n = tc_bit_set_next(blame, n + 1)) {
    const int number = n < f->definitions ? n : f->effect[n - f->definitions].definition;
    const tb_definition *d = &f->definition[number];
    for (int s = 0; s < d->positions; s++)
      TC_TRY(TC_ARRAY_ADD(lines, &(tb_blame_lines_line){d->position[s].file, d->position[s].line}));
  }
  return TC_OK;
}

/* Sorts the lines and removes duplicates. Lines of the function's own file precede all others. */
static void sort_unique_lines(const tb_function *f, line_list *lines) {
  tb_blame_lines_line *line = lines->item;
  int count = 0, own_file = f->file;
  if (lines->count) qsort_r(line, (size_t)lines->count, sizeof *line, compare_lines, &own_file);
  for (int i = 0; i < lines->count; i++)
    if (count == 0 || compare_lines(&line[count - 1], &line[i], &own_file) != 0) line[count++] = line[i];
  lines->count = count;
}

static tc_status find_lines(const tb_function *f, tc_pool *pool, tb_blame_lines_row *row) {
  line_list lines = {.pool = pool};
  TC_TRY(collect_lines(f, &f->blame[row->path - f->access_path], &lines));
  sort_unique_lines(f, &lines);
  row->lines = lines.count;
  row->line = lines.item;
  return TC_OK;
}

/* ---- rows ---- */

typedef TC_ARRAY(tb_blame_lines_row) row_list;

static int get_root_rank(tb_root root) {
  static const int ranks[] =
      {[TB_ROOT_PARAMETER] = 0, [TB_ROOT_LOCAL] = 1,  [TB_ROOT_CALL] = 2,   [TB_ROOT_HEAP] = 3,
       [TB_ROOT_RETURN] = 4,    [TB_ROOT_GLOBAL] = 5, [TB_ROOT_UNKNOWN] = 6};
  return ranks[root];
}

static int compare_rows(const void *a, const void *b) {
  const tb_blame_lines_row *r = a, *s = b;
  const tb_access_path *p = r->path, *q = s->path;
  if (p->root != q->root) return get_root_rank(p->root) - get_root_rank(q->root);
  if (p->number != q->number) return p->number - q->number;
  return strcmp(r->name, s->name);
}

/* Returns true if the paths begin with two different variables of the same name. Memory that a call
 * returned has the name and the line of the variable that stores its address, and does not count as a
 * second variable. */
static bool have_same_name(const tb_access_path *a, const tb_access_path *b) {
  return strcmp(a->name, b->name) == 0 && a->line != b->line && !tb_access_path_has_same_root(a, b);
}

static tc_status format_row_name(const row_list *rows, tc_pool *pool, tb_blame_lines_row *row) {
  bool shared = false;
  for (int r = 0; r < rows->count && !shared; r++) shared = have_same_name(row->path, rows->item[r].path);
  row->variable = row->path->name;
  if (shared) TC_TRY(tc_pool_printf(pool, &row->variable, "%s:%d", row->path->name, row->path->line));
  return tc_pool_printf(pool, &row->name, "%s%s", row->variable, row->path->path);
}

static bool is_path_below(const char *name, const char *prefix) {
  const size_t length = strlen(prefix);
  return strncmp(name, prefix, length) == 0 && strchr(".-[", name[length]);
}

static bool is_selected(const tb_blame_lines_row *row, const char *variable) {
  tc_line name = {0};
  tc_line_add(&name, "%s%s", row->path->name, row->path->path);
  return !variable || is_path_below(row->name, variable) || is_path_below(name.text, variable);
}

/* Names all rows and then removes those that `variable` does not select. All rows must exist before they are
 * named, because a name depends on the other rows. */
static tc_status fill_rows(const tb_function *f, const char *variable, row_list *rows) {
  tb_blame_lines_row *row = rows->item;
  int count = 0;
  for (int r = 0; r < rows->count; r++) TC_TRY(format_row_name(rows, rows->pool, &row[r]));
  for (int r = 0; r < rows->count; r++)
    if (is_selected(&row[r], variable)) row[count++] = row[r];
  rows->count = count;
  for (int r = 0; r < count; r++) TC_TRY(find_lines(f, rows->pool, &row[r]));
  return TC_OK;
}

static tc_status collect_rows(const tb_function *f, const char *variable, bool all, tb_blame_lines *out) {
  row_list rows = {.pool = &out->pool};
  const int paths = all ? f->access_paths : f->access_paths - f->added_paths;
  for (int p = 0; p < paths; p++) {
    const tb_blame_lines_row row = {.path = &f->access_path[p]};
    if (tc_bit_set_next(&f->blame[p], 0) >= 0 && (all || !row.path->is_hidden))
      TC_TRY(TC_ARRAY_ADD(&rows, &row));
  }
  TC_TRY(fill_rows(f, variable, &rows));
  TC_ARRAY_SORT(&rows, compare_rows);
  out->rows = rows.count;
  out->row = rows.item;
  return TC_OK;
}

tc_status tb_blame_lines_create(const tb_function *f, const char *variable, bool all, tb_blame_lines *out) {
  *out = (tb_blame_lines){0};
  tc_status status = collect_rows(f, variable, all, out);
  if (status) tb_blame_lines_free(out);
  return status;
}

void tb_blame_lines_free(tb_blame_lines *lines) {
  tc_pool_free(&lines->pool);
  *lines = (tb_blame_lines){0};
}
