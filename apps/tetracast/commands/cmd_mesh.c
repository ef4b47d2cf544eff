/* `tetracast mesh ACTION`: inspects, checks, merges, orders and generates meshes. The actions import and
 * export are in mesh_import/mesh_import.c and mesh_reports/mesh_export.c. The root does the work. The other
 * ranks wait and return the status of the root. Each action is a command with options of its own. The actions
 * in this file except `generate` first read the options, then prepare the output files, then load the mesh.
 * Errors of the command line therefore appear before the work. */
#include <string.h>

#include "base/core/memory.h"
#include "base/file/directory.h"
#include "base/file/file_list.h"
#include "commands/command.h"
#include "count/layout.h"
#include "graph/structure/quality.h"
#include "io/mesh/tetgen.h"
#include "io/mesh_input/mesh_input.h"
#include "mesh/check.h"
#include "mesh/generate.h"
#include "mesh_import/mesh_import.h"
#include "mesh_reports/mesh_check_report.h"
#include "mesh_reports/mesh_export.h"
#include "mesh_reports/mesh_origin.h"
#include "mesh_reports/mesh_pattern.h"
#include "mesh_reports/mesh_summary.h"
#include "mesh_reports/mesh_topology.h"
#include "mesh_reports/order_study_report.h"
#include "report/document/report.h"
#include "solve/space/cell_curve.h"
#include "sparse/ell_pattern_file.h"

/* Upper limit of --ranks. For meshes with more cells than this, the limit is the number of cells. */
enum { most_ranks = 1 << 17 };

/* A mesh that has passed all checks, with its dual graph in two forms and its topology. */
typedef struct checked {
  tc_mesh_input input; /* contains the origin of an imported mesh */
  tc_mesh *mesh;
  tc_dual *dual;
  tc_graph *graph;
  int32_t *curve; /* [mesh->cells] cells in the order of a Hilbert curve; NULL unless an ordering or
                     distribution needs them */
  tc_topology topology;
  int fibre_width; /* number of components of the fibre directions of each cell: 0, 3 or 6 */
} checked;

static void free_mesh(checked *c) {
  tc_mesh_input_free(&c->input);
  tc_graph_destroy(&c->graph);
  tc_free(c->curve);
  tc_dual_destroy(&c->dual);
  tc_mesh_destroy(&c->mesh);
}

/* Finds the mesh, imports it if necessary, and reads it. */
static tc_status read_mesh(const tc_command_call *call, tc_mesh_input *input, tc_mesh **mesh) {
  TC_TRY(tc_mesh_input_find(((const app_options *)call->options)->mesh, &call->log, input));
  const tc_log_phase phase = tc_log_begin_phase(&call->log, TC_JOB_PHASE_read, "reading the mesh");
  input->retains_fibres = true;
  TC_TRY(tc_mesh_input_read(input, &call->log, mesh));
  tc_log_end_phase(&phase);
  return TC_OK;
}

static tc_status load_mesh(const tc_command_call *call, checked *c) {
  TC_TRY(read_mesh(call, &c->input, &c->mesh));
  c->fibre_width = tc_mesh_input_fibre_width(&c->input);
  tc_mesh_input_free_arrays(&c->input);
  const tc_log_phase phase =
      tc_log_begin_phase(&call->log, TC_JOB_PHASE_neighbours, "checking the mesh, finding neighbours");
  TC_TRY(tc_mesh_orient(c->mesh));
  TC_TRY(tc_dual_create(c->mesh, &c->dual));
  TC_TRY(tc_graph_create(c->mesh->cells, 4, c->dual->neighbour, &c->graph));
  TC_TRY(tc_topology_find(c->mesh, c->dual, &c->topology));
  tc_log_end_phase(&phase);
  return TC_OK;
}

/* Prepares all output files. Returns an error if an output file is also an input file, a mesh that Tetracast
 * did not write, or a report of another command than `command`. */
static tc_status prepare_output(const char *command, const app_options *o) {
  tc_file_list files = {0};
  TC_TRY(tc_file_list_add_mesh_input(&files, "the mesh", o->mesh));
  TC_TRY(tc_file_list_add_input(&files, "the machine", o->run.machine));
  TC_TRY(tc_file_list_add_output(&files, "--json", o->run.json));
  if (o->output) TC_TRY(tc_file_list_add_mesh(&files, true, "-o", o->output));
  TC_TRY(tc_report_prepare("tetracast", o->run.json, NULL));
  TC_TRY(tc_report_check_command(command, o->run.json, NULL));
  if (o->output) TC_TRY(tc_tetgen_prepare(o->output));
  TC_TRY(tc_file_list_add_output(&files, "--pattern", o->pattern));
  return tc_file_prepare(o->pattern, TC_ELL_PATTERN_BEGIN, "a pattern of Tetracast");
}

static tc_status write_json(const app_options *o, const char *command, const checked *c,
                            const tc_shape *shape, const app_mesh_stability *stability) {
  const app_mesh_facts facts = {.origin = c->input.origin,
                                .mesh = c->mesh,
                                .dual = c->dual,
                                .topology = &c->topology,
                                .shape = shape,
                                .stability = stability};
  return app_mesh_topology_json(o, command, &facts);
}

static tc_status show_info(tc_command_call *call) {
  const app_options *o = call->options;
  checked c = {0};
  tc_status status = TC_OK;
  TC_TRY(prepare_output("mesh info", o));
  TC_GUARD(status, load_mesh(call, &c));
  TC_GUARD(status, app_mesh_summary_write(c.mesh, c.dual, c.graph, call->out));
  app_mesh_fibres_write(c.fibre_width, o->mesh, call->out);
  if (c.input.origin) app_mesh_origin_write(c.input.origin, c.input.origin->source, call->out);
  app_mesh_topology_write(&c.topology, call->out);
  TC_GUARD(status, write_json(o, "mesh info", &c, NULL, NULL));
cleanup:
  free_mesh(&c);
  return status;
}

static void write_verdict(const checked *c, const tc_shape *shape, FILE *out) {
  tc_line verdict = {0};
  app_mesh_verdict(&c->topology, shape, &verdict);
  fprintf(out, "%s: %s: %d cells, %d nodes, %d boundary faces, %d inverted cells (reoriented when used)\n",
          c->mesh->name, verdict.text, (int)c->mesh->cells, (int)c->mesh->nodes, (int)c->dual->boundary,
          (int)c->mesh->reoriented);
  app_mesh_topology_write(&c->topology, out);
  fprintf(out, "marked interior   %d\n", (int)c->topology.marked);
  app_mesh_shape_write(c->mesh, shape, out);
}

static tc_status check_mesh(tc_command_call *call) {
  const app_options *o = call->options;
  app_mesh_stability stability;
  const bool finds_step = tc_command_line_has(call, "--scheme") || tc_command_line_has(call, "--tensor");
  checked c = {0};
  tc_status status = TC_OK;
  TC_TRY(prepare_output("mesh check", o));
  TC_GUARD(status, load_mesh(call, &c));
  const tc_shape shape = tc_mesh_shape(c.mesh);
  write_verdict(&c, &shape, call->out);
  if (finds_step) TC_GUARD(status, app_mesh_check_write(o, c.mesh, &call->log, call->out, &stability));
  TC_GUARD(status, write_json(o, "mesh check", &c, &shape, finds_step ? &stability : NULL));
cleanup:
  free_mesh(&c);
  return status;
}

static tc_status merge_nodes(tc_command_call *call) {
  checked c = {0};
  tc_status status = TC_OK;
  TC_TRY(prepare_output("mesh merge", call->options));
  TC_GUARD(status, load_mesh(call, &c));
  TC_GUARD(status, app_mesh_merge_write(call->options, c.mesh, c.dual, call->out));
cleanup:
  free_mesh(&c);
  return status;
}

/* Parsed options of `mesh order`. */
typedef struct ordered {
  tc_layout_options layout;
  app_order_study study;
} ordered;

static tc_status check_partitioner(const ordered *options) {
  if (options->layout.kind == TC_DISTRIBUTION_METIS || options->layout.partitioner == TC_PARTITIONER_AUTO)
    return TC_OK;
  return tc_status_create(TC_USAGE,
                          "--partitioner: --distribution %s has no subdomains: remove --partitioner",
                          tc_distribution_name((int)options->layout.kind));
}

static tc_status check_objective(const tc_command_call *call, const ordered *options) {
  const bool splits = options->study.requested
                          ? app_order_study_uses_objective(&options->study, &options->layout)
                          : tc_layout_uses_objective(&options->layout);
  if (splits || !tc_command_line_has(call, "--objective")) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "--objective: METIS is not used by these orders with --distribution %s and "
                          "--partitioner %s: remove --objective",
                          tc_distribution_name((int)options->layout.kind),
                          tc_partitioners.name((int)options->layout.partitioner));
}

static tc_status read_ordered(const tc_command_call *call, ordered *out) {
  const app_options *o = call->options;
  out->layout = (tc_layout_options){o->method,
                                    o->block,
                                    (tc_distribution_kind)o->distribution,
                                    o->block_size,
                                    (tc_objective)o->objective,
                                    (tc_partitioner)o->partitioner};
  TC_TRY(app_order_study_read_options(call, &out->study));
  TC_TRY(check_partitioner(out));
  TC_TRY(check_objective(call, out));
  return prepare_output("mesh order --study", o);
}

static tc_status write_ordered(const tc_command_call *call, const ordered *options, const checked *c) {
  const app_options *o = call->options;
  const char *output = o->output;
  tc_layout layout = {0};
  tc_status status = TC_OK;
  const tc_log_phase phase =
      tc_log_begin_phase(&call->log, TC_JOB_PHASE_order, "ordering and distributing the cells");
  TC_TRY(tc_layout_create(c->graph, c->curve, o->ranks, &options->layout, &layout));
  tc_log_end_phase(&phase);
  TC_GUARD(status, app_layout_summary_write(c->graph, o->ranks, &options->layout, &layout, call->out));
  TC_GUARD(status, app_mesh_pattern_write(o->pattern, o->scheme, c->graph, layout.order, call->out));
  if (output) {
    TC_GUARD(status, tc_tetgen_write(output, c->mesh, layout.order));
    TC_GUARD(status, app_mesh_files_write(output, c->mesh, call->out));
    fputc('\n', call->out);
  }
cleanup:
  tc_layout_destroy(&layout);
  return status;
}

static tc_status check_ranks(int32_t ranks, int32_t cells) {
  const int32_t most = cells > most_ranks ? cells : most_ranks;
  if (ranks <= most) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "--ranks %d: more than the %d ranks allowed for a mesh of %d cell%s: use fewer",
                          (int)ranks, (int)most, (int)cells, cells == 1 ? "" : "s");
}

static tc_status order_along_curve(const ordered *options, int32_t ranks, checked *c) {
  if (!tc_layout_needs_curve(&options->layout, c->mesh->cells, ranks)) return TC_OK;
  TC_TRY(TC_ALLOC(c->curve, c->mesh->cells));
  return tc_cell_curve_fill(c->mesh, c->curve);
}

static tc_status order_cells(tc_command_call *call) {
  const app_options *o = call->options;
  checked c = {0};
  ordered options;
  tc_status status = TC_OK;
  TC_TRY(read_ordered(call, &options));
  TC_GUARD(status, load_mesh(call, &c));
  TC_GUARD(status, check_ranks(o->ranks, c.mesh->cells));
  TC_GUARD(status, order_along_curve(&options, o->ranks, &c));
  app_order_study_report studied = {&options.study, c.mesh,          c.graph, c.curve,
                                    o->ranks,       &options.layout, NULL,    -1};
  status = options.study.requested ? app_order_study_write(&studied, &call->log, call->out)
                                   : write_ordered(call, &options, &c);
cleanup:
  free_mesh(&c);
  return status;
}

static tc_status generate_mesh(tc_command_call *call) {
  const app_options *o = call->options;
  tc_mesh *mesh = NULL;
  const double length[3] = {1.0, 1.0, 1.0};
  if (strcmp(o->mesh, "cube") != 0)
    return tc_status_create(TC_USAGE, "mesh generate %s: unknown shape: use cube", o->mesh);
  TC_TRY(tc_mesh_generate_box((const int32_t[]){o->bricks, o->bricks, o->bricks}, length, &mesh));
  tc_status status = tc_tetgen_prepare(o->output);
  if (!status) status = tc_tetgen_write(o->output, mesh, NULL);
  if (!status) status = app_mesh_files_write(o->output, mesh, call->out);
  if (!status) fprintf(call->out, ": %d cells, %d nodes\n", (int)mesh->cells, (int)mesh->nodes);
  tc_mesh_destroy(&mesh);
  return status;
}

/* ---- options ---- */

#define INDEX(member, list) TC_OPTION_INDEX(app_options, member, list)
#define TEXT(member)        TC_OPTION_TEXT(app_options, member)
static const tc_option table[] = {
    {"BASE", "a mesh", NULL, TEXT(mesh), .commands = "info check merge order", .is_required = true},
    {"cube", "the shape cube", NULL, TEXT(mesh), .commands = "generate", .is_required = true},
    {"--tensor", "K",
     "diffusion tensor K, or KX,KY,KZ, or KXX,KYY,KZZ,KXY,KXZ,KYZ. With --scheme or --tensor, also prints "
     "the largest stable step and whether a mode grows; exit code 4 if no step is stable",
     TC_OPTION_SET(app_options, tensor[0], double, app_set_tensor), .commands = "check", .initial = "1"},
    {"--merge", "exact|TOL",
     "merges nodes of boundary faces whose distance is at most TOL times the diagonal of the bounding box "
     "(exact: 0), so that bodies meshed separately with matching faces are connected. Exit code 3 if a cell "
     "would become flat or a face would belong to three cells",
     TC_OPTION_SET(app_options, merge, double, app_set_tolerance), .commands = "merge", .is_required = true},
    {"--method", "NAME", "order of the cells: none, rcm, metis, blocks or random",
     TC_OPTION_CHOICE(app_options, method, tc_order), .commands = "order", .initial = "metis"},
    {"--block", "CELLS", "cells per METIS block; 0: one block per rank", APP_OPTION_WHOLE(block, 0),
     .commands = "order", .initial = "0"},
    {"--objective", "cut|volume", "quantity that METIS minimises", INDEX(objective, tc_objectives),
     .commands = "order", .initial = "cut"},
    {"--ranks", "P", "number of ranks", APP_OPTION_WHOLE(ranks, 1), .commands = "order", .initial = "1"},
    {"--distribution", "metis|cyclic", "distribution of the cells over the ranks",
     INDEX(distribution, tc_distribution_kinds), .commands = "order", .initial = "metis"},
    {"--partitioner", "metis|chunks|curve|auto", "method that divides the cells for the distribution metis",
     INDEX(partitioner, tc_partitioners), .commands = "order", .initial = "auto"},
    {"--block-size", "ROWS", "rows per block of the distribution cyclic", APP_OPTION_WHOLE(block_size, 1),
     .commands = "order", .initial = "65536"},
    {"-o", "BASE", "writes the mesh with its cells in the new order", TEXT(output), .commands = "order"},
    {"--pattern", "FILE", "writes the sparsity pattern with --scheme for build/bin/kernels", TEXT(pattern),
     .commands = "order"},
    {"--study", NULL,
     "forecasts for each order the time per row of the product and the cache levels from which values of "
     "neighbours are read, by counting alone; prints the config lines of the fastest order",
     TC_OPTION_FLAG(app_options, study), .commands = "order"},
    {"--orders", "a,b", "orders of the study; default: all", TC_OPTION_CHOICES(app_options, orders, tc_order),
     .commands = "order"},
    {"--order-blocks", "64,4096,0", "cells per METIS block in the study", APP_OPTION_NUMBERS(order_blocks),
     .extra = "0", .commands = "order"},
    {"--machine", "FILE", "machine file of the study; default: this machine", TEXT(run.machine),
     .commands = "order"},
    {"--json", "FILE", "writes the result of the study as JSON", TEXT(run.json), .commands = "order"},
    {"--bricks", "N", "bricks of 6 cells along each edge", APP_OPTION_WHOLE(bricks, 1),
     .commands = "generate", .initial = "10"},
    {"-o", "BASE", "mesh to write", TEXT(output), .commands = "merge generate", .is_required = true},
    {0},
};

/* ---- commands ---- */

/* Collective. Runs an action of the command `mesh` on the root. */
static tc_status run_on_root(tc_command_call *call, tc_status (*action)(tc_command_call *call)) {
  return TC_ON_ROOT(call->world, action(call));
}

static tc_status run_info(tc_command_call *call) { return run_on_root(call, show_info); }
static tc_status run_check(tc_command_call *call) { return run_on_root(call, check_mesh); }
static tc_status run_merge(tc_command_call *call) { return run_on_root(call, merge_nodes); }
static tc_status run_order(tc_command_call *call) { return run_on_root(call, order_cells); }
static tc_status run_generate(tc_command_call *call) { return run_on_root(call, generate_mesh); }

#define ACTION(name) .options = table, .is_parallel = true, .run = run_##name
static const tc_command info = {"info", "print cells, faces, markers, volumes, bandwidth, components",
                                ACTION(info)},
                        check = {"check", "check the mesh; print dihedral angles, aspect, components",
                                 ACTION(check)},
                        merge = {"merge", "write a mesh in which coincident nodes are merged", ACTION(merge)},
                        order = {"order",
                                 "print bandwidth, edge cut and imbalance of an order and a distribution",
                                 ACTION(order)},
                        generate = {"generate", "write a unit cube of N^3 x 6 cells", ACTION(generate)};

const tc_command app_command_mesh = {
    .name = "mesh",
    .summary = "import, inspect, check, merge, reorder, generate and export meshes",
    .about =
        "BASE is a TetGen base name (BASE.node, BASE.ele and, if it exists, BASE.face), a mesh file\n"
        "BASE.mesh.h5, or a file of another program, which is imported once. An invalid mesh gives exit\n"
        "code 3 with one message.\n",
    .example = "example: tetracast mesh order meshes/ventricle --method rcm --ranks 4\n"
               "         tetracast mesh order meshes/ventricle --study --scheme two-point --machine my.yaml\n"
               "         tetracast mesh check meshes/ventricle --tensor 1,1,25\n"
               "         tetracast mesh merge two-bodies -o one-body --merge 1e-7\n",
    .actions = (const tc_command *const[]){&info, &check, &merge, &order, &generate, &app_mesh_import,
                                           &app_mesh_export, NULL},
};
