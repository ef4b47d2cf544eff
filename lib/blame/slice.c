#define _GNU_SOURCE /* qsort_r */
#include "blame/slice.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "blame/heap.h"

tc_status tc_slice_name(tc_pool *pool, const tc_place *place, const char **out) {
  return tc_pool_print(pool, out, "%s%s", place->name, place->path);
}

/* ---- lines ---- */

static int compare_lines(const void *a, const void *b, void *about) {
  const tc_slice_line *l = a, *m = b;
  const int own = *(const int *)about;
  if ((l->file == own) != (m->file == own)) return l->file == own ? -1 : 1;
  return l->file != m->file ? l->file - m->file : l->line - m->line;
}

static tc_status gather_lines(const tc_function *f, const tc_set *blame, tc_heap *lines) {
  for (int n = tc_set_next(blame, 0); n >= 0; n = tc_set_next(blame, n + 1)) {
    const int number = n < f->definitions ? n : f->effect[n - f->definitions].definition;
    const tc_definition *d = &f->definition[number];
    for (int s = 0; s < d->spots; s++) {
      const tc_slice_line line = {d->spot[s].file, d->spot[s].line};
      TC_TRY(tc_heap_add(lines, sizeof line, &line));
    }
  }
  return TC_OK;
}

/* Sorted, each once. */
static void settle(const tc_function *f, tc_heap *lines) {
  tc_slice_line *line = (tc_slice_line *)(void *)lines->bytes;
  int kept = 0, own = f->file;
  if (lines->count) qsort_r(line, (size_t)lines->count, sizeof *line, compare_lines, &own);
  for (int i = 0; i < lines->count; i++)
    if (kept == 0 || compare_lines(&line[kept - 1], &line[i], &own) != 0) line[kept++] = line[i];
  lines->count = kept;
}

static tc_status find_lines(const tc_function *f, const tc_set *blame, tc_pool *pool, tc_slice_row *row) {
  tc_heap lines = {NULL, 0, 0};
  tc_status status = gather_lines(f, blame, &lines);
  if (!status) {
    settle(f, &lines);
    status = tc_heap_keep(&lines, sizeof(tc_slice_line), pool, &row->lines, &row->line);
  }
  tc_heap_clear(&lines);
  return status;
}

/* ---- rows ---- */

static int rank_of(tc_root root) {
  static const int ranks[] =
      {[TC_ROOT_PARAMETER] = 0, [TC_ROOT_LOCAL] = 1,  [TC_ROOT_CALL] = 2,   [TC_ROOT_HEAP] = 3,
       [TC_ROOT_RETURN] = 4,    [TC_ROOT_GLOBAL] = 5, [TC_ROOT_UNKNOWN] = 6};
  return ranks[root];
}

static int compare_rows(const void *a, const void *b) {
  const tc_slice_row *r = a, *s = b;
  const tc_place *p = r->place, *q = s->place;
  if (p->root != q->root) return rank_of(p->root) - rank_of(q->root);
  if (p->number != q->number) return p->number - q->number;
  return strcmp(r->name, s->name);
}

/* Whether the name is the variable, or something below it. */
static bool is_wanted(const char *name, const char *variable) {
  const size_t length = variable ? strlen(variable) : 0;
  if (!variable) return true;
  return strncmp(name, variable, length) == 0 && (name[length] == '\0' || strchr(".-[", name[length]));
}

static tc_status add_row(const tc_function *f, int number, const char *variable, tc_pool *pool,
                         tc_heap *rows) {
  tc_slice_row row = {.place = &f->place[number]};
  TC_TRY(tc_slice_name(pool, row.place, &row.name));
  if (tc_set_next(&f->blame[number], 0) < 0 || !is_wanted(row.name, variable)) return TC_OK;
  TC_TRY(find_lines(f, &f->blame[number], pool, &row));
  return tc_heap_add(rows, sizeof row, &row);
}

tc_status tc_slice_create(const tc_function *f, const char *variable, bool all, tc_slice *out) {
  tc_slice slice = {0};
  tc_heap rows = {NULL, 0, 0};
  tc_status status = TC_OK;
  const int places = all ? f->places : f->places - f->added;
  for (int p = 0; p < places && !status; p++)
    if (all || !f->place[p].hidden) status = add_row(f, p, variable, &slice.pool, &rows);
  if (rows.count) qsort(rows.bytes, (size_t)rows.count, sizeof(tc_slice_row), compare_rows);
  if (!status) status = tc_heap_keep(&rows, sizeof(tc_slice_row), &slice.pool, &slice.rows, &slice.row);
  tc_heap_clear(&rows);
  if (status)
    tc_slice_clear(&slice);
  else
    *out = slice;
  return status;
}

void tc_slice_clear(tc_slice *slice) {
  tc_pool_empty(&slice->pool);
  *slice = (tc_slice){0};
}
