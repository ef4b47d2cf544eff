/* Phases after the preparation: steps, checks and outputs. Bytes are those that the program writes. */
#include "model/setup/job_phases_internal.h"

/* Derived here: the step model forecasts the median step, and disturbances make the mean step longer. */
double tc_job_phase_steps_s(const tc_job_model *m) {
  return tc_job_repeat_s((double)m->counts->steps, m->counts->step_s * (1.0 + m->counts->tail));
}

/* Derived here: a pass over the field for each check, and the speed probe before and after the steps. */
double tc_job_phase_checks_s(const tc_job_model *m) {
  return tc_job_passes_s(m, (double)m->counts->checks) + 2.0 * tc_job_probes_s(m);
}

static double snapshot_B(const tc_job_counts *c) { return 8.0 * (double)c->cells * c->snapshot_fields; }

/* Returns the seconds of writing new bytes of a file, whose pages are fresh. */
static double write_s(const tc_job_model *m, double bytes) {
  return tc_job_move_s(m, bytes, TC_PARAM_write_file_Bps) + tc_job_pages_s(m, bytes);
}

/* Derived here: the root writes the mesh, which has 20 bytes a cell and 24 a vertex, and all ranks the axes
 * and the first snapshot. The cells are first copied in their order in the file. */
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
 * back from memory (io/checkpoint/checkpoint.c). Reading counts as another pass. Each checkpoint allocates
 * lists and buffers of about 35 bytes a row to sort the values into the order of the mesh. The memory of the
 * one before has been returned to the system. */
double tc_job_phase_checkpoints_s(const tc_job_model *m) {
  const tc_job_counts *c = m->counts;
  const double count = (double)c->checkpoints, bytes = count * c->checkpoint_B, passes = 4.0,
               sorting_B = 35.0 * (double)c->rows;
  return write_s(m, bytes) + tc_job_pages_s(m, count * sorting_B) +
         tc_job_move_s(m, passes * bytes / fmax(1.0, c->ranks), TC_PARAM_hash_Bps) +
         tc_job_work_s(m, count, TC_PARAM_create_file_s) + tc_job_work_s(m, count, TC_PARAM_sync_s);
}

/* Derived here: integral, minimum and maximum need a pass over the field, as a check does. */
double tc_job_phase_history_s(const tc_job_model *m) {
  const tc_job_counts *c = m->counts;
  const double count = (double)c->history_rows;
  return tc_job_work_s(m, count * (1.0 + c->history_points), TC_PARAM_history_row_s) +
         tc_job_passes_s(m, count);
}

/* All ranks write a compressed copy of the snapshots (io/snapshot/snapshot_compress.c). */
static double compress_s(const tc_job_model *m) {
  const tc_job_counts *c = m->counts;
  const double bytes = (double)(c->snapshots + 1) * snapshot_B(c);
  if (!c->has_snapshot_file || c->compress == 0) return 0.0;
  return tc_job_move_s(m, bytes / fmax(1.0, c->ranks), TC_PARAM_compress_Bps);
}

/* Derived here: the field is hashed and the report written. The statistics of the result are five passes
 * (measured: 0.1 us a row). */
double tc_job_phase_close_s(const tc_job_model *m) {
  const tc_job_counts *c = m->counts;
  const double result_passes = 5.0;
  if (c->ranks == 0) return 0.0;
  return tc_job_move_s(m, 8.0 * (double)c->rows, TC_PARAM_hash_Bps) + tc_job_passes_s(m, result_passes) +
         tc_job_param(m, TC_PARAM_close_s) + tc_job_work_s(m, c->ranks, TC_PARAM_json_rank_s) + compress_s(m);
}

/* Phases cover the job, so no work remains. */
double tc_job_phase_other_s(const tc_job_model *m) {
  (void)m;
  return 0.0;
}
