/* Disk requirements of snapshots and checkpoints. For each kind of output a lower bound and an upper estimate
 * are computed. If less space is free than the lower bound, the run ends with an error. If less is free than
 * the upper estimate, a warning is logged. The lower bound assumes that a run with time.steady ends early.
 * With snapshots.compress the upper estimate includes the uncompressed file and its compressed copy. The
 * requirements of outputs on the same file system are added. Histories and residuals are small and not
 * counted. */
#include "run/outputs/disk_requirements.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/types.h>

#include "base/file/directory.h"
#include "base/text/number_format.h"
#include "io/config/config_check.h"
#include "io/config/config_solver.h"
#include "io/snapshot/snapshot.h"
#include "run/plan/checkpoint_values.h"

enum { value_B = 8, files_most = 2 };

/* Requirements of one kind of output: snapshots or checkpoints. */
typedef struct written {
  const char *name, *path, *advice;
  double least, likely; /* lower bound and upper estimate of the bytes to be written */
  double free_B;        /* free bytes of the file system; INFINITY if unknown */
  dev_t device;
} written;

int64_t tc_disk_requirements_planned_steps(const tc_config *c) {
  if (!c->time.method->steps) return 1;
  if (tc_config_controls_error(c)) return -1;
  if (!(c->time.end > 0.0)) return c->time.steps;
  return c->time.dt > 0.0 && c->time.end / c->time.dt < 1e15 ? (int64_t)ceil(c->time.end / c->time.dt) : -1;
}

static int64_t write_count(const tc_disk_requirements *d, int64_t every) {
  return d->resume ? tc_hook_count_after(every, d->resume->step, d->steps) : tc_hook_count(every, d->steps);
}

/* Returns the number of snapshots that a run with requested times writes. The times that a resumed run has
 * already passed depend on the step size. This is the size that the setup has chosen or, before the setup,
 * that of the config. */
static int64_t requested_count(const tc_config *c, const tc_disk_requirements *d) {
  const tc_resume_source *r = d->resume;
  const double end = c->time.end > 0.0 ? c->time.end : (double)c->time.steps * c->time.dt;
  const tc_output_times times = tc_config_output_times(c, end);
  const double dt = r && r->next.dt > 0.0 ? r->next.dt : c->time.dt;
  const double time = r ? tc_time_at(&r->next.origin, dt, r->step) : 0.0;
  return (r == NULL) + tc_output_times_count(&times, time + tc_output_times_rounding(dt, time));
}

static int64_t snapshot_count(const tc_config *c, const tc_disk_requirements *d) {
  return tc_config_has_output_times(c) ? requested_count(c, d) : write_count(d, c->snapshots.every);
}

/* Returns the minimum number of snapshots or checkpoints that a run writes. `count` is the planned number,
 * and `few` the minimum number for a run that may end early because time.steady is set. */
static int64_t least_of(const tc_config *c, int64_t count, int64_t few) {
  return c->time.steady > 0.0 && count > few ? few : count;
}

static written weigh_snapshots(const tc_config *c, const tc_mesh_counts *mesh,
                               const tc_disk_requirements *d) {
  const int fields = 1 + c->source.states;
  const int64_t rows = snapshot_count(c, d), few = least_of(c, rows, d->resume ? 1 : 2);
  const double row_B = (double)fields * value_B * (double)mesh->cells,
               front_B = (double)tc_snapshot_overhead_bytes(mesh->nodes, mesh->cells, rows, fields,
                                                            c->snapshots.tensor, c->snapshots.fibres),
               mesh_B = 24.0 * (double)mesh->nodes + 20.0 * (double)mesh->cells,
               copies = c->snapshots.compress ? 2.0 : 1.0;
  written out = {.name = "snapshots",
                 .path = d->snapshots,
                 .advice = "fewer snapshots (snapshots.every, interval or times)",
                 .least = (double)few * row_B + (d->resumes_file ? 0.0 : mesh_B),
                 .likely = (copies * (double)rows + (double)d->copied) * row_B + front_B};
  return out;
}

/* Returns the disk requirements of checkpoints. While a checkpoint is written, checkpoint.keep earlier
 * checkpoints also exist. Checkpoints that exist before the run are not counted. */
static written weigh_checkpoints(const tc_config *c, const tc_mesh_counts *mesh,
                                 const tc_disk_requirements *d) {
  const tc_checkpoint_values values = tc_checkpoint_values_count(c);
  const double cell_B = (double)value_B * (double)mesh->cells,
               most = (double)c->checkpoint.keep + 1 - d->checkpoints_present;
  const int64_t periodic = c->checkpoint.every > 0 ? write_count(d, c->checkpoint.every) : 1;
  const double surely = fmax(1.0, fmin((double)least_of(c, periodic > 1 ? periodic - 1 : 1, 1), most));
  written out = {.name = "checkpoints",
                 .path = d->checkpoints,
                 .advice = "a smaller checkpoint.keep",
                 .least = surely * values.min * cell_B,
                 .likely = fmax(1.0, most) * values.max * cell_B};
  return out;
}

/* Stores in out[] the requirements of snapshots and checkpoints if the config requests them. Returns the
 * number of entries. */
static int estimate_files(const tc_config *c, const tc_mesh_counts *mesh, const tc_disk_requirements *d,
                          written *out) {
  int count = 0;
  if (d->snapshots) out[count++] = weigh_snapshots(c, mesh, d);
  if (d->checkpoints) out[count++] = weigh_checkpoints(c, mesh, d);
  return count;
}

double tc_disk_requirements_estimate(const tc_config *c, const tc_mesh_counts *mesh, int64_t steps) {
  const tc_disk_requirements new_run = {.snapshots = c->snapshots.file,
                                        .checkpoints = c->checkpoint.file,
                                        .steps = steps};
  written all[files_most];
  double bytes = 0.0;
  const int count = steps < 0 ? 0 : estimate_files(c, mesh, &new_run, all);
  for (int k = 0; k < count; k++) bytes += all[k].likely;
  return bytes;
}

static const char *format_bytes(double bytes, char text[32]) {
  return tc_number_format_bytes(bytes, text, 32);
}

/* Example: s.h5: cannot be written: No space left on device: snapshots need at least 2 GB there, and 1 GB
 * are free: free disk space, choose another directory, or use fewer snapshots (..) */
static tc_status no_room(const written *w, double least) {
  char need[32], left[32];
  return tc_status_create(TC_OUTPUT,
                          "%s: cannot be written: %s: %s need at least %s there, and %s are free: free disk "
                          "space, choose another directory, or use %s",
                          w->path, strerror(ENOSPC), w->name, format_bytes(least, need),
                          format_bytes(w->free_B, left), w->advice);
}

/* Compares the requirements with the free space of each file system. Warns if less space is free than the
 * upper estimate. Returns an error if less is free than the lower bound. */
static tc_status check_space(const tc_log *log, int count, const written *w) {
  for (int k = 0; k < count; k++) {
    double least = 0.0, likely = 0.0;
    bool is_checked = false; /* true if an earlier output is on the same file system */
    for (int j = 0; j < count; j++) {
      const bool same = j == k || (w[j].free_B < INFINITY && w[j].device == w[k].device);
      least += same ? w[j].least : 0.0;
      likely += same ? w[j].likely : 0.0;
      is_checked = is_checked || (same && j < k);
    }
    if (least > w[k].free_B) return no_room(&w[k], least);
    char may[32], left[32];
    if (likely > w[k].free_B && !is_checked)
      tc_log_warn(log,
                  "%s: %s are free there, but outputs may need %s, so the run may fail: free disk space or "
                  "choose another directory",
                  w[k].path, format_bytes(w[k].free_B, left), format_bytes(likely, may));
  }
  return TC_OK;
}

/* Example: disk: at most 2.1 GB for snapshots, 300 MB for checkpoints; 40 GB are free */
static void log_requirements(const tc_log *log, int count, const written *w) {
  tc_line line = {0};
  char bytes[32];
  for (int k = 0; k < count; k++)
    tc_line_add(&line, "%s%s for %s", k ? ", " : "", format_bytes(w[k].likely, bytes), w[k].name);
  if (w[0].free_B < INFINITY) tc_line_add(&line, "; %s are free", format_bytes(w[0].free_B, bytes));
  tc_log_write(log, TC_LOG_NORMAL, "disk: at most %s", line.text);
}

tc_status tc_disk_requirements_check(const tc_plan *plan, const tc_disk_requirements *d, double *bytes) {
  const tc_mesh_counts mesh = {plan->mesh->nodes, plan->mesh->cells, 0};
  written all[files_most];
  const int count = estimate_files(plan->config, &mesh, d, all);
  *bytes = 0.0;
  for (int k = 0; k < count; k++) {
    *bytes += all[k].likely;
    if (!tc_directory_free_space(all[k].path, &all[k].device, &all[k].free_B)) all[k].free_B = INFINITY;
  }
  if (count == 0) return TC_OK;
  log_requirements(plan->log, count, all);
  return check_space(plan->log, count, all);
}
