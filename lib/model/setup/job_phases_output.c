/* Phases after the preparation: steps, checks and outputs. Numbers of bytes repeat what the output code
 * writes. */
#include "model/setup/job_phases_internal.h"

/* Derived here: the step model forecasts the median time of a step. Disturbances make the mean longer by the
 * share `tail`. */
double tc_job_phase_steps_s(const tc_job_model *m) {
  return tc_job_repeat_s((double)m->counts->steps, m->counts->step_s * (1.0 + m->counts->tail));
}

/* Derived here: each check passes over the field once, and the speed probe is called before and after the
 * steps. */
double tc_job_phase_checks_s(const tc_job_model *m) {
  return tc_job_passes_s(m, (double)m->counts->checks) + 2.0 * tc_job_probes_s(m);
}

static double snapshot_B(const tc_job_counts *c) { return 8.0 * (double)c->cells * c->snapshot_fields; }

/* Returns the seconds of writing `bytes` new bytes of a file. The system must provide new pages for them in
 * its file cache. */
static double write_s(const tc_job_model *m, double bytes) {
  return tc_job_move_s(m, bytes, TC_PARAM_write_file_Bps) + tc_job_pages_s(m, bytes);
}

/* Derived here: the root writes the mesh, which has 20 bytes per cell and 24 per vertex. All ranks write the
 * fibre axes or tensors and the first snapshot. Before that, the root copies the cells into the order of the
 * file. */
double tc_job_phase_first_output_s(const tc_job_model *m) {
  const tc_job_counts *c = m->counts;
  const double cell_B = 20.0 * (double)c->cells, mesh_B = cell_B + 24.0 * (double)c->vertices;
  if (!c->has_snapshot_file) return 0.0;
  return write_s(m, mesh_B + 8.0 * (double)c->cells * c->axis_values + snapshot_B(c)) +
         tc_job_pages_s(m, cell_B) + tc_job_param(m, TC_PARAM_create_file_s) +
         tc_job_param(m, TC_PARAM_flush_s);
}

/* Derived here: each snapshot is written and flushed. Compression follows when the file is closed. */
double tc_job_phase_snapshots_s(const tc_job_model *m) {
  const double count = m->counts->has_snapshot_file ? (double)m->counts->snapshots : 0.0;
  return write_s(m, count * snapshot_B(m->counts)) + tc_job_work_s(m, count, TC_PARAM_flush_s);
}

/* Derived here: all ranks hash their values before they are written, and hash them twice when they read them
 * back from memory (io/checkpoint/checkpoint.c). Reading counts as another pass, so there are four passes.
 * Each checkpoint allocates lists and buffers of about 35 bytes per row to sort the values into the order of
 * the mesh. Their pages are new each time, because the previous checkpoint has returned its memory to the
 * system. */
double tc_job_phase_checkpoints_s(const tc_job_model *m) {
  const tc_job_counts *c = m->counts;
  const double count = (double)c->checkpoints, bytes = count * c->checkpoint_B, passes = 4.0,
               sorting_B = 35.0 * (double)c->rows;
  return write_s(m, bytes) + tc_job_pages_s(m, count * sorting_B) +
         tc_job_move_s(m, passes * bytes / fmax(1.0, c->ranks), TC_PARAM_hash_Bps) +
         tc_job_work_s(m, count, TC_PARAM_create_file_s) + tc_job_work_s(m, count, TC_PARAM_sync_s);
}

/* Derived here: each row of the history takes a pass over the field, as a check does, for integral, minimum
 * and maximum. Each probed point adds the time of a row. */
double tc_job_phase_history_s(const tc_job_model *m) {
  const tc_job_counts *c = m->counts;
  const double count = (double)c->history_rows;
  return tc_job_work_s(m, count * (1.0 + c->history_points), TC_PARAM_history_row_s) +
         tc_job_passes_s(m, count);
}

/* Returns the seconds in which all ranks write a compressed copy of the snapshots when the file is closed
 * (io/snapshot/snapshot_compress.c). */
static double compress_s(const tc_job_model *m) {
  const tc_job_counts *c = m->counts;
  const double bytes = (double)(c->snapshots + 1) * snapshot_B(c);
  if (!c->has_snapshot_file || c->compress == 0) return 0.0;
  return tc_job_move_s(m, bytes / fmax(1.0, c->ranks), TC_PARAM_compress_Bps);
}

/* Derived here: the field is hashed, the report is written and the snapshots are compressed. The statistics
 * of the result take as long as five checks of the field (measured: 0.1 us per row). */
double tc_job_phase_close_s(const tc_job_model *m) {
  const tc_job_counts *c = m->counts;
  const double result_passes = 5.0;
  if (c->ranks == 0) return 0.0;
  return tc_job_move_s(m, 8.0 * (double)c->rows, TC_PARAM_hash_Bps) + tc_job_passes_s(m, result_passes) +
         tc_job_param(m, TC_PARAM_close_s) + tc_job_work_s(m, c->ranks, TC_PARAM_json_rank_s) + compress_s(m);
}

/* The other phases cover the whole job, so no work remains for this phase. */
double tc_job_phase_other_s(const tc_job_model *m) {
  (void)m;
  return 0.0;
}
