/* `tetracast export`: writes the linear system of a step as Matrix Market files for other programs. The root
 * does all work on MPI_COMM_SELF. The other ranks wait and return the status of the root. */
#include "comm/world/mpi_world.h"
#include "commands/command.h"
#include "run/studies/export_hierarchy.h"

static tc_status parse_export(const app_options *o, tc_run_options *choice, tc_export *what) {
  *choice = o->run;
  choice->machine = "none"; /* no forecast is needed, so the machine need not be measured */
  what->weighting = (tc_export_weighting)o->weighting;
  what->order = (tc_export_order)o->order;
  what->unknown = (tc_export_unknown)o->unknown;
  if (what->unknown == TC_EXPORT_DISTANCE && what->weighting == TC_EXPORT_SYMMETRIC)
    return tc_status_create(TC_USAGE,
                            "--unknown distance: the level cannot be added to a solution of the system with "
                            "--weighting symmetric: use another weighting");
  return tc_export_name(o->output, what);
}

static void print_written(void *self, const char *path) { fprintf(self, "written: %s\n", path); }

static tc_status write_export(tc_command_call *call, const tc_run_options *choice, const tc_export *what,
                              tc_world *self, tc_plan *plan, tc_prepared *prepared) {
  const app_options *o = call->options;
  TC_TRY(tc_plan_create(choice, &o->environment, self, &call->log, plan));
  TC_TRY(tc_export_prepare(plan, what));
  if (o->hierarchy) TC_TRY(tc_export_hierarchy_prepare(what));
  TC_TRY(tc_prepared_create(plan, NULL, plan->config->distribution.block_size, prepared));
  TC_TRY(tc_export_write(prepared, what));
  for (int f = 0; f < TC_EXPORT_FILES; f++) print_written(call->out, what->path[f]);
  return o->hierarchy ? tc_export_hierarchy_write(prepared, what, print_written, call->out) : TC_OK;
}

static tc_status export_system(tc_command_call *call) {
  tc_run_options choice;
  tc_export what = {0};
  tc_plan plan = {0};
  tc_prepared prepared = {0};
  tc_world *self = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, parse_export(call->options, &choice, &what));
  TC_GUARD(status, tc_world_create(MPI_COMM_SELF, 0, &self));
  TC_GUARD(status, write_export(call, &choice, &what, self, &plan, &prepared));
cleanup:
  tc_prepared_free(&prepared);
  tc_plan_free(&plan);
  tc_world_destroy(&self);
  tc_export_free(&what);
  return status;
}

static tc_status run_export(tc_command_call *call) { return TC_ON_ROOT(call->world, export_system(call)); }

static const tc_option table[] = {
    {"-o", "BASE", "common name of the files", TC_OPTION_TEXT(app_options, output), .is_required = true},
    {"--weighting", "none|symmetric|volume",
     "symmetric: writes V^1/2 A V^-1/2, where V are the volumes of the cells, and scales both vectors "
     "accordingly. Plain 2-norms are then the norms that solver.tolerance uses. volume: writes K = V A and V "
     "b, for multigrid of other programs, which assumes that the rows inside the mesh sum to 0. Both are "
     "symmetric for scheme two-point, K exactly",
     TC_OPTION_INDEX(app_options, weighting, tc_export_weightings)},
    {"--order", "cells|colour",
     "colour: groups the rows by colour, in the order of ssor, ilu0 and sor; default: cells, the order of "
     "the mesh file",
     TC_OPTION_INDEX(app_options, order, tc_export_orders)},
    {"--unknown", "field|distance",
     "distance: writes the system for the field minus the level that a run subtracts before it solves; "
     "comments in the files state the level. A steady system is then the one that run solves, bit by bit",
     TC_OPTION_INDEX(app_options, unknown, tc_export_unknowns)},
    {"--hierarchy", NULL,
     "also writes the levels of the multigrid hierarchy: BASE-level-L.mtx, the matrix of level L, and "
     "BASE-aggregates-L.mtx, pairs of a row of level L and its row of level L+1. Rows have the numbers of "
     "BASE.mtx",
     TC_OPTION_FLAG(app_options, hierarchy)},
    {0},
};

const tc_command app_command_export = {
    .name = "export",
    .summary = "write the system of a step as Matrix Market files, for other programs",
    .about = "Writes the system A x = b of the first step (time.method implicit) or of the steady state\n"
             "(time.method steady), and the initial guess of its solution:\n\n"
             "  BASE.mtx          matrix A; the entries of a row are in the order in which a run adds them\n"
             "  BASE-rhs.mtx      right-hand side b\n"
             "  BASE-start.mtx    initial guess x\n"
             "  BASE-cells.mtx    cell number of each row, as in the mesh file\n"
             "  BASE-volumes.mtx  volume of the cell of each row\n",
    .example = "example: tetracast export configs/implicit.yaml -o out/system --weighting symmetric\n",
    .options = table,
    .is_parallel = true,
    .check = app_options_check,
    .run = run_export,
};
