/* Lists the source lines for which the access paths of one function are blamed. tcblame slice
 * (apps/tcblame/commands/cmd_slice.c) calls it. tb_blame_lines_create selects the paths that have blamed
 * definitions, names them, and collects the positions of these definitions. The facts must be closed. A
 * definition may have several positions, so each list is sorted and duplicates are removed. */
#define _GNU_SOURCE /* required for qsort_r */
#include "blame/report/blame_lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/containers/dynamic_array.h"
#include "base/core/memory.h"

/* ---- lines ---- */

static int compare_lines(const void *a, const void *b, void *about) {
  const tb_blame_lines_line *l = a, *m = b;
  const int own = *(const int *)about;
  if ((l->file == own) != (m->file == own)) return l->file == own ? -1 : 1;
  return l->file != m->file ? l->file - m->file : l->line - m->line;
}

static tc_status gather_lines(const tb_function *f, const tc_bit_set *blame, tc_dynamic_array *lines) {
  for (int n = tc_bit_set_next(blame, 0); n >= 0; n = tc_bit_set_next(blame, n + 1)) {
    const int number = n < f->definitions ? n : f->effect[n - f->definitions].definition;
    const tb_definition *d = &f->definition[number];
    for (int s = 0; s < d->positions; s++) {
      const tb_blame_lines_line line = {d->position[s].file, d->position[s].line};
      TC_TRY(tc_dynamic_array_add(lines, sizeof line, &line));
    }
  }
  return TC_OK;
}

/* Sorts the lines and removes duplicates. Lines of the function's own file precede all others. */
static void sort_unique_lines(const tb_function *f, tc_dynamic_array *lines) {
  tb_blame_lines_line *line = (tb_blame_lines_line *)(void *)lines->bytes;
  int kept = 0, own = f->file;
  if (lines->count) qsort_r(line, (size_t)lines->count, sizeof *line, compare_lines, &own);
  for (int i = 0; i < lines->count; i++)
    if (kept == 0 || compare_lines(&line[kept - 1], &line[i], &own) != 0) line[kept++] = line[i];
  lines->count = kept;
}

static tc_status find_lines(const tb_function *f, const tc_bit_set *blame, tc_pool *pool,
                            tb_blame_lines_row *row) {
  tc_dynamic_array lines = {NULL, 0, 0};
  tc_status status = gather_lines(f, blame, &lines);
  if (!status) {
    sort_unique_lines(f, &lines);
    status =
        tc_dynamic_array_move_to_pool(&lines, sizeof(tb_blame_lines_line), pool, &row->lines, &row->line);
  }
  tc_dynamic_array_free(&lines);
  return status;
}

/* ---- rows ---- */

static int rank_of(tb_root root) {
  static const int ranks[] =
      {[TB_ROOT_PARAMETER] = 0, [TB_ROOT_LOCAL] = 1,  [TB_ROOT_CALL] = 2,   [TB_ROOT_HEAP] = 3,
       [TB_ROOT_RETURN] = 4,    [TB_ROOT_GLOBAL] = 5, [TB_ROOT_UNKNOWN] = 6};
  return ranks[root];
}

static int compare_rows(const void *a, const void *b) {
  const tb_blame_lines_row *r = a, *s = b;
  const tb_access_path *p = r->place, *q = s->place;
  if (p->root != q->root) return rank_of(p->root) - rank_of(q->root);
  if (p->number != q->number) return p->number - q->number;
  return strcmp(r->name, s->name);
}

/* True if two variables have the same name. Memory that a call returned has the name of the variable that
 * stores it. */
static bool are_namesakes(const tb_access_path *a, const tb_access_path *b) {
  return strcmp(a->name, b->name) == 0 && a->line != b->line && !tb_access_path_same_root(a, b);
}

static tc_status name_row(const tc_dynamic_array *rows, tc_pool *pool, tb_blame_lines_row *row) {
  const tb_blame_lines_row *other = (const tb_blame_lines_row *)(const void *)rows->bytes;
  bool shared = false;
  for (int r = 0; r < rows->count && !shared; r++) shared = are_namesakes(row->place, other[r].place);
  row->variable = row->place->name;
  if (shared) TC_TRY(tc_pool_printf(pool, &row->variable, "%s:%d", row->place->name, row->place->line));
  return tc_pool_printf(pool, &row->name, "%s%s", row->variable, row->place->path);
}

static char letter_at(const char *name, size_t length, const char *path, size_t at) {
  return at < length ? name[at] : path[at - length];
}

/* True if name and path together are the wanted path or begin with it. */
static bool is_below(const char *name, const char *path, const char *wanted) {
  const size_t length = strlen(name), end = strlen(wanted);
  for (size_t at = 0; at < end; at++)
    if (letter_at(name, length, path, at) != wanted[at]) return false;
  const char next = letter_at(name, length, path, end);
  return next == '\0' || strchr(".-[", next);
}

static bool is_wanted(const tb_blame_lines_row *row, const char *variable) {
  return !variable || is_below(row->variable, row->place->path, variable) ||
         is_below(row->place->name, row->place->path, variable);
}

/* Names all rows, because a name depends on the other rows, and then removes those that are not wanted. */
static tc_status fill_rows(const tb_function *f, const char *variable, tc_pool *pool,
                           tc_dynamic_array *rows) {
  tb_blame_lines_row *row = (tb_blame_lines_row *)(void *)rows->bytes;
  int kept = 0;
  for (int r = 0; r < rows->count; r++) TC_TRY(name_row(rows, pool, &row[r]));
  for (int r = 0; r < rows->count; r++)
    if (is_wanted(&row[r], variable)) row[kept++] = row[r];
  rows->count = kept;
  for (int r = 0; r < kept; r++) TC_TRY(find_lines(f, &f->blame[row[r].place - f->place], pool, &row[r]));
  return TC_OK;
}

tc_status tb_blame_lines_create(const tb_function *f, const char *variable, bool all, tb_blame_lines *out) {
  tb_blame_lines slice = {0};
  tc_dynamic_array rows = {NULL, 0, 0};
  tc_status status = TC_OK;
  const int places = all ? f->places : f->places - f->added;
  for (int p = 0; p < places && !status; p++) {
    const tb_blame_lines_row row = {.place = &f->place[p]};
    if (tc_bit_set_next(&f->blame[p], 0) >= 0 && (all || !row.place->hidden))
      status = tc_dynamic_array_add(&rows, sizeof row, &row);
  }
  if (!status) status = fill_rows(f, variable, &slice.pool, &rows);
  if (rows.count) qsort(rows.bytes, (size_t)rows.count, sizeof(tb_blame_lines_row), compare_rows);
  if (!status)
    status = tc_dynamic_array_move_to_pool(&rows, sizeof(tb_blame_lines_row), &slice.pool, &slice.rows,
                                           &slice.row);
  tc_dynamic_array_free(&rows);
  if (status)
    tb_blame_lines_free(&slice);
  else
    *out = slice;
  return status;
}

void tb_blame_lines_free(tb_blame_lines *slice) {
  tc_pool_free(&slice->pool);
  *slice = (tb_blame_lines){0};
}
