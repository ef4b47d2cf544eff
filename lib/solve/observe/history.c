/* Computes the rows of the history. One function, add_columns, visits all columns to count them, to store
 * their names, or to fill a row. It stores names if row_writer.name is not NULL, and values if row_writer.row
 * is not NULL. */
#include "solve/observe/history.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/core/print.h"
#include "solve/observe/error_control.h"
#include "solve/space/restart_list.h"

/* State of one visit of all columns. One function adds both the name and the value of a column, so that names
 * and values are in the same order. */
typedef struct row_writer {
  char (*name)[TC_HISTORY_NAME]; /* Receives the names of the columns; NULL if this pass does not store names.
                                  */
  double *row;
  int columns; /* Number of columns visited so far. */
} row_writer;

__attribute__((format(printf, 3, 4))) static void add_column(row_writer *p, double value, const char *name,
                                                             ...) {
  va_list arguments;
  va_start(arguments, name);
  if (p->name) tc_vsnprintf(p->name[p->columns], TC_HISTORY_NAME, name, arguments);
  if (p->row) p->row[p->columns] = value;
  p->columns++;
  va_end(arguments);
}

/* Returns the mean inflow per unit of time since the previous row; NaN in the first row. m is the index of a
 * marker, or the number of markers to select the source. For a steady state, balance->cumulative already is
 * an inflow per unit of time. */
static double inflow_rate(const tc_history *h, int m, double time) {
  const double inflow = h->balance->cumulative[m] - h->inflow[m];
  if (isnan(h->time)) return NAN;
  return h->balance->steady ? inflow : inflow / (time - h->time);
}

static void add_flux_columns(row_writer *p, const tc_history *h, double time) {
  const tc_balance *b = h->balance;
  const tc_boundary *boundary = b->problem->physics->boundary;
  for (int m = 0; m < b->markers; m++)
    if (boundary[m].has_data) add_column(p, inflow_rate(h, m, time), "flux_%d", (int)boundary[m].marker);
  if (b->source) add_column(p, inflow_rate(h, b->markers, time), "source");
  add_column(p, tc_balance_error(b, h->digest->integral), "balance_error");
}

/* Sets h->step, the values of the columns dt, stages and error. */
static void set_step(tc_history *h, const tc_run_state *now) {
  const bool has_stepped = now->controlled && now->controlled->steps > 0;
  h->step[0] = has_stepped ? now->controlled->last.dt : (double)NAN;
  h->step[1] = has_stepped ? (double)now->controlled->last.stages : (double)NAN;
  h->step[2] = has_stepped ? now->controlled->last.error : (double)NAN;
}

static void add_step_columns(row_writer *p, const tc_history *h) {
  add_column(p, h->step[0], "dt");
  add_column(p, h->step[1], "stages");
  add_column(p, h->step[2], "error");
}

/* Adds all columns except the probe columns, which the caller adds afterwards. */
static void add_columns(row_writer *p, const tc_history *h, double time) {
  const tc_region_stats *d = h->digest;
  const tc_labels *regions = h->space->regions;
  add_column(p, time, "time");
  add_column(p, d->integral, "integral");
  add_column(p, d->min, "min");
  add_column(p, d->max, "max");
  for (int32_t k = 0; k < regions->count; k++)
    add_column(p, tc_region_stats_mean(d, k), "mean_%d", (int)regions->label[k]);
  if (h->balance) add_flux_columns(p, h, time);
  if (h->controlled) add_step_columns(p, h);
  if (h->remaining) add_column(p, h->remaining_s, "remaining_s");
}

static int count_states(const tc_history *h) { return h->source ? tc_source_states(h->source) : 0; }

static void add_probe_names(row_writer *p, const tc_history *h) {
  for (int i = 1; i <= h->probes->count; i++) add_column(p, 0.0, "probe_%d", i);
  for (int k = 0; k < count_states(h); k++)
    for (int i = 1; i <= h->probes->count; i++)
      add_column(p, 0.0, "probe_%d_%s", i, tc_source_state_name(h->source, k));
}

static tc_status create_columns(tc_history *h) {
  row_writer p = {0};
  if (h->balance) TC_TRY(TC_POOL_ARRAY_ZERO(&h->memory, h->inflow, h->balance->markers + 1));
  add_columns(&p, h, 0.0);
  h->columns = p.columns + h->probes->count * (1 + count_states(h));
  TC_TRY(TC_POOL_ARRAY(&h->memory, h->name, h->columns));
  TC_TRY(TC_POOL_ARRAY_ZERO(&h->memory, h->row, h->columns));
  p = (row_writer){.name = h->name};
  add_columns(&p, h, 0.0);
  add_probe_names(&p, h);
  return TC_OK;
}

tc_status tc_history_create(const tc_space *space, const tc_probes *probes, tc_balance *balance,
                            tc_source *source, const tc_history_columns *optional, tc_history **out) {
  tc_history *h = NULL;
  TC_TRY(TC_WORLD_ALLOC(space->world, h, 1));
  *h = (tc_history){.space = space,
                    .probes = probes,
                    .source = source,
                    .balance = balance,
                    .remaining = optional ? optional->remaining : NULL,
                    .controlled = optional && optional->controlled,
                    .time = NAN};
  tc_status status = tc_region_stats_create(space, &h->digest);
  if (!status) status = tc_world_agree(space->world, create_columns(h));
  TC_RETURN_CREATED(status, h, tc_history_destroy(&h), out);
}

void tc_history_destroy(tc_history **history) {
  if (*history) tc_region_stats_destroy(&(*history)->digest);
  TC_POOL_DESTROY_OWNER(history);
}

tc_status tc_history_update(tc_history *h, const tc_run_state *now) {
  row_writer p = {.row = h->row};
  TC_TRY(tc_region_stats_update(h->digest, now->value));
  if (h->balance) TC_TRY(tc_balance_update(h->balance));
  if (now->step == 0) h->time = NAN;
  if (h->remaining) h->remaining_s = h->remaining->estimate(h->remaining->self, now).median_s;
  set_step(h, now);
  add_columns(&p, h, now->time);
  for (int m = 0; h->balance && m <= h->balance->markers; m++) h->inflow[m] = h->balance->cumulative[m];
  h->time = now->time;
  for (int k = -1; k < count_states(h); k++) {
    const double *value = k < 0 ? now->value : tc_source_state(h->source, k);
    TC_TRY(tc_probes_evaluate(h->space->world, h->probes, value, h->row + p.columns));
    p.columns += h->probes->count;
  }
  return TC_OK;
}

tc_status tc_history_list_restart(tc_history *h, tc_restart_list *keep) {
  TC_TRY(tc_restart_list_add_common(keep, &h->time, 1, "history.time"));
  return h->balance ? tc_restart_list_add_common(keep, h->inflow, h->balance->markers + 1, "history.entered")
                    : TC_OK;
}

int64_t tc_history_interval(int64_t wish, int64_t steps) {
  return wish > 0 ? wish : steps / TC_HISTORY_ROWS + (steps % TC_HISTORY_ROWS > 0) + (steps == 0);
}
