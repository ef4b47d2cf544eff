/* Joins the rows of several reports, view by view, and compares their shares (see diff.h). tb_diff_build
 * calls join_view for each selected view except `hybrid`, in which the same name may occur at several places
 * of the call tree. Two shares differ significantly if their difference exceeds the root of the summed
 * squares of the half widths of their 95 % intervals. */
#include "blame/report/diff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

static const tb_selection *get_selection(const tb_diff *diff, int run) {
  return diff->run[run].report->selection;
}

double tb_diff_share(const tb_diff *diff, const tb_diff_row *row, int run) {
  return row->row[run] ? tb_selection_share(row->row[run]->samples, get_selection(diff, run)->used_samples)
                       : 0.0;
}

static double compute_half_width(const tb_diff *diff, const tb_diff_row *row, int run) {
  return tb_selection_half_width(row->row[run] ? row->row[run]->samples : 0,
                                 get_selection(diff, run)->used_samples);
}

int tb_diff_is_significant(const tb_diff *diff, const tb_diff_row *row, int run) {
  const double difference = tb_diff_share(diff, row, run) - tb_diff_share(diff, row, 0);
  const double uncertainty = hypot(compute_half_width(diff, row, run), compute_half_width(diff, row, 0));
  return difference > uncertainty ? 1 : difference < -uncertainty ? -1 : 0;
}

/* Returns true if the row is matched with rows of other runs by name alone. This is so for objects with a
 * name, because the line of an allocation may differ between programs. */
static bool is_matched_by_name(const tb_row *row) {
  return row->touched && row->touched->kind == TB_TOUCH_OBJECT && row->touched->name;
}

static bool is_same_row(const tb_row *a, const tb_row *b) {
  if (a->kind != b->kind || strcmp(a->name, b->name) != 0) return false;
  if (a->touched && a->touched->kind != b->touched->kind) return false;
  return strcmp(a->context, b->context) == 0 || (is_matched_by_name(a) && is_matched_by_name(b));
}

/* Returns the row that corresponds to a row of another run, preferably one with the same source text; NULL if
 * there is none. */
static const tb_row *find_row(const tb_rows *rows, const tb_row *row_of_other_run) {
  const tb_row *candidate = NULL;
  for (int i = 0; i < rows->count; i++) {
    const tb_row *row = &rows->row[i];
    if (row->samples == 0) continue;
    if (!is_same_row(row, row_of_other_run)) continue;
    if (strcmp(row->written, row_of_other_run->written) == 0) return row;
    candidate = row;
  }
  return candidate;
}

static bool contains_row(const tb_diff_row *row, int rows, int run, const tb_row *searched) {
  for (int i = 0; i < rows; i++)
    if (row[i].row[run] == searched) return true;
  return false;
}

static void add_row(tb_diff *diff, int view, int run, const tb_row *row) {
  tb_diff_row *out = &diff->row[view][diff->rows[view]];
  if (contains_row(diff->row[view], diff->rows[view], run, row)) return;
  *out = (tb_diff_row){.first_row = row};
  for (int r = 0; r < diff->runs; r++) {
    out->row[r] = r == run ? row : find_row(&diff->run[r].report->rows[view], row);
    out->share_max = fmax(out->share_max, tb_diff_share(diff, out, r));
  }
  diff->rows[view]++;
}

static int compare_shares(const void *a, const void *b) {
  const tb_diff_row *x = a, *y = b;
  return (x->share_max < y->share_max) - (x->share_max > y->share_max);
}

/* Fills in the rows of the comparison for one view: each row that at least one run shows, joined with the
 * corresponding rows of the other runs. */
static tc_status join_view(tb_diff *diff, int view) {
  const tb_view_options *o = get_selection(diff, 0)->options;
  size_t rows_max = 0;
  for (int r = 0; r < diff->runs; r++) rows_max += (size_t)diff->run[r].report->rows[view].shown_rows;
  TC_TRY(tc_pool_alloc(&diff->pool, (rows_max + 1) * sizeof(tb_diff_row), &diff->row[view]));
  for (int r = 0; r < diff->runs; r++) {
    const tb_rows *rows = &diff->run[r].report->rows[view];
    for (int i = 0; i < rows->shown_rows; i++) add_row(diff, view, r, &rows->row[rows->shown_row[i].row]);
  }
  qsort(diff->row[view], (size_t)diff->rows[view], sizeof(tb_diff_row), compare_shares);
  if (!o->shows_all && diff->rows[view] > o->rows_max) diff->rows[view] = o->rows_max;
  return TC_OK;
}

static void compute_run_time(tb_diff_run *run) {
  const tb_selection *s = run->report->selection;
  const tb_samples *samples = s->profile->samples;
  for (int p = 0; p < samples->processes; p++) {
    if (samples->process[p].samples == 0) continue;
    run->cpu_s += 1e-9 * (double)samples->process[p].header->cpu_ns;
    run->selected_s = 1e-9 * (double)samples->process[p].header->period_ns * (double)s->used_samples;
  }
}

tc_status tb_diff_build(int runs, const char *const *name, const tb_report *report, tb_diff *out) {
  *out = (tb_diff){.runs = runs};
  for (int r = 0; r < runs; r++) {
    tb_diff_run *run = &out->run[r];
    *run = (tb_diff_run){.name = name[r], .report = &report[r]};
    compute_run_time(run);
    const bool has_from = report[r].selection->options->from != NULL;
    run->speedup = has_from ? out->run[0].selected_s / run->selected_s : out->run[0].cpu_s / run->cpu_s;
  }
  for (int v = 0; v < TB_VIEWS; v++)
    if (report[0].is_selected[v] && v != TB_VIEW_hybrid) TC_TRY(join_view(out, v));
  return TC_OK;
}

void tb_diff_clear(tb_diff *diff) {
  tc_pool_free(&diff->pool);
  *diff = (tb_diff){0};
}
