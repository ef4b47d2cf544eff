/* Phases at the start of a job: starting the program, importing and reading the mesh. In addition the
 * launcher, whose time is outside the job. */
#include "model/setup/job_phases_internal.h"

/* Returns the number of ranks on a node. Only these ranks add to the time of the start, because different
 * nodes start their ranks at the same time. */
static int ranks_on_node(int ranks, int nodes) { return nodes > 1 ? (ranks + nodes - 1) / nodes : ranks; }

/* Derived here: the start takes a constant time and a time for each rank of a node. */
double tc_job_phase_start_s(const tc_job_model *m) {
  const int ranks = ranks_on_node(m->counts->ranks, m->counts->nodes);
  if (ranks <= 0) return 0.0;
  return tc_job_param(m, TC_PARAM_job_start_s) + tc_job_work_s(m, ranks, TC_PARAM_job_start_rank_s);
}

/* Derived here: the launcher takes a constant time, a time for each rank of a node, and a time for each
 * additional node, because it contacts nodes sequentially. */
double tc_job_launch_s(const tc_params *machine, int ranks, int nodes) {
  tc_job_forecast unused = {.missing = -1};
  const tc_job_model m = {machine, NULL, true, &unused};
  return tc_job_param(&m, TC_PARAM_job_launch_s) +
         tc_job_work_s(&m, ranks_on_node(ranks, nodes), TC_PARAM_job_launch_rank_s) +
         tc_job_work_s(&m, nodes - 1, TC_PARAM_job_launch_node_s);
}

/* The root reads, converts, checks and writes the mesh (io/mesh_input/automatic_import.c), at a measured rate
 * for the bytes of the source files. */
double tc_job_phase_import_s(const tc_job_model *m) {
  return tc_job_move_s(m, m->counts->import_text_B, TC_PARAM_import_text_Bps);
}

/* Derived here: text and binary files are read at different rates, and each file is opened. */
double tc_job_phase_read_s(const tc_job_model *m) {
  const tc_job_counts *c = m->counts;
  return tc_job_move_s(m, c->text_B, TC_PARAM_read_text_Bps) +
         tc_job_move_s(m, c->binary_B, TC_PARAM_read_mesh_file_Bps) +
         tc_job_work_s(m, c->files, TC_PARAM_open_file_s);
}
