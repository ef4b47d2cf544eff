/* Forecast of the phases of a job. The table `phases` names one function for each phase; `steps` and the
 * times of solver, trial step and formulas come from other models and are members of the counts. A parameter
 * that is unknown is replaced by its default or makes its phases NaN. To add a phase or a parameter, see
 * lib/README.md. "Design" in comments is section 3.2 of the design of the forecast of a whole job. Where the
 * program does other work than the design assumes, the formula follows the program. */
#include "model/setup/job_forecast.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sparse/matrix.h"

typedef struct job_model {
  const tc_params *machine;
  const tc_job_counts *counts;
  bool allows_defaults;
  tc_job_forecast *out; /* receives the first missing parameter and the use of defaults */
} job_model;

/* ---- parameters ---- */

static double get_default(const job_model *m, int param) {
  const double value = m->allows_defaults ? tc_job_param_default(param) : 0.0;
  if (value > 0.0) {
    m->out->uses_defaults = true;
    return value;
  }
  if (m->out->missing < 0) m->out->missing = param;
  return (double)NAN;
}

/* Returns the first value of a parameter, or its default; NaN if both are unknown. */
static double get_param(const job_model *m, int param) {
  const double value = *tc_param_get(m->machine, param);
  return value > 0.0 ? value : get_default(m, param);
}

/* Returns the seconds of `count` units of work. Work that does not occur needs no parameter. */
static double work_s(const job_model *m, double count, int param) {
  return count > 0.0 ? count * get_param(m, param) : 0.0;
}

/* Returns the seconds of moving `bytes`. */
static double move_s(const job_model *m, double bytes, int param) {
  return bytes > 0.0 ? bytes / get_param(m, param) : 0.0;
}

/* Returns the seconds of `count` repetitions of a time from another model, which may be NaN. */
static double repeat_s(double count, double seconds) { return count > 0.0 ? count * seconds : 0.0; }

/* Returns the parameter with the name KIND_SCHEME_row_s; -1 if the scheme of the job has none. Names of
 * parameters have underscores instead of hyphens. */
static int find_scheme_param(const char *kind, const char *scheme) {
  char name[64];
  snprintf(name, sizeof name, "%s_%s_row_s", kind, scheme ? scheme : "");
  for (char *c = name; *c; c++)
    if (*c == '-') *c = '_';
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    if (strcmp(tc_param_name(p), name) == 0) return p;
  return -1;
}

static double scheme_s(const job_model *m, double rows, const char *kind) {
  const int param = find_scheme_param(kind, m->counts->scheme);
  if (!(rows > 0.0)) return 0.0;
  return param < 0 ? (double)NAN : work_s(m, rows, param);
}

/* ---- start, reading, mesh ---- */

/* Ranks of different nodes start at the same time. */
static int ranks_on_node(int ranks, int nodes) { return nodes > 1 ? (ranks + nodes - 1) / nodes : ranks; }

/* Design: start of MPI, libraries and config. */
static double forecast_start(const job_model *m) {
  const int ranks = ranks_on_node(m->counts->ranks, m->counts->nodes);
  return ranks > 0 ? get_param(m, TC_PARAM_job_start_s) + work_s(m, ranks, TC_PARAM_job_start_rank_s) : 0.0;
}

/* The root reads, converts, checks and writes the mesh (io/mesh_input/automatic_import.c). */
static double forecast_import(const job_model *m) {
  return move_s(m, m->counts->import_text_B, TC_PARAM_import_text_Bps);
}

/* Design, and binary mesh files, which came later. */
static double forecast_read(const job_model *m) {
  const tc_job_counts *c = m->counts;
  return move_s(m, c->text_B, TC_PARAM_read_text_Bps) + move_s(m, c->binary_B, TC_PARAM_read_mesh_file_Bps) +
         work_s(m, c->files, TC_PARAM_open_file_s);
}

/* Design. */
static double forecast_neighbours(const job_model *m) {
  return work_s(m, (double)m->counts->cells, TC_PARAM_neighbour_cell_s);
}

/* Design: METIS needs 0.25 times as long for each doubling of the parts. */
static double metis_s(const job_model *m, double parts) {
  if (!(parts > 1.0)) return 0.0;
  return work_s(m, (double)m->counts->cells * (1.0 + 0.25 * log2(parts)), TC_PARAM_partition_cell_s);
}

/* Returns the seconds to order a cell. Small meshes fit into caches, large ones do not, and between both the
 * time is linear in the logarithm of the number of cells. */
static double order_cell_s(const job_model *m) {
  const double small_cells = 1e6, large_cells = 5e6, cells = (double)m->counts->cells;
  if (cells <= small_cells) return get_param(m, TC_PARAM_order_cell_s);
  const double large_s = get_param(m, TC_PARAM_order_large_cell_s);
  if (cells >= large_cells) return large_s;
  const double small_s = get_param(m, TC_PARAM_order_cell_s);
  return small_s + (large_s - small_s) * log(cells / small_cells) / log(large_cells / small_cells);
}

/* Work of an ordering in units of reverse Cuthill-McKee, without METIS. All create the graph, which is a
 * tenth of it (measured: 0.016, 0.022 and 0.14 us for none, random and rcm with 604 053 cells). */
static double order_work(const char *order) {
  const bool is_simple =
      strcmp(order, "none") == 0 || strcmp(order, "random") == 0 || strcmp(order, "blocks") == 0;
  return is_simple ? 0.15 : 1.0;
}

/* Design. METIS divides the cells of each rank into blocks (graph/block_ordering.c). */
static double forecast_order(const job_model *m) {
  const tc_job_counts *c = m->counts;
  const double cells = (double)c->cells;
  if (!c->order || c->cells == 0) return 0.0;
  return cells * order_work(c->order) * order_cell_s(m) + metis_s(m, (double)c->order_blocks);
}

/* Design. */
static double forecast_partition(const job_model *m) {
  return m->counts->partitions ? metis_s(m, m->counts->ranks) : 0.0;
}

/* Returns the parameter of a message: between nodes if the job has several, else within a node. */
static int message_param(const tc_job_counts *c) {
  return c->nodes > 1 ? TC_PARAM_remote_send_s : TC_PARAM_node_send_s;
}

static int reduce_param(const tc_job_counts *c) {
  return c->nodes > 1 ? TC_PARAM_remote_reduce_s : TC_PARAM_node_reduce_s;
}

/* Design: the root extracts the submesh of each rank (comm/layout/mesh_scatter.c), also its own, and sends
 * about 70 bytes for a cell in messages of nine arrays. */
static double forecast_distribute(const job_model *m) {
  const tc_job_counts *c = m->counts;
  const double cell_B = 70.0, messages = 9.0;
  return work_s(m, (double)c->cells, TC_PARAM_distribute_cell_s) +
         move_s(m, cell_B * (double)c->moved, TC_PARAM_remote_bandwidth_Bps) +
         work_s(m, messages * (c->ranks - 1), message_param(c));
}

/* Design. The phase also computes the geometry of the rows. */
static double forecast_halo(const job_model *m) {
  const tc_job_counts *c = m->counts;
  const double rounds = c->ranks > 1 ? log2(c->ranks) : 0.0;
  return work_s(m, (double)(c->rows + c->ghosts), TC_PARAM_halo_row_s) +
         work_s(m, c->peers, message_param(c)) + work_s(m, rounds, reduce_param(c));
}

/* ---- assembly and search ---- */

/* Design. */
static double forecast_assemble(const job_model *m) {
  return scheme_s(m, (double)m->counts->rows, "assemble");
}

/* Work of a search for a stable step. */
typedef struct search_work {
  double trials, products, response_products;
} search_work;

/* Returns the work of a usual search. The first trial is proved stable for two-point and for isotropic
 * tensors, the second one usually not (solve/stability/stable_step.c). The estimate of the spectrum needs
 * 29 to 84 products for each trial, the estimate of growth two thirds of 480 products, and of a tenth of the
 * steps if that is more. The response to noise needed 1 100 products with 14 312 cells and 1 640 with
 * 604 053. */
static search_work usual_search(const tc_job_counts *c) {
  const double spectrum = 51.0, first_growth = 400.0, limit = 20000.0, response = 1300.0;
  const double later = fmin(limit, 0.1 * (double)c->steps), growth = later > 480.0 ? 0.67 * later : 0.0;
  if (!c->has_tensors || !c->scheme || strcmp(c->scheme, "two-point") == 0)
    return (search_work){1.0, spectrum, 0.0};
  return (search_work){2.0, 2.0 * spectrum + first_growth + growth + response, response};
}

static search_work find_search(const tc_job_counts *c) {
  if (!c->searches) return (search_work){0.0, 0.0, 0.0};
  if (c->trials == 0) return usual_search(c);
  return (search_work){c->trials, (double)c->search_products, (double)c->response_products};
}

/* Returns the seconds of the vector operations of an iteration, which has one product for each such set of
 * operations (TC_VECTORS_STREAMS). */
static double vectors_s(const job_model *m) {
  const tc_job_counts *c = m->counts;
  const double bytes = (double)c->rows * tc_row_bytes(c->width);
  const double row_s = tc_params_curve(m->machine, m->machine->vectors_s, bytes);
  return row_s > 0.0 ? (double)c->rows * row_s : get_default(m, TC_PARAM_vectors_s);
}

/* Design: each trial computes the certificate, and each after the first assembles the matrix. Products are
 * those of the spectrum, the growth and the response to noise. */
static double forecast_search(const job_model *m) {
  const double rows = (double)m->counts->rows;
  const search_work w = find_search(m->counts);
  return scheme_s(m, (w.trials - 1.0) * rows, "assemble") + scheme_s(m, w.trials * rows, "certificate") +
         repeat_s(w.products, m->counts->product_s) +
         (w.response_products > 0.0 ? w.response_products * vectors_s(m) : 0.0);
}

static double forecast_trial(const job_model *m) { return m->counts->trial_s; }

/* ---- measurements ---- */

static int count_matrix_formats(void) {
  int count = 0;
  for (int f = 0; f < tc_format_count(); f++) count += tc_format_at(f)->form == TC_ROW_FORM_MATRIX;
  return count;
}

/* Two rounds measure each format with 15 repeats of at least 0.5 ms (run/plan/format_choice.c). Copying the
 * matrix and warming up take as long as 14 products (design: 115 products in all). */
static double forecast_formats(const job_model *m) {
  const double repeats = 15.0, repeat_min_s = 5e-4, other_products = 14.0, product_s = m->counts->product_s;
  if (!m->counts->tries_formats) return 0.0;
  const double repeat_time_s = product_s < repeat_min_s ? repeat_min_s : product_s;
  return 2.0 * count_matrix_formats() * (repeats * repeat_time_s + other_products * product_s);
}

/* Design: single reads need 0.5 s with one rank and 0.8 s with more. They are measured for large working sets
 * (run/environment/machine_auto.c). A small set on a new machine needs 0.05 s. */
static double reads_s(const tc_job_counts *c) {
  const double large_B = 16 << 20, bytes = (double)c->rows * tc_row_bytes(c->width);
  if (bytes >= large_B) return c->ranks > 1 ? 0.8 : 0.5;
  return c->measures_machine ? 0.05 : 0.0;
}

/* Design: 100 to 200 products. */
static double working_set_s(const tc_job_counts *c) {
  const double min_s = 0.05, products = 150.0, product_s = products * c->product_s;
  return product_s < min_s ? min_s : product_s;
}

/* Returns the seconds of the calls of the speed probe at one moment: before the measurements, before the
 * steps or after them (run/environment/job_probe.c). Calls between steps are negligible. A machine without
 * times of the probe has no calls. */
static double probes_s(const job_model *m) {
  const tc_job_counts *c = m->counts;
  const tc_probe_times call = tc_params_probe(m->machine);
  double call_s = 0.0;
  for (int k = 0; k < TC_PROBE_KERNELS; k++) call_s += call.kernel_s[k];
  if (!c->probes) return 0.0;
  const bool is_short = (double)c->steps * c->step_s < tc_probe_short_steps_s;
  return (is_short ? TC_SPEED_PROBE_FEW_CALLS : TC_SPEED_PROBE_CALLS) * call_s;
}

/* On a machine without stored parameters, those that the run needs are measured within a budget. Single reads
 * and the working set make their fewest repetitions also if the budget is short. */
static double forecast_machine(const job_model *m) {
  const tc_job_counts *c = m->counts;
  if (!c->uses_machine) return 0.0;
  return (c->measures_machine ? c->machine_budget_s : 0.0) + reads_s(c) + working_set_s(c) + probes_s(m);
}

/* Returns the seconds of work on the field that takes as long as a number of passes of a check. */
static double passes_s(const job_model *m, double passes) {
  return work_s(m, passes * (double)m->counts->rows, TC_PARAM_check_row_s);
}

/* Two trials, and then the number that takes 0.2 s, but 7 to 101 (solve/problem/forcing_cost.c). A trial
 * makes a product and evaluates all formulas. */
static double trials_s(const tc_job_counts *c) {
  const double all_s = 0.2, one_s = c->product_s + c->formulas_s;
  if (c->formulas_s == 0.0) return 0.0;
  return isnan(one_s) ? one_s : (2.0 + fmin(101.0, fmax(7.0, floor(all_s / one_s)))) * one_s;
}

/* The phase also evaluates the initial field and computes its statistics (measured: 0.13 us a row). */
static double forecast_formulas(const job_model *m) {
  const double initial_passes = 6.0;
  return passes_s(m, initial_passes) + trials_s(m->counts);
}

/* All integrators copy the matrix in the chosen format. An entry takes about as long as a row of a check. */
static double forecast_solver(const job_model *m) {
  return passes_s(m, m->counts->width) + m->counts->solver_s;
}

/* Design. The time grows with the entries of a row; the parameter is that of rows of width 16. */
static double forecast_count(const job_model *m) {
  return work_s(m, (double)m->counts->rows * m->counts->width / 16.0, TC_PARAM_count_row_s);
}

/* Phases cover the job, so no work remains. */
static double forecast_other(const job_model *m) {
  (void)m;
  return 0.0;
}

/* ---- steps ---- */

/* Design: the mean step is longer than the median step. */
static double forecast_steps(const job_model *m) {
  return repeat_s((double)m->counts->steps, m->counts->step_s * (1.0 + m->counts->tail));
}

/* Design. */
static double forecast_checks(const job_model *m) {
  return passes_s(m, (double)m->counts->checks) + 2.0 * probes_s(m);
}

/* ---- outputs ---- */

static double snapshot_B(const tc_job_counts *c) { return 8.0 * (double)c->cells * c->snapshot_fields; }

/* Design: the root writes the mesh, and all ranks the axes and the first snapshot. */
static double forecast_first_output(const job_model *m) {
  const tc_job_counts *c = m->counts;
  const double mesh_B = 20.0 * (double)c->cells + 24.0 * (double)c->vertices;
  if (!c->has_snapshot_file) return 0.0;
  return move_s(m, mesh_B + 8.0 * (double)c->cells * c->axis_values + snapshot_B(c),
                TC_PARAM_write_file_Bps) +
         get_param(m, TC_PARAM_create_file_s) + get_param(m, TC_PARAM_flush_s);
}

/* Design. Compression follows when the file is closed. */
static double forecast_snapshots(const job_model *m) {
  const double count = m->counts->has_snapshot_file ? (double)m->counts->snapshots : 0.0;
  return move_s(m, count * snapshot_B(m->counts), TC_PARAM_write_file_Bps) +
         work_s(m, count, TC_PARAM_flush_s);
}

/* Design. All ranks hash their values before they are written, and hash them twice when they read them back
 * from memory (io/checkpoint/checkpoint.c). Reading counts as another pass. */
static double forecast_checkpoints(const job_model *m) {
  const tc_job_counts *c = m->counts;
  const double count = (double)c->checkpoints, bytes = count * c->checkpoint_B, passes = 4.0;
  return move_s(m, bytes, TC_PARAM_write_file_Bps) +
         move_s(m, passes * bytes / fmax(1.0, c->ranks), TC_PARAM_hash_Bps) +
         work_s(m, count, TC_PARAM_create_file_s) + work_s(m, count, TC_PARAM_sync_s);
}

/* Design. Integral, minimum and maximum need a pass over the field, as a check does. */
static double forecast_history(const job_model *m) {
  const tc_job_counts *c = m->counts;
  const double count = (double)c->history_rows;
  return work_s(m, count * (1.0 + c->history_points), TC_PARAM_history_row_s) + passes_s(m, count);
}

/* All ranks write a compressed copy of the snapshots (io/snapshot/snapshot_compress.c). */
static double compress_s(const job_model *m) {
  const tc_job_counts *c = m->counts;
  const double bytes = (double)(c->snapshots + 1) * snapshot_B(c);
  if (!c->has_snapshot_file || c->compress == 0) return 0.0;
  return move_s(m, bytes / fmax(1.0, c->ranks), TC_PARAM_compress_Bps);
}

/* Design. The statistics of the result are five passes (measured: 0.1 us a row). */
static double forecast_close(const job_model *m) {
  const tc_job_counts *c = m->counts;
  const double result_passes = 5.0;
  if (c->ranks == 0) return 0.0;
  return move_s(m, 8.0 * (double)c->rows, TC_PARAM_hash_Bps) + passes_s(m, result_passes) +
         get_param(m, TC_PARAM_close_s) + work_s(m, c->ranks, TC_PARAM_json_rank_s) + compress_s(m);
}

/* ---- all phases ---- */

static double (*const phases[TC_JOB_PHASE_COUNT])(const job_model *) = {
#define TC_JOB_PHASE(name, group, text) [TC_JOB_PHASE_##name] = forecast_##name,
#include "base/program/job_phases.def"
};

void tc_job_forecast_compute(const tc_params *machine, const tc_job_counts *counts, bool allows_defaults,
                             tc_job_forecast *out) {
  const job_model m = {machine, counts, allows_defaults, out};
  *out = (tc_job_forecast){.missing = -1};
  for (int phase = 0; phase < TC_JOB_PHASE_COUNT; phase++) {
    out->phase_s[phase] = phases[phase](&m);
    out->total_s += out->phase_s[phase];
  }
}

/* Design. */
double tc_job_launch_s(const tc_params *machine, int ranks, int nodes) {
  tc_job_forecast unused = {.missing = -1};
  const job_model m = {machine, NULL, true, &unused};
  return get_param(&m, TC_PARAM_job_launch_s) +
         work_s(&m, ranks_on_node(ranks, nodes), TC_PARAM_job_launch_rank_s) +
         work_s(&m, nodes - 1, TC_PARAM_job_launch_node_s);
}
