/* `tetracast mesh ACTION`: inspects, checks, merges, orders and generates meshes. The root does the work; the
 * other ranks wait and return its status. Each action is a function run_<action> in the table `actions`,
 * which also lists the options that the action reads. All actions except `generate` first read the options,
 * then prepare the output files, then load the mesh. Errors of the command line therefore appear before the
 * work. */
#include <string.h>

#include "base/file/file_list.h"
#include "commands/command.h"
#include "count/layout.h"
#include "graph/quality.h"
#include "io/mesh/tetgen.h"
#include "mesh/check.h"
#include "mesh/generate.h"
#include "mesh_reports/mesh_check_report.h"
#include "mesh_reports/mesh_pattern.h"
#include "mesh_reports/mesh_summary.h"
#include "mesh_reports/mesh_topology.h"
#include "mesh_reports/order_study_report.h"
#include "report/document/report.h"

/* Upper limit of --ranks for meshes with fewer cells than this. For larger meshes the number of cells is the
 * limit. */
enum { most_ranks = 1 << 17 };

/* A mesh that has passed all checks, with its dual graph in two forms and its topology. */
typedef struct checked {
  tc_mesh *mesh;
  tc_dual *dual;
  tc_graph *graph;
  tc_topology topology;
} checked;

static void free_mesh(checked *c) {
  tc_graph_destroy(&c->graph);
  tc_dual_destroy(&c->dual);
  tc_mesh_destroy(&c->mesh);
}

static tc_status load_mesh(app_context *app, const char *base, checked *c) {
  tc_log_phase phase = tc_log_begin_phase(&app->log, "read the mesh");
  TC_TRY(tc_tetgen_read_logged(base, &app->log, &c->mesh));
  tc_log_end_phase(&phase);
  phase = tc_log_begin_phase(&app->log, "check the mesh, find neighbours");
  TC_TRY(tc_mesh_orient(c->mesh));
  TC_TRY(tc_dual_create(c->mesh, &c->dual));
  TC_TRY(tc_graph_create(c->mesh->cells, 4, c->dual->neighbour, &c->graph));
  TC_TRY(tc_topology_find(c->mesh, c->dual, &c->topology));
  tc_log_end_phase(&phase);
  return TC_OK;
}

/* Prepares all output files. Rejects the path of an output file if it is an input file, a mesh that Tetracast
 * did not write, or a report of another command than `command`. */
static tc_status prepare_output(const char *command, const char *base, const app_arguments *a) {
  tc_file_list files = {0};
  TC_TRY(tc_file_list_add_mesh(&files, false, "the mesh", base));
  TC_TRY(tc_file_list_add_input(&files, "the machine", app_arguments_value(a, "machine")));
  TC_TRY(tc_file_list_add_output(&files, "--json", a->json));
  if (a->output) TC_TRY(tc_file_list_add_mesh(&files, true, "-o", a->output));
  TC_TRY(tc_report_prepare("tetracast", a->json, NULL));
  TC_TRY(tc_report_check_command(command, a->json, NULL));
  return a->output ? tc_tetgen_prepare(a->output) : TC_OK;
}

static tc_status run_info(app_context *app, const char *base) {
  checked c = {0};
  tc_status status = TC_OK;
  TC_TRY(prepare_output("mesh info", base, &app->arguments));
  TC_GUARD(status, load_mesh(app, base, &c));
  TC_GUARD(status, app_mesh_summary_write(c.mesh, c.dual, c.graph, app->out));
  app_mesh_topology_write(&c.topology, app->out);
  TC_GUARD(status, app_mesh_topology_json(&app->arguments, "mesh info", c.mesh, c.dual, &c.topology, NULL));
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

static tc_status run_check(app_context *app, const char *base) {
  checked c = {0};
  app_mesh_check_options question;
  tc_status status = TC_OK;
  TC_TRY(app_mesh_check_options_read(&app->arguments, &question));
  TC_TRY(prepare_output("mesh check", base, &app->arguments));
  TC_GUARD(status, load_mesh(app, base, &c));
  const tc_shape shape = tc_mesh_shape(c.mesh);
  write_verdict(&c, &shape, app->out);
  if (question.requested) TC_GUARD(status, app_mesh_check_write(&question, c.mesh, &app->log, app->out));
  TC_GUARD(status,
           app_mesh_topology_json(&app->arguments, "mesh check", c.mesh, c.dual, &c.topology, &shape));
cleanup:
  free_mesh(&c);
  return status;
}

static tc_status run_merge(app_context *app, const char *base) {
  checked c = {0};
  double relative;
  tc_status status = TC_OK;
  TC_TRY(app_mesh_merge_check(&app->arguments, &relative));
  TC_TRY(prepare_output("mesh merge", base, &app->arguments));
  TC_GUARD(status, load_mesh(app, base, &c));
  TC_GUARD(status, app_mesh_merge_write(&app->arguments, relative, c.mesh, c.dual, app->out));
cleanup:
  free_mesh(&c);
  return status;
}

static tc_status parse_layout(const app_arguments *arguments, int32_t *ranks, tc_layout_options *choice) {
  int order = tc_registry_find(&tc_order_registry, "metis"), kind = TC_DISTRIBUTION_METIS,
      objective = TC_OBJECTIVE_CUT;
  TC_TRY(app_arguments_listed(arguments, "method", &tc_order_registry, NULL, &order));
  TC_TRY(app_arguments_listed(arguments, "distribution", &tc_distribution_kinds, NULL, &kind));
  TC_TRY(app_arguments_listed(arguments, "objective", &tc_objectives, NULL, &objective));
  *choice =
      (tc_layout_options){tc_order_at(order), 0, (tc_distribution_kind)kind, 65536, (tc_objective)objective};
  TC_TRY(app_arguments_integer(arguments, "ranks", 1, ranks));
  TC_TRY(app_arguments_integer(arguments, "block", 0, &choice->order_block));
  return app_arguments_integer(arguments, "block-size", 1, &choice->block_size);
}

/* Parsed options of `mesh order`. */
typedef struct ordered {
  tc_layout_options layout;
  int32_t ranks;
  app_order_study study;
  app_mesh_pattern pattern;
} ordered;

static tc_status check_objective(const app_arguments *a, const ordered *wish) {
  const bool splits = wish->study.requested ? app_order_study_uses_metis(&wish->study, &wish->layout)
                                            : tc_layout_uses_metis(&wish->layout);
  if (splits || !app_arguments_value(a, "objective")) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "--objective: METIS is not used by these orders with --distribution %s: "
                          "remove --objective",
                          tc_distribution_name((int)wish->layout.kind));
}

static tc_status read_ordered(const app_context *app, const char *base, ordered *out) {
  out->ranks = 1;
  TC_TRY(parse_layout(&app->arguments, &out->ranks, &out->layout));
  TC_TRY(app_order_study_read_options(&app->arguments, &app->log, &out->study));
  TC_TRY(check_objective(&app->arguments, out));
  TC_TRY(prepare_output("mesh order --study", base, &app->arguments));
  return app_mesh_pattern_read(&app->arguments, base, &out->pattern);
}

static tc_status write_ordered(const app_context *app, const ordered *wish, const checked *c) {
  const char *output = app->arguments.output;
  tc_layout layout = {0};
  tc_status status = TC_OK;
  const tc_log_phase phase = tc_log_begin_phase(&app->log, "order and split");
  TC_TRY(tc_layout_create(c->graph, wish->ranks, &wish->layout, &layout));
  tc_log_end_phase(&phase);
  TC_GUARD(status, app_layout_summary_write(c->graph, wish->ranks, &wish->layout, &layout, app->out));
  TC_GUARD(status, app_mesh_pattern_write(&wish->pattern, c->graph, layout.order, app->out));
  if (output) {
    TC_GUARD(status, tc_tetgen_write(output, c->mesh, layout.order));
    TC_GUARD(status, app_mesh_files_write(output, c->mesh, app->out));
    fputc('\n', app->out);
  }
cleanup:
  tc_layout_destroy(&layout);
  return status;
}

static tc_status run_order(app_context *app, const char *base) {
  checked c = {0};
  ordered wish;
  tc_status status = TC_OK;
  TC_TRY(read_ordered(app, base, &wish));
  TC_GUARD(status, load_mesh(app, base, &c));
  if (wish.ranks > c.mesh->cells && wish.ranks > most_ranks)
    TC_GUARD(status,
             tc_status_create(TC_USAGE, "--ranks %d: more than %d ranks for a mesh of %d cell%s: use fewer",
                              (int)wish.ranks, (int)(c.mesh->cells > most_ranks ? c.mesh->cells : most_ranks),
                              (int)c.mesh->cells, c.mesh->cells == 1 ? "" : "s"));
  app_order_study_report studied = {&wish.study, c.mesh, c.graph, wish.ranks, &wish.layout, NULL, -1};
  status = wish.study.requested ? app_order_study_write(&studied, &app->log, app->out)
                                : write_ordered(app, &wish, &c);
cleanup:
  free_mesh(&c);
  return status;
}

static tc_status run_generate(app_context *app, const char *kind) {
  tc_mesh *mesh = NULL;
  const double length[3] = {1.0, 1.0, 1.0};
  int32_t bricks = 10;
  if (strcmp(kind, "cube") != 0)
    return tc_status_create(TC_USAGE, "mesh generate %s: unknown shape: use cube", kind);
  if (!app->arguments.output)
    return tc_status_create(TC_USAGE, "mesh generate: no output name is given: add -o BASE");
  TC_TRY(app_arguments_integer(&app->arguments, "bricks", 1, &bricks));
  TC_TRY(tc_mesh_generate_box((const int32_t[]){bricks, bricks, bricks}, length, &mesh));
  tc_status status = tc_tetgen_prepare(app->arguments.output);
  if (!status) status = tc_tetgen_write(app->arguments.output, mesh, NULL);
  if (!status) status = app_mesh_files_write(app->arguments.output, mesh, app->out);
  if (!status) fprintf(app->out, ": %d cells, %d nodes\n", (int)mesh->cells, (int)mesh->nodes);
  tc_mesh_destroy(&mesh);
  return status;
}

typedef struct action {
  const char *name;
  tc_status (*run)(app_context *app, const char *subject);
  /* names of the options that the action reads, in one text with a blank before and after each name */
  const char *options;
} action;

static const action actions[] = {
    {"info", run_info, " json "},
    {"check", run_check, " scheme tensor json "},
    {"merge", run_merge, " merge o "},
    {"order", run_order,
     " method block objective ranks distribution block-size o pattern scheme study orders order-blocks "
     "machine json "},
    {"generate", run_generate, " bricks o "},
};

static tc_status refuse_option(const action *at, const char *dashes, const char *name) {
  char word[64];
  snprintf(word, sizeof word, " %s ", name);
  if (strstr(at->options, word)) return TC_OK;
  return tc_status_create(TC_USAGE, "%s%s: not an option of mesh %s: remove it", dashes, name, at->name);
}

/* Returns an error for an option that action `at` does not read. The parser of the command line accepts the
 * options of all actions. */
static tc_status check_options(const app_arguments *a, const action *at) {
  for (int i = 0; i < a->named; i++) TC_TRY(refuse_option(at, "--", a->name[i]));
  if (a->json) TC_TRY(refuse_option(at, "--", "json"));
  return a->output ? refuse_option(at, "-", "o") : TC_OK;
}

static tc_status run_action(app_context *app) {
  const app_arguments *a = &app->arguments;
  if (a->positionals != 2)
    return tc_status_create(TC_USAGE, "mesh: give an action and a mesh (see tetracast mesh --help)");
  for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
    if (strcmp(actions[i].name, a->positional[0]) == 0) {
      TC_TRY(check_options(a, &actions[i]));
      return actions[i].run(app, a->positional[1]);
    }
  return tc_status_create(TC_USAGE, "unknown action 'mesh %s' (info, check, merge, order, generate)",
                          a->positional[0]);
}

static tc_status run_mesh(app_context *app) {
  return tc_world_agree(app->world, app->world->rank == 0 ? run_action(app) : TC_OK);
}

const app_command app_command_mesh = {
    .name = "mesh",
    .summary = "inspect, check, merge, reorder and generate meshes",
    .usage =
        "usage: tetracast mesh info BASE       print cells, faces, markers, volumes, bandwidth, components\n"
        "       tetracast mesh check BASE      check the mesh; print dihedral angles, aspect, components\n"
        "       tetracast mesh merge BASE      write a mesh in which coincident nodes are merged\n"
        "       tetracast mesh order BASE      print bandwidth, edge cut and imbalance of an order and a\n"
        "                                      distribution\n"
        "       tetracast mesh generate cube   write a unit cube of N^3 x 6 cells\n\n"
        "BASE is a TetGen base name: BASE.node, BASE.ele and, if it exists, BASE.face. Defaults are in\n"
        "parentheses. An invalid mesh gives exit code 3 with one message.\n\n"
        "info:     --json FILE\n"
        "check:    --json FILE\n"
        "          --scheme NAME (gradient)   --tensor K | KX,KY,KZ | KXX,KYY,KZZ,KXY,KXZ,KYZ (1)\n"
        "          With --scheme or --tensor, also prints the largest stable step and whether a mode grows;\n"
        "          exit code 4 if no step is stable.\n"
        "merge:    --merge exact|TOL   -o BASE\n"
        "          Merges nodes of boundary faces whose distance is at most TOL times the diagonal of the\n"
        "          bounding box (exact: 0), so that bodies meshed separately with matching faces are\n"
        "          connected. Exit code 3 if a cell would become flat or a face would belong to three "
        "cells.\n"
        "order:    --method none|rcm|metis|blocks|random (metis)\n"
        "          --block CELLS per METIS block (0: one block per rank)\n"
        "          --objective cut|volume (cut): quantity that METIS minimises\n"
        "          --ranks P (1)   --distribution metis|cyclic (metis)   --block-size ROWS (65536)\n"
        "          -o BASE: writes the mesh with its cells in the new order\n"
        "          --pattern FILE [--scheme NAME]: writes the sparsity pattern for build/bin/kernels\n"
        "          --study [--orders a,b] [--order-blocks 64,4096,0] [--scheme NAME] [--machine FILE]\n"
        "          [--json FILE]: forecasts for each order the time per row of the product and the cache\n"
        "          levels from which values of neighbours are read, by counting alone; prints the config\n"
        "          lines of the fastest order\n"
        "generate: --bricks N (10)   -o BASE\n\n"
        "example: tetracast mesh order meshes/ventricle --method rcm --ranks 4\n"
        "         tetracast mesh order meshes/ventricle --study --scheme two-point --machine my.yaml\n"
        "         tetracast mesh check meshes/ventricle --tensor 1,1,25\n"
        "         tetracast mesh merge two-bodies -o one-body --merge 1e-7\n",
    .options =
        (const char *const[]){"--method", "--block", "--objective", "--ranks", "--distribution",
                              "--block-size", "--bricks", "--scheme", "--tensor", "--orders",
                              "--order-blocks", "--machine", "--pattern", "--merge", "--json", "-o", NULL},
    .flags = (const char *const[]){"--study", NULL},
    .run = run_mesh,
};
