/* Writes the history of a run as CSV (see history_file.h). All rows are stored in memory, because each update
 * rewrites the whole partial file and a checkpoint contains all rows. Updates are rare enough to take at most
 * 5 % of the time. */
#include "io/text/history_file.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "base/file/file.h"
#include "base/file/partial_file.h"
#include "base/text/csv_writer.h"

struct tc_history_file {
  const char *path;
  char *partial_path;             /* path of the partial file: PATH.part, PATH.part2, ...; owned */
  int64_t number, restart_number; /* number of the partial file, and a copy that a checkpoint stores */
  int columns;
  const char *const *name;
  /* Number of rows for which memory is allocated, number of added rows, and number of rows in the partial
   * file. */
  int64_t capacity, rows, rows_in_file;
  int64_t *step; /* [capacity] step of each row */
  double *row;   /* [capacity][columns] values of the rows */
  /* End of the last rewrite of the partial file, as a time of tc_now_s, and duration of this rewrite. */
  double rewrite_end_s, rewrite_duration_s;
};

/* Minimum time between two rewrites of the partial file, as a multiple of the duration of the last
 * rewrite. */
enum { rewrite_pause_factor = 20 };

static const tc_partial_file_kind partial_kind = {"history.file", "the partial file of history.file",
                                                  "step,time,integral,min,max", "a history of Tetracast"};

tc_status tc_history_file_prepare(const char *path, tc_file_list *files) {
  return tc_partial_file_prepare(&partial_kind, path, files);
}

static tc_status alloc_history(tc_history_file *f) {
  if (f->number == 0) TC_TRY(tc_partial_file_find_free(f->path, &f->number));
  TC_TRY(tc_partial_file_name(f->path, f->number, &f->partial_path));
  TC_TRY(TC_ALLOC(f->step, f->capacity));
  return TC_ALLOC(f->row, f->capacity * f->columns);
}

static void destroy_history(tc_history_file **file) {
  tc_history_file *f = *file;
  tc_free(f->partial_path);
  tc_free(f->step);
  tc_free(f->row);
  tc_free(f);
  *file = NULL;
}

tc_status tc_history_file_create(const char *path, int64_t part, int columns, const char *const *name,
                                 int64_t rows, tc_history_file **out) {
  tc_history_file *f = NULL;
  TC_TRY(TC_ALLOC(f, 1));
  *f = (tc_history_file){.path = path, .number = part, .columns = columns, .name = name, .capacity = rows};
  tc_status status = alloc_history(f);
  if (status)
    destroy_history(&f);
  else
    *out = f;
  return status;
}

static tc_status write_file(const tc_history_file *f, const char *path) {
  tc_file file;
  TC_TRY(tc_file_open(path, &file));
  tc_csv csv = {.out = file.out};
  tc_csv_text(&csv, "step");
  for (int c = 0; c < f->columns; c++) tc_csv_text(&csv, f->name[c]);
  tc_csv_end_line(&csv);
  for (int64_t r = 0; r < f->rows; r++) {
    tc_csv_integer(&csv, f->step[r]);
    for (int c = 0; c < f->columns; c++) tc_csv_number(&csv, "%.17g", f->row[r * f->columns + c]);
    tc_csv_end_line(&csv);
  }
  return tc_file_commit(&file);
}

static tc_status rewrite_partial_file(tc_history_file *f) {
  const double start_s = tc_now_s();
  TC_TRY(write_file(f, f->partial_path));
  f->rows_in_file = f->rows;
  f->rewrite_end_s = tc_now_s();
  f->rewrite_duration_s = f->rewrite_end_s - start_s;
  return TC_OK;
}

/* Doubles the number of rows for which memory is allocated. */
static tc_status grow(tc_history_file *f) {
  const int64_t capacity = 2 * f->capacity + 1;
  int64_t *step = NULL;
  double *row = NULL;
  TC_TRY(TC_ALLOC(step, capacity));
  const tc_status status = TC_ALLOC(row, capacity * f->columns);
  if (status) {
    tc_free(step);
    return status;
  }
  for (int64_t r = 0; r < f->rows; r++) step[r] = f->step[r];
  for (int64_t k = 0; k < f->rows * f->columns; k++) row[k] = f->row[k];
  tc_free(f->step);
  tc_free(f->row);
  f->step = step;
  f->row = row;
  f->capacity = capacity;
  return TC_OK;
}

tc_status tc_history_file_add(tc_history_file *f, int64_t step, const double *row) {
  if (f->rows == f->capacity) TC_TRY(grow(f));
  f->step[f->rows] = step;
  memcpy(f->row + f->rows * f->columns, row, (size_t)f->columns * sizeof *row);
  f->rows++;
  return tc_now_s() - f->rewrite_end_s >= rewrite_pause_factor * f->rewrite_duration_s
             ? rewrite_partial_file(f)
             : TC_OK;
}

tc_status tc_history_file_list_restart(tc_history_file *f, tc_restart_list *restart_list) {
  const int64_t rows = !f ? 0 : restart_list->is_reading ? f->capacity : f->rows;
  if (f) f->restart_number = f->number;
  TC_TRY(tc_restart_list_add_root(restart_list, true, f ? &f->restart_number : NULL, f ? 1 : 0,
                                  "history.file.part"));
  TC_TRY(tc_restart_list_add_root(restart_list, true, f ? &f->rows : NULL, f ? 1 : 0, "history.file.rows"));
  TC_TRY(tc_restart_list_add_root(restart_list, true, f ? f->step : NULL, rows, "history.file.step"));
  return tc_restart_list_add_root(restart_list, false, f ? f->row : NULL, f ? rows * f->columns : 0,
                                  "history.file.row");
}

tc_status tc_history_file_close(tc_history_file **file) {
  if (!*file) return TC_OK;
  tc_status status = write_file(*file, (*file)->path);
  if (!status) status = tc_partial_file_remove_all(&partial_kind, (*file)->path, (*file)->number);
  destroy_history(file);
  return status;
}

bool tc_history_file_close_failed(tc_history_file **file, tc_line *where) {
  tc_history_file *f = *file;
  if (!f) return false;
  tc_status status = f->rows_in_file < f->rows ? rewrite_partial_file(f) : TC_OK;
  tc_status_free(&status); /* The error is ignored, because the run has already reported an earlier error. */
  const bool has_rows = f->rows_in_file > 0;
  if (has_rows) tc_line_add(where, "%s", f->partial_path);
  destroy_history(file);
  return has_rows;
}
