/* History of a session: a row of scalars every history.every steps, written to a CSV file, to the snapshot
 * file, or to both. A resumed run continues existing files only if columns and probes are unchanged.
 * Otherwise it begins a new CSV file or ends with an error. The restart data contain the numbers of rows and
 * columns and a hash of the probes, so that the existing files need not be read. */
#include "run/outputs/history_output.h"

#include <string.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "io/config/config_check.h"

static const char *path_of(const tc_plan *plan) { return plan->config->history.file; }

tc_status tc_run_history_prepare(tc_plan *plan) {
  if (!tc_config_has_history(plan->config)) return TC_OK;
  TC_TRY(tc_plan_check_solution(plan,
                                "so it has no history: remove history and probes or use another strategy"));
  if (!path_of(plan)) return TC_OK;
  return TC_ON_ROOT(plan->world, tc_history_file_prepare(path_of(plan), &plan->files));
}

/* Returns the number of steps between rows. With error control the number of steps is unknown and usually
 * small, so all steps have a row unless the user sets an interval. */
static int64_t find_interval(const tc_prepared *p) {
  const int64_t every = p->plan->config->history.every;
  return tc_setup_choices_controls_error(&p->choices) ? (every > 0 ? every : 1)
                                                      : tc_history_interval(every, p->choices.step.steps);
}

/* Collective. Counts the rows of the whole run: the rows that were written before the run was resumed, and
 * the rows of the planned steps. */
static tc_status count_rows(const tc_prepared *p, int64_t *rows) {
  const tc_resume_source *r = tc_plan_resume_source(p->plan);
  const int64_t steps = p->choices.step.steps, every = find_interval(p);
  TC_TRY(tc_resume_source_integer(r, "history.rows", rows));
  if (tc_setup_choices_controls_error(&p->choices)) {
    *rows += TC_RUN_HISTORY_CONTROLLED;
    return TC_OK;
  }
  *rows += r ? tc_hook_count_after(every, r->step, steps) : tc_hook_count(every, steps);
  if (*rows <= TC_RUN_HISTORY_MAX) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "history.every: the run would write %lld rows, but at most %d can be written: "
                          "increase history.every",
                          (long long)*rows, (int)TC_RUN_HISTORY_MAX);
}

/* Returns a hash of the cells that contain the probes, and of the key history.remaining, which adds a column
 * before those of the probes. */
static int64_t hash_points(const tc_prepared *p, int count) {
  const tc_gid *cell = p->probes->cell;
  const uint64_t start = p->plan->config->history.remaining ? 2 : 1;
  const uint64_t hash = tc_hash_bytes(start, cell, (size_t)count * sizeof *cell);
  int64_t out;
  memcpy(&out, &hash, sizeof out);
  return out;
}

/* Number of columns and hash of the probes as recorded in the checkpoint; both are 0 if it records no
 * history. */
typedef struct earlier {
  int64_t columns, points;
} earlier;

/* True if the run has all probes that the checkpoint records in `then`, in the same order, possibly followed
 * by additional probes. Columns other than those of probes never change. */
static bool has_more_probes(const tc_prepared *p, const tc_run_history *h, const earlier *then) {
  const int64_t each = 1 + (p->source ? tc_source_states(p->source) : 0), added = h->columns - then->columns;
  const int64_t count = p->probes->count - added / each;
  return added >= 0 && count >= 0 && hash_points(p, (int)count) == then->points;
}

static tc_status other_probes(const tc_prepared *p, const char *file, const char *key) {
  return tc_config_error(p->plan->config, "probes",
                         "%s has other columns than this run would write: set %s to a new file name, restore "
                         "probes and history.remaining, or start over with --force",
                         file, key);
}

/* Called for a resumed run whose columns or probes differ from those in the checkpoint. Begins a new CSV file
 * after the checkpoint, or returns an error if a file would contain rows of different probes. */
static tc_status change_probes(const tc_prepared *p, tc_run_history *h, const earlier *then) {
  const tc_config *c = p->plan->config;
  if (c->history.file && !h->is_new_file) return other_probes(p, c->history.file, "history.file");
  if (h->in_old_snapshots && !has_more_probes(p, h, then))
    return other_probes(p, c->snapshots.file, "snapshots.file");
  h->begins_file = true;
  if (h->csv)
    tc_log_write(p->plan->log, TC_LOG_NORMAL, "%s has new columns, so the file begins after step %lld",
                 c->history.file, (long long)tc_plan_resume_source(p->plan)->step);
  return TC_OK;
}

/* Collective. Compares columns and probes with those in the checkpoint, and calls change_probes if they
 * differ. */
static tc_status check_columns(const tc_prepared *p, tc_run_history *h) {
  earlier then;
  TC_TRY(tc_resume_source_integer(tc_plan_resume_source(p->plan), "history.columns", &then.columns));
  TC_TRY(tc_resume_source_integer(tc_plan_resume_source(p->plan), "history.points", &then.points));
  if (then.columns == 0 || (then.columns == h->columns && then.points == h->points)) return TC_OK;
  return change_probes(p, h, &then);
}

static tc_status list_columns(tc_run_history *h) {
  TC_TRY(TC_ALLOC(h->name, h->history->columns));
  for (int c = 0; c < h->history->columns; c++) h->name[c] = h->history->name[c];
  h->in_file.columns = h->history->columns;
  h->in_file.name = h->name;
  return TC_OK;
}

/* Returns an error if a resumed run has no history but continues a snapshot file with a history, because the
 * existing rows of the history would be lost. */
static tc_status refuse_loss(const tc_prepared *p, const tc_run_history *h) {
  if (!h->in_old_snapshots) return TC_OK;
  return tc_config_error(p->plan->config, "probes",
                         "%s contains probes of the steps so far, but this run records no probes: restore "
                         "probes, history.every or history.file, set a new snapshots.file, or start over "
                         "with --force",
                         p->plan->config->snapshots.file);
}

tc_status tc_run_history_create(const tc_prepared *p, tc_run_history *h) {
  int64_t part;
  if (!tc_config_has_history(p->plan->config)) return refuse_loss(p, h);
  TC_TRY(tc_resume_source_integer(tc_plan_resume_source(p->plan), "history.file.part", &part));
  h->csv = path_of(p->plan) && !h->is_skipped;
  h->world = p->plan->world;
  const tc_history_columns optional = {h->remaining, tc_setup_choices_controls_error(&p->choices)};
  int64_t rows;
  TC_TRY(count_rows(p, &rows));
  h->in_file.rows = optional.controlled ? TC_RUN_HISTORY_CONTROLLED : rows;
  TC_TRY(tc_history_create(p->problem->space, p->probes, p->balance, p->source, &optional, &h->history));
  TC_TRY(tc_world_agree(p->plan->world, list_columns(h)));
  h->columns = h->history->columns;
  h->points = hash_points(p, p->probes->count);
  TC_TRY(check_columns(p, h));
  if (h->begins_file) part = 0;
  const bool csv = p->plan->world->rank == 0 && h->csv;
  return tc_world_agree(p->plan->world,
                        csv ? tc_history_file_create(path_of(p->plan), part, h->history->columns, h->name,
                                                     rows, &h->file)
                            : TC_OK);
}

static tc_status write_due_history(void *self, const tc_run_state *now) {
  tc_run_history *h = self;
  const double *row = h->history->row; /* The first columns are time, integral, min and max. */
  TC_TRY(tc_history_update(h->history, now));
  tc_extremes_add(&h->extremes, (tc_extremes_row){row[0], row[2], row[3]});
  TC_TRY(
      tc_world_agree(h->world, h->file ? tc_history_file_add(h->file, now->step, h->history->row) : TC_OK));
  h->rows++;
  return h->snapshot && h->rows <= h->in_file.rows
             ? tc_snapshot_write_history(h->snapshot, now->step, h->history->row)
             : TC_OK;
}

static tc_status list_kept(tc_run_history *h, tc_restart_list *list) {
  TC_TRY(tc_restart_list_add_integer(list, &h->rows, "history.rows"));
  TC_TRY(tc_history_list_restart(h->history, list));
  if (list->is_reading && h->begins_file)
    return TC_OK; /* The columns differ, so the other items cannot be read. */
  TC_TRY(tc_restart_list_add_integer(list, &h->columns, "history.columns"));
  TC_TRY(tc_restart_list_add_integer(list, &h->points, "history.points"));
  return h->csv ? tc_history_file_list_restart(h->file, list) : TC_OK;
}

static tc_status list_history_restart(void *self, tc_restart_list *list) {
  list->optional = true;
  const tc_status status = list_kept(self, list);
  list->optional = false;
  return status;
}

tc_hook tc_run_history_hook(tc_run_history *h, const tc_prepared *p, tc_snapshot *snapshot) {
  h->snapshot = snapshot;
  return (tc_hook){.self = h,
                   .every = find_interval(p),
                   .is_due = tc_hook_is_periodic,
                   .list_restart = list_history_restart,
                   .job_phase = TC_JOB_PHASE_history,
                   .run = write_due_history};
}

void tc_run_history_free(const tc_plan *plan, tc_run_history *h) {
  tc_line where = {0};
  if (tc_history_file_close_failed(&h->file, &where))
    tc_log_write(plan->log, TC_LOG_QUIET, "the history so far is in %s", where.text);
  tc_history_destroy(&h->history);
  tc_free(h->name);
  *h = (tc_run_history){0};
}
